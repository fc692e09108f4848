"""Bundles of one build share copies, and each of them still says what it would say alone."""

import json

from interruptgen.model import Json, JsonObject, Schema
from interruptgen.pipeline import compile_sources
from schema.test_bundle import bundle_at


def test_a_definition_that_is_called_differently_elsewhere() -> None:
    """`Both` is two schemas: which of them gets a number depends on what else is reached."""
    shared: JsonObject = {
        "Both": {"type": "string"},
        "User": {"type": "object", "properties": {"both": {"$ref": "#/$defs/Both"}}},
    }
    own: JsonObject = {
        "$ref": "#/$defs/Own",
        "$defs": {
            "Own": {"properties": {"a": {"$ref": "#/$defs/Both"}, "b": {"$ref": "#/$defs/User"}}},
            "Both": {"type": "integer"},
        },
    }
    source: Json = {
        "interruptgen": 1,
        "$defs": shared,
        "interrupts": {
            "alone": {"responseSchema": {"$ref": "#/$defs/User"}},
            "own": {"responseSchema": own},
        },
    }
    sources = {"a.json": source}
    compiled = compile_sources({"a.json": json.dumps(source).encode()}, lambda _: None)
    assert compiled.model, compiled.diagnostics
    slots = list(compiled.model.packages[0].slots())
    for id, slot in zip(("alone", "own"), slots, strict=True):
        alone = bundle_at(("interrupts", id, "responseSchema"), sources)
        assert isinstance(alone, Schema)
        assert slot.schema.text == alone.text
    assert "Both_2" in slots[1].schema.text
