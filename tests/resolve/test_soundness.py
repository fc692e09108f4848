"""Schemas that only references lead to: they are checked like those that stand in a slot."""

import json

import pytest

from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources

DRAFT_07 = "http://json-schema.org/draft-07/schema#"


def codes(response: Json, others: dict[str, Json], **top: Json) -> list[str]:
    source: JsonObject = {
        "interruptgen": 1,
        "interrupts": {"ask": {"responseSchema": response, "examples": [{"response": {}}]}},
        **top,
    }
    files = {path: json.dumps(value).encode() for path, value in others.items()}
    compiled = compile_sources({"a.json": json.dumps(source).encode()}, files.get)
    return [f"{one.code} {one.place.path}" for one in compiled.diagnostics]


OTHERS: dict[str, tuple[Json, list[str]]] = {
    "sound": ({"type": "object"}, []),
    "no schema at all": ("object", ["IG310 a.json"]),
    "an unknown type": ({"type": "thing"}, ["IG301 x.json"]),
    "further down": ({"properties": {"a": {"required": "a"}}}, ["IG301 x.json"]),
    "a pattern": ({"pattern": "("}, ["IG304 x.json"]),
    "a number": ({"const": 2**53 + 1}, ["IG305 x.json"]),
    "an unknown dialect": ({"$schema": "https://example.com/"}, ["IG302 x.json"]),
    "a warning": ({"minimum": 2, "maximum": 1}, ["IG308 x.json"]),
    "an older dialect": ({"$schema": DRAFT_07, "items": [{}, {}]}, []),
    "what an older dialect does not look at": ({"$schema": DRAFT_07, "deprecated": 1}, []),
}


@pytest.mark.parametrize("name", OTHERS)
def test_a_file_that_only_a_reference_names(name: str) -> None:
    schema, expected = OTHERS[name]
    assert codes({"$ref": "x.json"}, {"x.json": schema}) == expected


def test_a_file_is_checked_once() -> None:
    twice: Json = {"properties": {"a": {"$ref": "x.json"}, "b": {"$ref": "x.json#/properties/c"}}}
    found = codes(twice, {"x.json": {"properties": {"c": {"type": "thing"}}}})
    assert found == ["IG301 x.json"]


@pytest.mark.parametrize(
    ("schema", "pointer"),
    [
        ({"x-own": {"a": {"type": "thing"}}}, "#/x-own/a"),
        ({"default": {"type": "thing"}}, "#/default"),
        ({"additionalItems": {"type": "thing"}}, "#/additionalItems"),
        ({"$schema": DRAFT_07, "$defs": {"a": {"type": "thing"}}}, "#/$defs/a"),
    ],
)
def test_a_place_that_no_keyword_leads_to(schema: JsonObject, pointer: str) -> None:
    response: Json = {**schema, "properties": {"a": {"$ref": pointer}}}
    found = codes(response, {})
    assert [one for one in found if one[:5] not in ("IG303", "IG317")] == ["IG301 a.json"]


def test_a_definition_file_with_errors_is_not_used() -> None:
    broken = {"interruptgen": 1, "$defs": {"Broken": {"type": "thing"}}}
    source = {
        "interruptgen": 1,
        "interrupts": {
            "ask": {
                "responseSchema": {"$ref": "b.json#/$defs/Broken"},
                "examples": [{"response": 1}],
            }
        },
    }
    sources = {"a.json": json.dumps(source).encode(), "b.json": json.dumps(broken).encode()}
    found = compile_sources(sources, lambda _: None).diagnostics
    assert [(one.code, one.place.path) for one in found] == [
        ("IG301", "b.json"),
    ]
