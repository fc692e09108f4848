"""Schemas: the JSON Schema decides, the pydantic class only types."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from pydantic import RootModel

from interruptgen_runtime import Issue, Json, Schema, canonical, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.checker import MAX_ISSUES
from interruptgen_runtime.core.errors import BrokenSchema
from interruptgen_runtime.core.reading import read_json
from runtime.desk import schemas
from runtime.values import ANY_TEXT, CLEAN_TEXT, NUMBERS, json_values


class Anything(RootModel[Any]):
    """A view of everything."""


def schema(document: Any) -> Schema[Anything]:
    return Schema(view=lambda: Anything, hash=hash_json(document), text=json.dumps(document))


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("document", "value", "issues"),
    [
        ({"type": "integer"}, 3.0, ()),
        ({"type": "integer"}, 10**300, ()),
        ({"const": 3}, 3.0, ()),
        ({"const": 1e308}, 1e308, ()),
        ({"enum": [1, -1.5e40]}, -1.5e40, ()),
        ({"const": 1}, True, (Issue((), "1 was expected"),)),
        ({"type": "string", "format": "date"}, "no date", ()),
        (
            {"maximum": 2**60},
            2**60 + 1,
            (Issue((), f"the value is greater than the maximum of {2**60}"),),
        ),
        (
            {"properties": {"a": {"items": {"type": "string"}}}},
            {"a": ["x", 1]},
            (Issue(("a", 1), 'the value is not of type "string"'),),
        ),
        ({"required": ["b"]}, {"a": 1}, (Issue(("b",), "is required"),)),
        (
            {"properties": {"a": {"required": ["b", "c"]}}},
            {"a": {}},
            (Issue(("a", "b"), "is required"), Issue(("a", "c"), "is required")),
        ),
        (
            {"items": {"properties": {"a": {}}, "additionalProperties": False}},
            [{"x": 1, "y": 2}],
            (Issue((0, "x"), "is not expected here"), Issue((0, "y"), "is not expected here")),
        ),
        ({"unevaluatedProperties": False}, {"x": 1}, (Issue(("x",), "is not expected here"),)),
        (
            {},
            {"a": "\ud800"},
            (Issue(("a",), "a string with a lone surrogate cannot be written in UTF-8"),),
        ),
        ({}, {"a": [float("nan")]}, (Issue(("a", 0), "nan is not a JSON number"),)),
        ({}, [10**309], (Issue((0,), "an integer beyond the range of a double"),)),
        ({}, {1: 1}, (Issue((), "an object key must be a string, not int"),)),
        ({}, [(1,)], (Issue((0,), "tuple is not a JSON type"),)),
        ({}, ABSENT, (Issue((), "a value is required"),)),
        ({}, nested(128), ()),
        (
            {},
            nested(129),
            (Issue((0,) * 128, "more than 128 arrays and objects inside one another"),),
        ),
    ],
)
def test_issues(document: Any, value: Any, issues: tuple[Issue, ...]) -> None:
    one = schema(document)
    assert one.issues(value) == issues
    assert one.accepts(value) is not bool(issues)


def test_messages_do_not_repeat_the_value() -> None:
    issues = schema({"properties": {"pin": {"enum": ["a", "b"]}}}).issues({"pin": "top secret"})
    assert "top secret" not in str(issues)


def test_issues_are_limited() -> None:
    assert len(schema({"items": {"type": "string"}}).issues([1] * 1000)) == MAX_ISSUES


@pytest.mark.parametrize("wrap", ["plain", "not", "if", "anyOf"])
def test_a_costly_pattern_refuses_the_value_wherever_it_stands(wrap: str) -> None:
    costly = {"pattern": r"(a*)*\1b"}
    documents = {
        "plain": costly,
        "not": {"not": costly},
        "if": {"if": costly, "then": False},
        "anyOf": {"anyOf": [costly, {"const": 1}]},
    }
    assert not schema(documents[wrap]).accepts("a" * 50)


@pytest.mark.parametrize(
    ("pattern", "accepted", "refused"),
    [
        (r"^\d+$", "12", "\u0661"),
        (r"^\w+$", "a_1", "é"),
        (r"^\s$", "\ufeff", "\u0085"),
        (r"^.$", "😀", "\u2028"),
        (r"^a$", "a", "a\n"),
        (r"^\p{L}+$", "é", "1"),
        (r"^(?!x)[a-z]+$", "ab", "xb"),
        (r"^\cA$", "\x01", "A"),
        (r"b", "abc", "ac"),
    ],
)
def test_patterns_are_those_of_ecmascript(pattern: str, accepted: str, refused: str) -> None:
    one = schema({"type": "string", "pattern": pattern})
    assert one.accepts(accepted)
    assert not one.accepts(refused)


def test_nothing_is_fetched() -> None:
    with pytest.raises(BrokenSchema, match="interruptgen build"):
        schema({"$ref": "https://example.com/schema"}).issues(1)


@given(json_values(ANY_TEXT, NUMBERS))
def test_checking_never_raises(value: Any) -> None:
    one = schema({"anyOf": [{"type": "integer"}, {"items": {"minimum": 3}, "minProperties": 1}]})
    checked = one.check(value)
    assert checked.issues or checked.value == value


def numbers_in(value: Json) -> Iterator[int | float]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for child in value:
            yield from numbers_in(child)
    elif isinstance(value, int | float):
        yield value


@given(json_values(CLEAN_TEXT, NUMBERS))
def test_reading_changes_nothing_but_integral_floats(value: Any) -> None:
    read = read_json(value)
    assert read == value
    assert canonical(read) == canonical(value)
    assert not [one for one in numbers_in(read) if isinstance(one, float) and one.is_integer()]


def test_document_is_the_text() -> None:
    assert schema({"type": "integer"}).document == {"type": "integer"}
    assert json.loads(schemas.REFUND_INPUT.text) == schemas.REFUND_INPUT.document


@pytest.mark.parametrize(("length", "accepted"), [(8, True), (16, False), (60, False)])
def test_a_string_that_costs_too_much_is_refused(length: int, accepted: bool) -> None:
    """Each would be accepted, after tries without number; a limit ten times as high reaches 16."""
    costly = r"^(?:(?:a(?!c)|a(?!d))+)b"
    for document in ({"pattern": f"{costly}|^a+$"}, {"not": {"pattern": costly}}):
        assert (schema(document).check("a" * length).issues == ()) == accepted
