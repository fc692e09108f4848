"""Which placeholders a tool's message may have, given its input schema."""

import json

import pytest

from interruptgen.diagnostics import Diagnostic
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
    "patternProperties": {"^x-[0-9]+$": {"type": "object", "properties": {"on": {}}}},
    "allOf": [{"properties": {"extra": {"type": "string"}}}],
    "if": {"required": ["name"], "properties": {"tested": {}}},
    "then": {"properties": {"named": {"$ref": "#/$defs/Price"}}},
    "else": {"properties": {"nameless": {}}},
    "dependentSchemas": {"name": {"properties": {"nickname": {}}}},
    "$defs": {
        "Price": {
            "type": "object",
            "properties": {"amount": {"type": "number"}, "next": {"$ref": "#/$defs/Price"}},
        }
    },
}


def findings(message: str, schema: Json = SCHEMA) -> tuple[Diagnostic, ...]:
    tool: Json = {"needsApproval": True, "message": message, "inputSchema": schema}
    source = json.dumps({"interruptgen": 1, "tools": {"act": tool}}).encode()
    compiled = compile_sources({"a.json": source}, lambda _: None)
    assert (compiled.model is None) is bool(compiled.diagnostics)
    return compiled.diagnostics


def codes(message: str, schema: Json = SCHEMA) -> list[str]:
    return [one.code for one in findings(message, schema)]


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
        "{named.amount} {nameless} {nickname}",
        "{x-1} {x-23.on}",
        "{{name}} {{{name}}}",
    ],
)
def test_accepted(message: str) -> None:
    assert codes(message) == []


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("{nam}", "IG401"),
        ("{tested}", "IG401"),
        ("{x-one}", "IG401"),
        ("{x-1.off}", "IG401"),
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


@pytest.mark.parametrize(
    ("message", "hint"),
    [
        ("{nam}", "did you mean `name`?"),
        ("{price.amout}", "did you mean `price.amount`?"),
        ("{price.next.else}", "the input has `price.next.amount`, `price.next.next`"),
        ("{name.first}", None),
    ],
)
def test_what_is_there_instead(message: str, hint: str | None) -> None:
    assert [one.hint for one in findings(message)] == [hint]
