"""Which placeholders a tool's message may have, given its input schema."""

import json

import pytest

from interruptgen.model import Json
from interruptgen.pipeline import compile_sources

SCHEMA: Json = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "price": {"$ref": "#/$defs/Price"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
        "any": {"anyOf": [{"$ref": "#/$defs/Price"}, {"type": "null"}]},
        "odd: key!": {"type": "string"},
    },
    "allOf": [{"properties": {"extra": {"type": "string"}}}],
    "$defs": {
        "Price": {
            "type": "object",
            "properties": {"amount": {"type": "number"}, "next": {"$ref": "#/$defs/Price"}},
        }
    },
}


def codes(message: str, schema: Json = SCHEMA) -> list[str]:
    tool: Json = {"needsApproval": True, "message": message, "inputSchema": schema}
    source = json.dumps({"interruptgen": 1, "tools": {"act": tool}}).encode()
    compiled = compile_sources({"a.json": source}, lambda _: None)
    assert (compiled.model is None) is bool(compiled.diagnostics)
    return [one.code for one in compiled.diagnostics]


@pytest.mark.parametrize(
    "message",
    [
        "Do it?",
        "{name}",
        "{price.amount} and {price.next.next.amount}",
        "{labels.anything}",
        "{any.amount}",
        "{extra}",
        "{odd: key!}",
        "{{name}} {{{name}}}",
    ],
)
def test_accepted(message: str) -> None:
    assert codes(message) == []


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{nam}", "IG401"),
        ("{name.first}", "IG401"),
        ("{price.amout}", "IG401"),
        ("{name", "IG402"),
        ("name}", "IG402"),
        ("{}", "IG402"),
        ("{price..amount}", "IG402"),
        ("{name}}", "IG402"),
    ],
)
def test_refused(message: str, code: str) -> None:
    assert codes(message) == [code]
