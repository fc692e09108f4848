"""JSON values to try things with, made by hypothesis."""

from typing import Any

from hypothesis import strategies as st

from interruptgen_runtime import Json

ANY_TEXT: st.SearchStrategy[str] = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.characters(categories=["Cs"]),
        st.sampled_from('aZ09"\\/\n\x7f\u2028\ue000\uffff\U0001f600'),
    ),
    max_size=8,
)
"""Strings with everything that a Python string may hold, lone surrogates too."""

CLEAN_TEXT: st.SearchStrategy[str] = st.text(max_size=8)
"""Strings that have a UTF-8 form."""

NUMBERS: st.SearchStrategy[int | float] = st.one_of(
    st.integers(),
    st.integers(min_value=-(10**308), max_value=10**308),
    st.floats(allow_nan=False, allow_infinity=False),
    st.floats(min_value=-1e9, max_value=1e9).map(lambda number: round(number, 2)),
    st.sampled_from([0, -0.0, 1e21, 1e-6, 1e-7, 5e-324, 2**53, 2**53 + 1, 999999999999999999999]),
)


def json_values(
    text: st.SearchStrategy[str], numbers: st.SearchStrategy[int | float]
) -> st.SearchStrategy[Json]:
    scalars: st.SearchStrategy[Any] = st.one_of(st.none(), st.booleans(), numbers, text)
    return st.recursive(
        scalars,
        lambda inner: st.one_of(
            st.lists(inner, max_size=5), st.dictionaries(text, inner, max_size=5)
        ),
        max_leaves=20,
    )
