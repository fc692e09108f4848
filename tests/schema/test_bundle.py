"""References inside and across files, and what a schema looks like that stands alone."""

import json
from collections.abc import Mapping

import jsonschema_rs
import pytest

from interruptgen import language, reading
from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, JsonObject, Pointer, Schema
from interruptgen.reading import Document
from interruptgen.schema.bundle import Bundler
from interruptgen.schema.library import Library
from interruptgen.schema.references import Location

OBJECT: Json = {"type": "object"}
NINES = "9" * 5_000


def parse(path: str, value: Json) -> Document:
    document = reading.read(path, json.dumps(value).encode())
    assert isinstance(document, Document)
    return document


def bundle_at(
    pointer: Pointer, sources: Mapping[str, Json], others: Mapping[str, Json] | None = None
) -> Schema | tuple[Diagnostic, ...]:
    documents = {path: parse(path, value) for path, value in sources.items()}
    files = others or {}

    def load(path: str) -> Document | None:
        return parse(path, files[path]) if path in files else None

    library = Library(documents, load, language.embedded)
    return Bundler(library).bundle(Location(next(iter(sources)), pointer))


def response(schema: Json, defs: JsonObject | None = None) -> JsonObject:
    source: JsonObject = {"interruptgen": 1, "interrupts": {"ask": {"responseSchema": schema}}}
    return source if defs is None else {**source, "$defs": defs}


def bundled(source: Json, others: Mapping[str, Json] | None = None) -> JsonObject:
    sources = {"desk/a.json": source}
    result = bundle_at(("interrupts", "ask", "responseSchema"), sources, others)
    assert isinstance(result, Schema), result
    return result.document


def findings(source: Json, others: Mapping[str, Json] | None = None) -> list[str]:
    sources = {"desk/a.json": source}
    result = bundle_at(("interrupts", "ask", "responseSchema"), sources, others)
    assert isinstance(result, tuple), result
    return [f"{one.code} {one.place} {one.message}" for one in result]


def test_what_stays_in_the_compiler() -> None:
    schema: Json = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:x",
        "x-name": "Answer",
        "type": "object",
        "properties": {"x-kept": {"$anchor": "k", "const": {"x-data": 1, "$ref": "#/nowhere"}}},
        "$defs": {"Unused": {"type": "string"}},
    }
    assert bundled(response(schema)) == {
        "type": "object",
        "properties": {"x-kept": {"const": {"x-data": 1, "$ref": "#/nowhere"}}},
    }


REFERENCES: dict[str, tuple[Json, dict[str, Json]]] = {
    "shared": ({"$ref": "#/$defs/Shared"}, {"Shared": {"type": "integer"}}),
    "own before shared": (
        {"$ref": "#/$defs/Both", "$defs": {"Both": {"type": "integer"}}},
        {"Both": {"type": "integer"}},
    ),
    "definitions": (
        {"$ref": "#/definitions/Old", "definitions": {"Old": {"type": "integer"}}},
        {"Old": {"type": "integer"}},
    ),
    "anchor": (
        {"$ref": "#here", "$defs": {"A": {"$anchor": "here", "type": "integer"}}},
        {"A": {"type": "integer"}},
    ),
    "own id": (
        {
            "$id": "https://example.com/root.json",
            "$ref": "part.json#/$defs/B",
            "$defs": {"P": {"$id": "part.json", "$defs": {"B": {"type": "integer"}}}},
        },
        {"B": {"type": "integer"}},
    ),
    "escapes": (
        {"$ref": "#/$defs/a~1b~0c%20d", "$defs": {"a/b~c d": {"type": "integer"}}},
        {"a_b_c_d": {"type": "integer"}},
    ),
    "other file": ({"$ref": "../shared/plain.json"}, {"plain": {"type": "integer"}}),
    "pointer into other file": (
        {"$ref": "../shared/plain.json#/$defs/Deep"},
        {"Deep": {"type": "integer"}},
    ),
    "property": (
        {"properties": {"a": {"type": "integer"}}, "$ref": "#/properties/a"},
        {"a": {"type": "integer"}},
    ),
}
PLAIN: Json = {"type": "integer", "$defs": {"Deep": {"type": "integer"}}}


@pytest.mark.parametrize("name", REFERENCES)
def test_every_form_of_a_reference(name: str) -> None:
    schema, members = REFERENCES[name]
    defs: JsonObject = {"Shared": {"type": "integer"}, "Both": {"type": "string"}}
    document = bundled(response(schema, defs), {"shared/plain.json": PLAIN})
    assert document["$defs"] == members
    assert document["$ref"] == f"#/$defs/{next(iter(members))}"
    assert jsonschema_rs.Draft202012Validator(document).is_valid(1)
    assert not jsonschema_rs.Draft202012Validator(document).is_valid("1")


def test_recursion_through_the_root() -> None:
    document = bundled(response({"type": "object", "properties": {"next": {"$ref": "#"}}}))
    assert document == {
        "$ref": "#/$defs/root",
        "$defs": {"root": {"type": "object", "properties": {"next": {"$ref": "#/$defs/root"}}}},
    }


def test_cycle_between_files() -> None:
    left: Json = {"type": "object", "properties": {"right": {"$ref": "right.json"}}}
    right: Json = {"type": "object", "properties": {"left": {"$ref": "left.json"}}}
    others = {"desk/left.json": left, "desk/right.json": right}
    document = bundled(response({"$ref": "left.json"}), others)
    judge = jsonschema_rs.Draft202012Validator(document)
    assert judge.is_valid({"right": {"left": {"right": {}}}})
    assert not judge.is_valid({"right": {"left": {"right": 1}}})


def test_equal_names_of_two_files_stay_apart() -> None:
    schema: Json = {
        "type": "object",
        "properties": {
            "mine": {"$ref": "#/$defs/Price"},
            "theirs": {"$ref": "../shared/money.json#/$defs/Price"},
        },
    }
    source = response(schema, {"Price": {"type": "number"}})
    others: dict[str, Json] = {"shared/money.json": {"$defs": {"Price": {"type": "string"}}}}
    document = bundled(source, others)
    assert document["$defs"] == {"Price": {"type": "number"}, "Price_2": {"type": "string"}}
    judge = jsonschema_rs.Draft202012Validator(document)
    assert judge.is_valid({"mine": 1, "theirs": "1"})


def test_unrelated_edits_leave_the_hash_alone() -> None:
    schema: Json = {"$ref": "#/$defs/Used"}
    defs: JsonObject = {"Used": {"type": "object", "properties": {"a": {"type": "string"}}}}
    more: JsonObject = {"Added": {"type": "string"}, **defs, "Used2": {"$ref": "#/$defs/Used"}}
    first = bundled(response(schema, defs))
    assert bundled(response(schema, more)) == first


@pytest.mark.parametrize(
    ("schema", "code", "at", "message"),
    [
        ({"$ref": "#/$defs/Prise"}, "IG310", "#/$defs/Prise", "there is nothing at"),
        ({"$ref": "#/interrupts/ask"}, "IG310", "#/interrupts/ask", "is not inside a schema"),
        ({"$ref": "#lost"}, "IG310", "#lost", "no schema in desk/a.json has `$anchor: lost`"),
        ({"$ref": "lost.json"}, "IG310", "lost.json", "there is no file `desk/lost.json`"),
        ({"$ref": "https://a.example/x"}, "IG311", "https://a.example/x", "is not a file"),
        ({"$ref": "http://["}, "IG311", "http://[", "is not a file"),
        ({"allOf": [True], "$ref": "#/allOf/00"}, "IG310", "#/allOf/00", "there is nothing at"),
        ({"allOf": [True], "$ref": "#/allOf/" + NINES}, "IG310", "#/allOf/" + NINES, "nothing at"),
        ({"$ref": "../../x.json"}, "IG312", "../../x.json", "is outside the project"),
        ({"$ref": "/etc/passwd"}, "IG312", "/etc/passwd", "is outside the project"),
        ({"$ref": "%2e%2e/%2e%2e/x.json"}, "IG312", "%2e%2e/%2e%2e/x.json", "is outside"),
        ({"$ref": "#"}, "IG313", "responseSchema", "the schema refers to itself"),
        ({"anyOf": [{"$ref": "#"}]}, "IG313", "responseSchema", "the schema refers to itself"),
        ({"$dynamicRef": "#node"}, "IG310", "#node", "no schema in desk/a.json has `$anchor"),
    ],
)
def test_references_that_lead_nowhere(schema: Json, code: str, at: str, message: str) -> None:
    source = response(schema, {"Price": {"type": "number"}})
    column = json.dumps(source).index(json.dumps(at)) + 1
    (found,) = findings(source)
    assert found.startswith(f"{code} desk/a.json:1:{column} ")
    assert message in found


@pytest.mark.parametrize(
    ("reference", "hint"),
    [
        ("#/$defs/Prise", "did you mean `Price`?"),
        ("#/definitions/Price", "did you mean `#/$defs/Price`?"),
        ("#/$defs/price/Amount", "did you mean `#/definitions/amount`?"),
        ("#price", "did you mean `#/$defs/Price`?"),
        ("#/$defs/Unlike", None),
    ],
)
def test_a_close_name_is_suggested(reference: str, hint: str | None) -> None:
    schema: Json = {"$ref": reference, "definitions": {"amount": {}}}
    source = response(schema, {"Price": {"type": "number"}})
    result = bundle_at(("interrupts", "ask", "responseSchema"), {"a.json": source})
    assert isinstance(result, tuple)
    assert [one.hint for one in result] == [hint]


@pytest.mark.parametrize(
    ("reference", "definitions"),
    [
        ("#a", [{"$anchor": "a"}, {"$anchor": "a", "type": "string"}]),
        ("#a", [{"$id": "x", "$anchor": "a"}, {"$id": "y", "$anchor": "a"}]),
        ("b.json", [{"$id": "b.json"}, {"$id": "b.json", "type": "string"}]),
    ],
)
def test_a_name_of_two_schemas(reference: str, definitions: list[Json]) -> None:
    """Validators take the first or the last, so that nobody can know what is meant."""
    members: JsonObject = {str(index): one for index, one in enumerate(definitions)}
    assert bundled(response({"type": "string", "$defs": members}))
    (found,) = findings(response({"$ref": reference, "$defs": members}))
    assert found.startswith("IG310")
    assert f"`{reference}` names more than one schema" in found
