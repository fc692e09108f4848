"""`$dynamicRef`s: bundled where they always lead to the same schema, refused elsewhere."""

from collections.abc import Callable

import jsonschema
import jsonschema_rs
import pytest

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, JsonObject, Schema
from schema.test_bundle import bundle_at, bundled, findings, response
from views.random_dialects import Judge

STRINGS: Json = {"$dynamicAnchor": "item", "type": "string"}
LIST: JsonObject = {
    "$id": "list",
    "type": "array",
    "items": {"$dynamicRef": "#item"},
    "$defs": {"item": {"$dynamicAnchor": "item"}},
}
WORDS: JsonObject = {"$id": "words", "$ref": "list", "$defs": {"item": STRINGS}}


def accepts(document: JsonObject, value: Json) -> bool:
    return jsonschema_rs.Draft202012Validator(document, validate_formats=False).is_valid(value)


STATIC: dict[str, JsonObject] = {
    "one schema has the name": {
        "type": "array",
        "items": {"$dynamicRef": "#item"},
        "$defs": {"item": STRINGS},
    },
    "a plain anchor": {
        "type": "array",
        "items": {"$dynamicRef": "#item"},
        "$defs": {"item": {"$anchor": "item", "type": "string"}},
    },
    "a pointer, whatever has a name": {
        "type": "array",
        "items": {"$dynamicRef": "#/$defs/item"},
        "$defs": {"item": STRINGS, "other": {"$id": "other", **LIST}},
    },
    "the outermost schema has it": {"$ref": "list", "$defs": {"item": STRINGS, "list": LIST}},
    "beside a reference": {
        "type": "array",
        "items": {"$ref": "#/$defs/short", "$dynamicRef": "#item"},
        "$defs": {"item": STRINGS, "short": {"maxLength": 9}},
    },
    "an older dialect does not know it": {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "type": "array",
        "items": {"type": "string", "$dynamicRef": "#lost"},
    },
}


@pytest.mark.parametrize("name", STATIC)
def test_what_always_leads_to_the_same_schema(name: str) -> None:
    document = bundled(response(STATIC[name]))
    assert "dynamic" not in str(document)
    assert accepts(document, ["a"])
    assert not accepts(document, [1])


def test_beside_a_reference_both_hold() -> None:
    document = bundled(response(STATIC["beside a reference"]))
    assert not accepts(document, ["much too long"])


def test_what_depends_on_the_way() -> None:
    numbers: JsonObject = {**WORDS, "$id": "numbers", "$defs": {"item": {"$dynamicAnchor": "item"}}}
    schema: JsonObject = {
        "type": "object",
        "properties": {"a": {"$ref": "words"}, "b": {"$ref": "numbers"}},
        "$defs": {"list": LIST, "words": WORDS, "numbers": numbers},
    }
    (found,) = findings(response(schema))
    assert found.startswith("IG314")


def test_a_name_gets_no_other_meaning_in_a_shared_schema() -> None:
    """The class of a shared schema has one meaning, whoever refers to it."""
    schema: JsonObject = {"$ref": "#/$defs/Shared", "$defs": {"item": STRINGS}}
    source = response(schema, {"Shared": LIST})
    assert isinstance(bundle_at(("$defs", "Shared"), {"a.json": source}), Schema)
    result = bundle_at(("interrupts", "ask", "responseSchema"), {"a.json": source})
    assert isinstance(result, tuple)
    assert [one.code for one in result if isinstance(one, Diagnostic)] == ["IG314"]


judge_of: Callable[[JsonObject], Judge] = jsonschema.Draft201909Validator
OLD = "https://json-schema.org/draft/2019-09/schema"
TREE: JsonObject = {
    "type": "object",
    "properties": {"nodes": {"type": "array", "items": {"$recursiveRef": "#"}}},
}
RECURSIVE: dict[str, tuple[JsonObject, Json, Json]] = {
    "without an anchor": (TREE, {"nodes": [{"more": 1}]}, {"nodes": [1]}),
    "anchored": (
        {**TREE, "$recursiveAnchor": True, "required": ["nodes"]},
        {"nodes": [{"nodes": []}]},
        {"nodes": [{}]},
    ),
    "the outermost schema is meant": (
        {
            "$id": "http://example.com/strict",
            "$recursiveAnchor": True,
            "$ref": "tree",
            "unevaluatedProperties": False,
            "$defs": {"tree": {**TREE, "$id": "tree", "$recursiveAnchor": True}},
        },
        {"nodes": [{"nodes": []}]},
        {"nodes": [{"more": 1}]},
    ),
    "the outermost schema is not meant": (
        {
            "$id": "http://example.com/strict",
            "$ref": "tree",
            "unevaluatedProperties": False,
            "$defs": {"tree": {**TREE, "$id": "tree", "$recursiveAnchor": True}},
        },
        {"nodes": [{"more": 1}]},
        {"more": 1},
    ),
    "beside other keywords": (
        {**TREE, "properties": {"next": {"$recursiveRef": "#", "required": ["next"]}}},
        {"other": 1},
        {"next": {}},
    ),
    "an anchor that nothing refers to": (
        {"$recursiveAnchor": True, "type": "string"},
        "a",
        1,
    ),
}


@pytest.mark.parametrize("name", RECURSIVE)
def test_recursive_references(name: str) -> None:
    schema, accepted, refused = RECURSIVE[name]
    old: JsonObject = {"$schema": OLD, **schema}
    judge = judge_of(old)
    assert judge.is_valid(accepted)
    assert not judge.is_valid(refused)
    document = bundled(response(old))
    assert "recursive" not in str(document)
    assert accepts(document, accepted)
    assert not accepts(document, refused)


def test_a_recursive_reference_that_depends_on_the_way() -> None:
    tree: JsonObject = {**TREE, "$id": "tree", "$recursiveAnchor": True}
    strict: JsonObject = {
        "$id": "strict",
        "$recursiveAnchor": True,
        "$ref": "tree",
        "unevaluatedProperties": False,
    }
    schema: JsonObject = {
        "$schema": OLD,
        "type": "object",
        "properties": {"a": {"$ref": "tree"}, "b": {"$ref": "strict"}},
        "$defs": {"tree": tree, "strict": strict},
    }
    (found,) = findings(response(schema))
    assert found.startswith("IG314")
    assert "`$recursiveRef`" in found
