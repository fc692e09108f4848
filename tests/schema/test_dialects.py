"""Schemas of older dialects: what they accept and refuse stays the same in 2020-12."""

import json

import pytest
from jsonschema_rs import Draft202012Validator

from interruptgen.model import Json, JsonObject, Schema
from interruptgen.pipeline import compile_sources

URIS = {
    "draft-04": "http://json-schema.org/draft-04/schema#",
    "draft-06": "http://json-schema.org/draft-06/schema",
    "draft-07": "http://json-schema.org/draft-07/schema#",
    "2019-09": "https://json-schema.org/draft/2019-09/schema",
    "2020-12": "https://json-schema.org/draft/2020-12/schema",
}
OLD = ("draft-04", "draft-06", "draft-07")
TUPLES = (*OLD, "2019-09")
ALL = tuple(URIS)


def compiled(schema: JsonObject, dialect: str) -> Schema:
    definition: JsonObject = {"responseSchema": {"$schema": URIS[dialect], **schema}}
    source: Json = {"interruptgen": 1, "interrupts": {"ask": definition}}
    found = compile_sources({"d.json": json.dumps(source).encode()}, lambda _: None)
    assert found.model, found.diagnostics
    ((slot,),) = [[*one.slots()] for one in found.model.packages[0].interrupts]
    return slot.schema


PAIR: JsonObject = {"type": "array", "items": [{"type": "string"}, {"type": "integer"}]}
NEEDS: JsonObject = {"type": "object", "dependencies": {"a": ["b"]}}
NEEDS_SCHEMA: JsonObject = {
    "type": "object",
    "dependencies": {"a": {"required": ["b"], "properties": {"b": {"type": "string"}}}},
}
BOTH: JsonObject = {
    **NEEDS,
    "dependentRequired": {"a": ["c"]},
}
ALONE: JsonObject = {
    "definitions": {"text": {"type": "string"}},
    "type": "object",
    "properties": {"a": {"$ref": "#/definitions/text", "maxLength": 1}},
}
MOVED: JsonObject = {
    "type": "object",
    "properties": {"a": {"$id": "http://example.com/other/", "$ref": "text"}},
    "definitions": {
        "text": {"$id": "http://example.com/text", "type": "string"},
        "other": {"$id": "http://example.com/other/text", "type": "integer"},
    },
    "$id": "http://example.com/root",
}
OWN_ID: JsonObject = {
    "id": "http://example.com/root",
    "type": "object",
    "properties": {"a": {"$ref": "item"}},
    "definitions": {"item": {"id": "item", "type": "string"}},
}
CONDITION: JsonObject = {
    "type": "object",
    "if": {"required": ["a"]},
    "then": {"required": ["b"]},
}
CONTAINS: JsonObject = {"type": "array", "contains": {"type": "string"}}
FEW: JsonObject = {**CONTAINS, "minContains": 0}
UNEVALUATED: JsonObject = {
    "type": "object",
    "properties": {"a": {}},
    "unevaluatedProperties": False,
}
UNKNOWN_ID: JsonObject = {
    "type": "object",
    "properties": {
        "a": {
            "id": "other",
            "type": "object",
            "properties": {"b": {"$ref": "#/definitions/text"}},
            "definitions": {"text": {"type": "integer"}},
        },
    },
    "definitions": {"text": {"type": "string"}},
}
TWO_ANCHORS: JsonObject = {
    "type": "object",
    "properties": {"a": {"$ref": "#text"}},
    "definitions": {"1": {"$id": "#text", "type": "string"}, "2": {"$anchor": "text", "enum": [1]}},
}
OTHER_ID: JsonObject = {
    "$id": "http://example.com/root",
    "type": "object",
    "properties": {"a": {"$ref": "item"}},
    "definitions": {"item": {"id": "http://example.com/item", "type": "string"}},
}
ABOVE: JsonObject = {"type": "number", "minimum": 1, "exclusiveMinimum": True}
FROM: JsonObject = {"type": "number", "minimum": 1, "exclusiveMinimum": False}
BELOW: JsonObject = {"type": "number", "maximum": 1, "exclusiveMaximum": True}

CASES: list[tuple[tuple[str, ...], JsonObject, list[Json], list[Json]]] = [
    (("draft-04",), ABOVE, [1.5], [1, 0]),
    (("draft-04",), FROM, [1], [0]),
    (("draft-04",), BELOW, [0], [1, 2]),
    (TUPLES, PAIR, [[], ["a"], ["a", 1], ["a", 1, None]], [[1], ["a", "b"], {}]),
    (TUPLES, {**PAIR, "additionalItems": False}, [["a", 1]], [["a", 1, None]]),
    (TUPLES, {**PAIR, "additionalItems": {"type": "null"}}, [["a", 1, None]], [["a", 1, 2]]),
    (TUPLES, {"type": "array", "items": {}, "additionalItems": False}, [[1, 2]], [1]),
    (TUPLES, {"type": "array", "additionalItems": False}, [[1, 2]], [1]),
    (ALL, NEEDS, [{}, {"b": 1}, {"a": 1, "b": 1}], [{"a": 1}]),
    (ALL, NEEDS_SCHEMA, [{"b": 1}, {"a": 1, "b": "x"}], [{"a": 1}, {"a": 1, "b": 1}]),
    (OLD, BOTH, [{"a": 1, "b": 1}], [{"a": 1}]),
    (
        ("2019-09", "2020-12"),
        BOTH,
        [{"a": 1, "b": 1, "c": 1}],
        [{"a": 1, "b": 1}, {"a": 1, "c": 1}],
    ),
    (OLD, ALONE, [{"a": "ab"}], [{"a": 1}]),
    (("2019-09", "2020-12"), ALONE, [{"a": "a"}], [{"a": "ab"}, {"a": 1}]),
    (("draft-06", "draft-07"), MOVED, [{"a": "ab"}], [{"a": 1}]),
    (("2019-09", "2020-12"), MOVED, [{"a": 1}], [{"a": "ab"}]),
    (("draft-04",), OWN_ID, [{"a": "ab"}], [{"a": 1}]),
    (ALL, OTHER_ID, [{"a": "ab"}], [{"a": 1}]),
    (("draft-04",), UNKNOWN_ID, [{"a": {"b": 1}}], [{"a": {"b": "x"}}]),
    (ALL[1:], UNKNOWN_ID, [{"a": {"b": "x"}}], [{"a": {"b": 1}}]),
    (("draft-06", "draft-07"), TWO_ANCHORS, [{"a": "x"}], [{"a": 1}]),
    (("draft-04",), {"type": "object", "const": {}}, [{"a": 1}], [1]),
    (("draft-04",), CONTAINS, [[1]], [1]),
    (("draft-06", "draft-07", "2019-09", "2020-12"), CONTAINS, [["a"]], [[1], []]),
    (("draft-06", "draft-07"), FEW, [["a"]], [[1]]),
    (("2019-09", "2020-12"), FEW, [["a"], [1]], [1]),
    (("draft-04", "draft-06"), CONDITION, [{"a": 1}], [1]),
    (("draft-07", "2019-09", "2020-12"), CONDITION, [{"a": 1, "b": 1}], [{"a": 1}]),
    (OLD, UNEVALUATED, [{"b": 1}], [1]),
    (("2019-09", "2020-12"), UNEVALUATED, [{"a": 1}], [{"b": 1}]),
    (OLD, {"type": "array", "prefixItems": [False]}, [[1]], [1]),
]


@pytest.mark.parametrize(
    ("dialect", "schema", "accepted", "refused"),
    [(dialect, *case) for dialects, *case in CASES for dialect in dialects],
)
def test_verdicts(
    dialect: str, schema: JsonObject, accepted: list[Json], refused: list[Json]
) -> None:
    document = compiled(schema, dialect).document
    judge = Draft202012Validator(document)
    assert [one for one in accepted if not judge.is_valid(one)] == []
    assert [one for one in refused if judge.is_valid(one)] == []


INSIDE: dict[str, JsonObject] = {
    "draft-04": {"items": [{"minimum": 1, "exclusiveMinimum": True}], "additionalItems": False},
    "draft-07": {"items": [{"exclusiveMinimum": 1}], "additionalItems": False},
    "2019-09": {"items": [{"exclusiveMinimum": 1}], "unevaluatedItems": False},
    "2020-12": {"prefixItems": [{"exclusiveMinimum": 1}], "items": False},
}


@pytest.mark.parametrize("outer", ALL)
@pytest.mark.parametrize("inner", INSIDE)
@pytest.mark.parametrize("identified", [True, False])
def test_a_schema_of_another_dialect_inside(outer: str, inner: str, identified: bool) -> None:
    part: JsonObject = {"$schema": URIS[inner], "type": "array", **INSIDE[inner]}
    if identified:
        part["id" if inner == "draft-04" else "$id"] = "http://example.com/part"
    where: JsonObject = {"$ref": "#/definitions/part"}
    schema: JsonObject = {"type": "object", "properties": {"a": where, "b": part}}
    document = compiled({**schema, "definitions": {"part": part}}, outer).document
    judge = Draft202012Validator(document)
    for name in ("a", "b"):
        assert judge.is_valid({name: [2]})
        assert not judge.is_valid({name: [1]})
        assert not judge.is_valid({name: [2, 2]})
    assert "$schema" not in json.dumps(document)


def test_what_is_wrong_with_a_schema_of_another_dialect_inside() -> None:
    part: JsonObject = {"$schema": URIS["draft-04"], "exclusiveMinimum": 1}
    unknown: JsonObject = {"$schema": "http://example.com/dialect", "items": {"type": "x"}}
    for schema, code in ((part, "IG301"), (unknown, "IG302")):
        definition: Json = {"payloadSchema": {"type": "object", "properties": {"a": schema}}}
        source: Json = {"interruptgen": 1, "interrupts": {"ask": definition}}
        found = compile_sources({"d.json": json.dumps(source).encode()}, lambda _: None)
        assert code in {one.code for one in found.diagnostics}


GONE = frozenset({"$schema", "$id", "id", "definitions", "dependencies", "additionalItems"})


@pytest.mark.parametrize("dialect", ALL)
@pytest.mark.parametrize("schema", [NEEDS, NEEDS_SCHEMA, BOTH, ALONE, MOVED])
def test_nothing_old_is_left(dialect: str, schema: JsonObject) -> None:
    """Validators differ in what they make of the keywords of another dialect."""
    assert not GONE & compiled(schema, dialect).document.keys()


@pytest.mark.parametrize("dialect", TUPLES)
def test_no_array_of_items_is_left(dialect: str) -> None:
    document = compiled({**PAIR, "additionalItems": False}, dialect).document
    assert (document["items"], "additionalItems" in document) == (False, False)


@pytest.mark.parametrize(
    ("keyword", "value", "pointer"),
    [
        ("items", [{}, {"x-name": "Seat"}], ("prefixItems", 1)),
        ("items", {"x-name": "Seat"}, ("items",)),
        ("dependencies", {"a": {"x-name": "Seat"}}, ("dependentSchemas", "a")),
        ("properties", {"a": {"x-name": "Seat"}}, ("properties", "a")),
    ],
)
def test_names_move_with_their_schemas(keyword: str, value: Json, pointer: object) -> None:
    schema = compiled({"type": ["array", "object"], keyword: value}, "draft-07")
    assert schema.class_names == {pointer: "Seat"}


def test_the_name_of_what_follows_a_tuple() -> None:
    schema = compiled({**PAIR, "additionalItems": {"x-name": "Seat"}}, "draft-07")
    assert schema.class_names == {("items",): "Seat"}
