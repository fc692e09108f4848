"""Schemas whose views are easily too narrow: what they accept comes back as it was."""

import jsonschema_rs
import pytest

from interruptgen.model import Json, JsonObject
from views.harness import View, execute, views

NAMED: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}}

SCHEMAS: dict[str, tuple[JsonObject, list[Json]]] = {
    "a branch that evaluates every property": (
        {**NAMED, "allOf": [{"unevaluatedProperties": True}], "unevaluatedProperties": False},
        [{"a": "x", "b": 1}],
    ),
    "a reference that evaluates some properties": (
        {
            **NAMED,
            "allOf": [{"$ref": "#/$defs/Numbers"}],
            "unevaluatedProperties": False,
            "$defs": {"Numbers": {"unevaluatedProperties": {"type": "integer"}}},
        },
        [{"b": 1}],
    ),
    "a whole number with other digits in JavaScript": (
        {"const": 2**60},
        [1152921504606847000],
    ),
    "numbers that nobody writes out": (
        {"enum": [1e21, 5e-324, 2**53, "many"]},
        [10**21, 5e-324, 2**53, "many"],
    ),
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_what_is_accepted_comes_back(name: str) -> None:
    schema, values = SCHEMAS[name]
    view = View(execute(views(schema).text, "exact_views").CaseRoot)
    for value in values:
        assert view.changed(value) is None
        assert jsonschema_rs.Draft202012Validator(schema).is_valid(float_of(value))


def float_of(value: Json) -> Json:
    """Return a large number as the double that it is."""
    return float(value) if isinstance(value, int) and abs(value) > 2**53 else value


def test_large_numbers_are_no_literals() -> None:
    """Type checkers refuse long literals, and JavaScript writes other digits."""
    schema: JsonObject = {"properties": {"a": {"const": 1e300}, "b": {"enum": [2**53 - 1, 0]}}}
    text = views({"type": "object", **schema}).text
    assert "a: int | None = None" in text
    assert "b: Literal[9007199254740991, 0] | None = None" in text
