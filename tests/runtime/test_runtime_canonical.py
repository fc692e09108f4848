"""Canonical JSON: recordings from TanStack AI, and the fast way against the exact one."""

import json
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType, SimpleNamespace
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from interruptgen_runtime import Issue, Json, LocalError, NotJson, canonical, digest, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.exact_writer import write_exactly
from interruptgen_runtime.core.plain import is_plain, plain_text, write_plain
from runtime.values import ANY_TEXT, CLEAN_TEXT, NUMBERS, json_values

VECTORS = Path(__file__).parents[1] / "vectors" / "canonical.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]


def in_itself(container: Any, key: Any, deeper: bool = False) -> Any:
    container[key] = [container] if deeper else container
    return container


class Named(list[int]):
    """A list with a property of its own."""

    name = "named"


SHARED = {"x": 1}

EQUIVALENTS: Mapping[str, Any] = {
    "reject NaN": float("nan"),
    "reject Infinity": float("inf"),
    "reject -Infinity": float("-inf"),
    "reject NaN nested": {"a": [float("nan")]},
    "reject undefined": ABSENT,
    "reject undefined property": {"a": ABSENT},
    "reject undefined element": [ABSENT],
    "reject sparse array": [1, ABSENT, 2],
    "reject symbol": object(),
    "reject bigint": Decimal(1),
    "reject self cycle": in_itself({}, "a"),
    "reject array cycle": in_itself([None], 0, deeper=True),
    "reject Map": MappingProxyType({"a": 1}),
    "reject Set": {1, 2},
    "reject class instance": SimpleNamespace(a=1),
    "reject object with custom prototype": type("Empty", (), {})(),
    "reject RegExp": re.compile("a"),
    "reject boxed number": Fraction(1),
    "reject Error": ValueError("x"),
    "shared reference": {"a": SHARED, "b": SHARED},
    "symbol keys ignored": {"a": 1},
    "extra array props ignored": Named([1]),
}
"""What comes nearest in Python to the recorded JavaScript values that are no JSON text."""


def value_of(case: dict[str, Any]) -> Any:
    return (
        json.loads(case["input_json_text"])
        if "input_json_text" in case
        else EQUIVALENTS[case["name"]]
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_recorded(case: dict[str, Any]) -> None:
    value = value_of(case)
    if case.get("reject"):
        with pytest.raises(NotJson):
            canonical(value)
        return
    text = canonical(value)
    assert text == case["canonical"]
    assert digest(text) == hash_json(value) == case["digest"]


def test_all_cases_are_covered() -> None:
    assert len(CASES) == 128
    assert {case["name"] for case in CASES if "input_json_text" not in case} == set(EQUIVALENTS)


@given(json_values(ANY_TEXT, NUMBERS))
def test_the_fast_way_writes_what_the_exact_way_writes(value: Any) -> None:
    assert canonical(value) == write_exactly(value, 500)


@given(json_values(CLEAN_TEXT, st.integers(-(2**53) + 1, 2**53 - 1) | st.floats(-1e300, 1e300)))
def test_rfc8785_agrees_inside_its_limits(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


@given(json_values(ANY_TEXT, NUMBERS))
def test_is_stable_over_reading(value: Any) -> None:
    assert canonical(json.loads(canonical(value))) == canonical(value)


NO_JSON: list[tuple[Any, Issue]] = [
    ({"a": [1, {1: 2}]}, Issue(("a", 1), "an object key must be a string, not int")),
    ({True: 2}, Issue((), "an object key must be a string, not bool")),
    ([[], {"b": (1,)}], Issue((1, "b"), "tuple is not a JSON type")),
    ({"a/b": {"~": {1}}}, Issue(("a/b", "~"), "set is not a JSON type")),
    ([0, float("nan")], Issue((1,), "nan is not a JSON number")),
    ([10**309], Issue((0,), "an integer beyond the range of a double")),
    ({"\ud83d\ude00": 1, "😀": 2}, Issue((), "two object keys are the same text in UTF-16")),
    (in_itself([1, 2], 1), Issue((1,), "a value that contains itself is not JSON")),
]


@pytest.mark.parametrize(("value", "issue"), NO_JSON)
def test_says_where_a_value_is_no_json(value: Any, issue: Issue) -> None:
    with pytest.raises(NotJson) as caught:
        canonical(value)
    assert (caught.value.path, caught.value.message) == (issue.path, issue.message)
    assert str(caught.value) == str(issue)
    assert isinstance(caught.value, LocalError)
    assert isinstance(caught.value, ValueError)


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth - 1):
        value = [value]
    return value


@pytest.mark.parametrize("depth", [400, 500])
def test_depth_that_is_allowed(depth: int) -> None:
    assert canonical(nested(depth)) == "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", [501, 5_000, 100_000])
def test_depth_that_is_not_allowed(depth: int) -> None:
    with pytest.raises(NotJson, match="more than 500 arrays and objects"):
        canonical(nested(depth))


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        ({"a": [1, 2.5, None, True, "x"]}, True),
        ({"a": 1.0}, False),
        (2**53 + 1, False),
        (1e16, False),
        (float("nan"), False),
        ({1: 1}, False),
        ((1,), False),
        ([[1]], True),
        ([[[1]]], False),
    ],
)
def test_plain(value: Any, plain: bool) -> None:
    assert is_plain(value, 2) is plain


def parts_of(value: Json) -> Iterator[Json]:
    yield value
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from parts_of(child)


@given(json_values(ANY_TEXT, NUMBERS))
def test_a_plain_value_and_its_parts_need_no_second_look(value: Any) -> None:
    text = plain_text(value, 128)
    assert is_plain(value, 128) is (text is not None)
    if text is not None:
        assert text == write_exactly(value, 128)
        assert all(write_plain(part) == write_exactly(part, 128) for part in parts_of(value))


class Word(str):
    """A string that is more than a string."""


class Colour(Enum):
    """Names whose values are JSON."""

    RED = "red"
    MIXED = ("red", "blue")


class Shade(StrEnum):
    """Names that are strings."""

    DARK = "dark"


class Level(IntEnum):
    """Names that are integers."""

    LOW = 1


STRANGE: list[Any] = [
    Colour.RED,
    Colour.MIXED,
    Shade.DARK,
    Level.LOW,
    Word("x"),
    Named([1]),
    OrderedDict(b=1, a=2),
    Decimal("1.10"),
    ABSENT,
    (1, 2),
    float("nan"),
    float("-inf"),
    10**400,
    "\ud800",
    {"\U00010000": 1, "\uffff": 2},
]
"""What other writers of JSON take, and some of them write in another way."""


def outcome(write: Callable[[object], str], value: object) -> str:
    try:
        return write(value)
    except NotJson as error:
        return f"refused: {error}"


def exact(value: object) -> str:
    return write_exactly(value, 500)


WRAPS: list[Callable[[object], object]] = [
    lambda each: each,
    lambda each: [each],
    lambda each: {"a": {"b": each}},
]


@pytest.mark.parametrize("value", STRANGE, ids=repr)
@pytest.mark.parametrize("wrap", WRAPS)
def test_what_is_strange_is_left_to_the_exact_way(
    value: object, wrap: Callable[[object], object]
) -> None:
    assert plain_text(wrap(value), 10) is None
    assert outcome(canonical, wrap(value)) == outcome(exact, wrap(value))


@pytest.mark.parametrize("key", [1, None, True, 1.5, (1,), Colour.RED, Shade.DARK, Word("x")])
def test_keys_that_are_no_plain_strings(key: object) -> None:
    written = outcome(canonical, {key: 1})
    assert written == outcome(exact, {key: 1})
    assert written.startswith("refused") is not isinstance(key, str)


@given(st.integers(-(10**17), 10**17) | st.floats(-1e17, 1e17))
def test_numbers_at_the_edges_of_what_is_written_alike(number: float) -> None:
    for value in (number, float(number), number / 1e9, round(number)):
        assert canonical([value]) == exact([value])
