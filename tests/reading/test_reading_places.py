"""Places: whatever a pointer leads to is where the place says it is."""

import json
from collections.abc import Iterator
from typing import Any, cast

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from interruptgen import reading
from interruptgen.diagnostics import Place
from interruptgen.model import Json, Pointer
from interruptgen.reading.yaml_core import plain

YAML = cast(Any, yaml)
TEXTS = st.text(st.sampled_from("ab19 .:-#\"'\n\\é😀{[,x"), max_size=8).filter(
    lambda text: isinstance(plain(text), str) or text == ""
)
KEYS = TEXTS.filter(lambda text: text != "<<")
NUMBERS = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
VALUES: st.SearchStrategy[Json] = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def pointers(value: Json, at: Pointer = ()) -> Iterator[tuple[Pointer, Json]]:
    yield at, value
    if isinstance(value, dict):
        for key, child in value.items():
            yield from pointers(child, (*at, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from pointers(item, (*at, index))


def read(path: str, text: str) -> reading.Document:
    document = reading.read(path, text.encode())
    assert isinstance(document, reading.Document), document
    return document


def offset(text: str, place: Place) -> int:
    lines = text.split("\n")
    return sum(len(line) + 1 for line in lines[: place.line - 1]) + place.column - 1


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_json_values_and_keys_stand_at_their_places(
    value: Json, indent: int | None, ensure_ascii: bool
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ensure_ascii)
    document = read("d.json", text)
    assert document.data == value
    decoder = json.JSONDecoder()
    for pointer, part in pointers(value):
        found, _ = decoder.raw_decode(text, offset(text, document.place(pointer)))
        assert (found, type(found)) == (part, type(part))
        if pointer and isinstance(pointer[-1], str):
            key, _ = decoder.raw_decode(text, offset(text, document.key_place(pointer)))
            assert key == pointer[-1]
        else:
            assert document.key_place(pointer) == document.place(pointer)


@given(VALUES, st.sampled_from([None, True, False]), st.sampled_from([None, '"', "'"]))
def test_yaml_values_and_keys_stand_where_another_composer_finds_them(
    value: Json, flow: bool | None, style: str | None
) -> None:
    text = YAML.safe_dump(
        value, default_flow_style=flow, default_style=style, allow_unicode=True, sort_keys=False
    )
    node = YAML.compose(text, Loader=YAML.SafeLoader)
    document = read("d.yaml", text)
    assert document.data == value
    for pointer, _ in pointers(value):
        key, found = follow(node, pointer)
        assert document.place(pointer) == place_of(found)
        assert document.key_place(pointer) == place_of(key)


def follow(node: Any, pointer: Pointer) -> tuple[Any, Any]:
    """Return the nodes of the last key and of the value that a pointer leads to."""
    key = node
    for token in pointer:
        if isinstance(token, int):
            key = node = node.value[token]
        else:
            key, node = next(pair for pair in node.value if pair[0].value == token)
    return key, node


def place_of(node: Any) -> Place:
    mark = node.start_mark
    return Place("d.yaml", mark.line + 1, mark.column + 1)


DOCUMENT = """\
a: &x
  - 1
  - {b: 2}
c: *x
"d e":
"""


@pytest.mark.parametrize(
    ("pointer", "place", "key_place"),
    [
        ((), "1:1", "1:1"),
        (("a",), "1:4", "1:1"),
        (("a", 1), "3:5", "3:5"),
        (("a", 1, "b"), "3:9", "3:6"),
        (("c",), "4:4", "4:1"),
        (("c", 1, "b"), "3:9", "3:6"),
        (("d e",), "5:7", "5:1"),
        (("a", 7), "1:4", "1:1"),
        (("a", 1, "z", "z"), "3:5", "3:5"),
        (("a", "1"), "1:4", "1:1"),
        (("z",), "1:1", "1:1"),
    ],
)
def test_aliases_empty_values_and_pointers_that_lead_nowhere(
    pointer: Pointer, place: str, key_place: str
) -> None:
    document = read("d.yaml", DOCUMENT)
    assert str(document.place(pointer)) == f"d.yaml:{place}"
    assert str(document.key_place(pointer)) == f"d.yaml:{key_place}"
