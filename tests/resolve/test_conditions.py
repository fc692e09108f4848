"""What the condition of an approval may be about, given the tool's input schema."""

import json

import pytest

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources

INPUT: JsonObject = {
    "type": "object",
    "properties": {
        "amount": {"type": "number"},
        "account": {"$ref": "#/$defs/Account"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "rest": {"type": "object"},
    },
    "$defs": {"Account": {"type": "object", "properties": {"iban": {"type": "string"}}}},
}


def findings(condition: Json, schema: Json = INPUT) -> tuple[Diagnostic, ...]:
    tool: Json = {"needsApproval": {"when": condition}, "inputSchema": schema}
    shared: Json = {"Large": {"required": ["size"]}}
    source: Json = {"interruptgen": 1, "tools": {"act": tool}, "$defs": shared}
    compiled = compile_sources({"a.json": json.dumps(source).encode()}, lambda _: None)
    assert compiled.model
    return compiled.diagnostics


@pytest.mark.parametrize(
    "condition",
    [
        True,
        {},
        {"required": ["amount"]},
        {"properties": {"account": {"required": ["iban"]}}},
        {"properties": {"labels": {"required": ["anything"]}}},
        {"properties": {"rest": {"properties": {"nobody": {"required": ["knows"]}}}}},
        {"$ref": "#/$defs/Large"},
        {"properties": {"amount": {"const": {"required": ["size"]}}}},
    ],
)
def test_about_what_is_there(condition: Json) -> None:
    assert findings(condition) == ()


@pytest.mark.parametrize(
    ("condition", "name", "hint"),
    [
        ({"required": ["amonut"]}, "amonut", "did you mean `amount`?"),
        (
            {"properties": {"amonut": {}}, "required": ["amonut"]},
            "amonut",
            "did you mean `amount`?",
        ),
        (
            {"not": {"properties": {"account": {"required": ["ibna"]}}}},
            "account.ibna",
            "did you mean `account.iban`?",
        ),
        (
            {"anyOf": [{"properties": {"account": {"properties": {"zip": {"required": ["x"]}}}}}]},
            "account.zip",
            "the input has `account.iban`",
        ),
    ],
)
def test_about_what_is_not_there(condition: Json, name: str, hint: str) -> None:
    (found,) = findings(condition)
    assert (found.code, found.hint) == ("IG403", hint)
    assert f"`{name}`" in found.message


def test_nothing_is_known_without_properties() -> None:
    assert findings({"required": ["size"]}, {"type": "object"}) == ()
