"""Which version sends and which one receives, slot by slot, and what is said about it."""

import json

import pytest

from interruptgen.compat import SlotFinding, compare_models
from interruptgen.diagnostics import Severity
from interruptgen.model import Json, JsonObject, Model
from interruptgen.pipeline import compile_sources

OPEN: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}}
NEEDED: JsonObject = {**OPEN, "required": ["a"]}
NUMBER: JsonObject = {"type": "object", "properties": {"a": {"type": "number"}}}
INTEGER: JsonObject = {"type": "object", "properties": {"a": {"type": "integer"}}}


def model(source: JsonObject) -> Model:
    text = json.dumps({"interruptgen": 1, **source}).encode()
    compiled = compile_sources({"desk.json": text}, lambda _: None)
    assert compiled.model, compiled.diagnostics
    return compiled.model


def interrupt(**slots: Json) -> JsonObject:
    return {"interrupts": {"ask": {"message": "Go on?", **slots}}}


def tool(*, runs_on: str = "server", **slots: Json) -> JsonObject:
    return {"tools": {"act": {"inputSchema": {"type": "object"}, "runsOn": runs_on, **slots}}}


def approved(**branches: Json) -> JsonObject:
    if not branches:
        return tool(needsApproval=True)
    return tool(needsApproval=True, approvalSchema=dict(branches))


def findings(before: JsonObject, after: JsonObject) -> list[SlotFinding]:
    return [*compare_models(model(before), model(after))]


def said(found: list[SlotFinding]) -> list[str]:
    return [f"{one.slot} {one.flow.sender} {one.finding.rule.name} {one.severity}" for one in found]


CASES: tuple[tuple[JsonObject, JsonObject, list[str]], ...] = (
    # A payload flows from the new server to a client of the version before.
    (interrupt(payloadSchema=OPEN), interrupt(payloadSchema=NEEDED), []),
    (
        interrupt(payloadSchema=NEEDED),
        interrupt(payloadSchema=OPEN),
        ["payload new missing-property error"],
    ),
    (
        interrupt(payloadSchema=INTEGER),
        interrupt(payloadSchema=NUMBER),
        ["payload new refused-type error"],
    ),
    # A response flows back.
    (
        interrupt(responseSchema=OPEN),
        interrupt(responseSchema=NEEDED),
        ["response old missing-property error"],
    ),
    (interrupt(responseSchema=NEEDED), interrupt(responseSchema=OPEN), []),
    (interrupt(responseSchema=INTEGER), interrupt(responseSchema=NUMBER), []),
    # Where one version has no schema, anything may be sent.
    (interrupt(), interrupt(responseSchema=NEEDED), ["response old unmet-schema error"]),
    (interrupt(responseSchema=NEEDED), interrupt(), []),
    (interrupt(payloadSchema=NEEDED), interrupt(), ["payload new unmet-schema error"]),
    (interrupt(), interrupt(payloadSchema=NEEDED), []),
    # What reaches a tool on the server; a person's form is only advice.
    (
        tool(inputSchema=NUMBER),
        tool(inputSchema=INTEGER),
        ["input old refused-type error"],
    ),
    (
        tool(inputSchema=INTEGER),
        tool(inputSchema=NUMBER),
        ["input new wider-input note"],
    ),
    (
        tool(outputSchema=INTEGER),
        tool(outputSchema=NUMBER),
        ["output new refused-type error"],
    ),
    # A tool on the client gets its input from the server and sends its output back.
    (
        tool(runs_on="client", inputSchema=INTEGER),
        tool(runs_on="client", inputSchema=NUMBER),
        ["input new refused-type error"],
    ),
    (
        tool(runs_on="client", outputSchema=NUMBER),
        tool(runs_on="client", outputSchema=INTEGER),
        ["output old refused-type error"],
    ),
    # The decisions are responses, and have no payload where there is no schema.
    (
        approved(approve=OPEN, reject=OPEN),
        approved(approve=NEEDED, reject=OPEN),
        ["approve old missing-property error"],
    ),
    (approved(approve=NEEDED, reject=NEEDED), approved(approve=OPEN, reject=NEEDED), []),
    (
        approved(reject=OPEN),
        approved(approve=NEEDED, reject=OPEN),
        ["approve old missing-property error"],
    ),
    (
        approved(approve=OPEN, reject=NEEDED),
        approved(approve=OPEN),
        ["reject old refused-property error"],
    ),
    # What nobody does on purpose, and what is an annotation.
    (
        interrupt(responseSchema={"type": "object"}),
        interrupt(responseSchema=OPEN),
        ["response old undeclared-property note"],
    ),
    (
        interrupt(responseSchema={"type": "string"}),
        interrupt(responseSchema={"type": "string", "format": "date"}),
        ["response old changed-format note"],
    ),
    (
        interrupt(responseSchema={"type": "string", "pattern": "^(?!b)aa$"}),
        interrupt(responseSchema={"type": "string", "pattern": "^a{2}$"}),
        ["response old undecided-compatibility warning"],
    ),
    # Other definitions are not compared.
    (interrupt(responseSchema=OPEN), tool(inputSchema=NEEDED), []),
)


@pytest.mark.parametrize(("before", "after", "expected"), CASES)
def test_direction(before: JsonObject, after: JsonObject, expected: list[str]) -> None:
    assert said(findings(before, after)) == expected


def test_a_tool_with_one_schema_for_both_decisions_has_both_findings() -> None:
    found = findings(
        tool(needsApproval=True, approvalSchema=OPEN),
        tool(needsApproval=True, approvalSchema=NEEDED),
    )
    assert [one.slot for one in found] == ["approve", "reject"]


def test_places_are_those_of_the_versions() -> None:
    (sent,) = findings(interrupt(responseSchema=NUMBER), interrupt(responseSchema=INTEGER))
    (received,) = findings(interrupt(payloadSchema=INTEGER), interrupt(payloadSchema=NUMBER))
    for one in (sent, received):
        assert one.old == one.new == ("properties", "a", "type")
        assert one.severity is Severity.ERROR
        assert one.finding.witness
        assert one.finding.witness.value == {"a": 0.5}


def test_fingerprints_tell_findings_apart_and_stay() -> None:
    before = interrupt(responseSchema=OPEN, payloadSchema=INTEGER)
    after = interrupt(responseSchema=NEEDED, payloadSchema=NUMBER)
    first = [one.fingerprint for one in findings(before, after)]
    again = [one.fingerprint for one in findings(before, after)]
    moved = interrupt(responseSchema={**NEEDED, "title": "Answer"}, payloadSchema=NUMBER)
    assert first == again == [one.fingerprint for one in findings(before, moved)]
    assert len(set(first)) == 2
    assert all(len(one) == 16 for one in first)


MESSAGES: tuple[tuple[Json, Json, str, str], ...] = (
    (
        OPEN,
        NEEDED,
        "`a` is required now, and was not before",
        "`a` may be missing now, and was required before",
    ),
    (
        {"type": "object", "properties": {"a": {}}},
        {"type": "object", "properties": {"a": {}}, "additionalProperties": False},
        "`extra` is refused now, and was accepted before",
        "`extra` may be there now, and was refused before",
    ),
    (
        NUMBER,
        INTEGER,
        "`a` has to be `integer` now, and was `number` before",
        "`a` may be `number` now, and had to be `integer` before",
    ),
    (
        {"enum": ["economy", "first"]},
        {"enum": ["first"]},
        'the value cannot be `"economy"` any more',
        'the value may be `"economy"` now, which was refused before',
    ),
    (
        {"type": "array", "items": {"type": "integer", "maximum": 10}},
        {"type": "array", "items": {"type": "integer", "maximum": 5}},
        "`maximum` of `[0]` is `5` now, and was `10` before",
        "`maximum` of `[0]` is `10` now, and was `5` before",
    ),
    (
        {"type": "string"},
        {"type": "string", "maxLength": 5},
        "`maxLength` is `5` now, and was not given before",
        "`maxLength` is not given now, and was `5` before",
    ),
)


@pytest.mark.parametrize(("wide", "narrow", "response", "payload"), MESSAGES)
def test_message(wide: Json, narrow: Json, response: str, payload: str) -> None:
    (sent,) = findings(interrupt(responseSchema=wide), interrupt(responseSchema=narrow))
    assert sent.message == response
    (received,) = findings(interrupt(payloadSchema=narrow), interrupt(payloadSchema=wide))
    assert received.message == payload
