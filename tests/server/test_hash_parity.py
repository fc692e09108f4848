"""Interrupts that our server emits, typed by the real client for schemas of every kind."""

import asyncio
import json
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

import pytest

from interop.definitions import Definition, of_model
from interop.peers import run_node
from interruptgen.pipeline import compile_sources
from interruptgen_runtime import (
    InterruptDefinition,
    Json,
    JsonObject,
    Phase,
    Schema,
    ToolDefinition,
)
from interruptgen_runtime.core.canonical import canonical, hash_json
from interruptgen_runtime.server import Agent, ToolCallContext
from interruptgen_runtime.testing import (
    Call,
    FixedClock,
    ScriptedModel,
    Thread,
    Turn,
    fixed_outside,
    fixed_trust,
)
from server.bank import Asking
from server.recorded import Anything

pytestmark = pytest.mark.node


def of(**properties: Json) -> JsonObject:
    return {"type": "object", "properties": properties, "required": list(properties)}


SCHEMAS: Final[Sequence[tuple[JsonObject, Json]]] = (
    ({"type": "object", "properties": {"a": {"type": "string"}}}, {}),
    (of(a={"type": ["string", "null"]}), {"a": None}),
    (of(a={"enum": ["x", "y", None, 3]}), {"a": "x"}),
    (of(a={"const": "only"}), {"a": "only"}),
    (of(a=of(b=of(c={"type": "boolean"}))), {"a": {"b": {"c": True}}}),
    (of(a={"type": "array", "items": {"type": "integer"}, "minItems": 1}), {"a": [1]}),
    (of(a={"type": "array", "prefixItems": [{"type": "string"}], "items": False}), {"a": ["x"]}),
    (of(a={"type": "array", "uniqueItems": True}), {"a": [1, 2]}),
    (of(a={"type": "number", "minimum": 0, "exclusiveMaximum": 1e21}), {"a": 0.1}),
    (of(a={"type": "number", "multipleOf": 0.01}), {"a": 0.25}),
    (of(a={"type": "integer", "maximum": 9007199254740991}), {"a": 7}),
    (of(a={"type": "string", "minLength": 1, "maxLength": 9}), {"a": "x"}),
    (of(a={"type": "string", "pattern": "^[A-Z]{3}$"}), {"a": "EUR"}),
    (of(a={"type": "string", "format": "date-time"}), {"a": "2027-01-15T08:00:00Z"}),
    (of(a={"type": "string", "default": 'quote " and \\ back\n'}), {"a": "x"}),
    ({**of(), "properties": {"gr\u00fc\u00dfe": True, "\u65e5\u672c": {"type": "string"}}}, {}),
    ({**of(), "properties": {"\U0001f600": True, "\ufb01": True, "10": True, "9": True}}, {}),
    (of(a={"oneOf": [{"type": "string"}, of(kind={"const": "b"})]}), {"a": {"kind": "b"}}),
    (
        {**of(a={"$ref": "#/$defs/Tree"}), "$defs": {"Tree": {"type": ["object", "null"]}}},
        {"a": None},
    ),
    ({"type": "object", "additionalProperties": {"type": "string"}}, {"any": "thing"}),
)


def _nothing(path: str) -> None:
    """No other file is there."""


def source_of(documents: Sequence[JsonObject]) -> bytes:
    """Define an interrupt and a gated tool of each schema."""
    interrupts: JsonObject = {}
    tools: JsonObject = {}
    for place, document in enumerate(documents):
        branch: JsonObject = {"approve": document}
        interrupts[f"ask-{place}"] = {"payloadSchema": document, "responseSchema": document}
        tools[f"act-{place}"] = {
            "needsApproval": True,
            "inputSchema": document,
            "approvalSchema": branch,
        }
    source: JsonObject = {
        "interruptgen": 1,
        "package": "parity",
        "interrupts": interrupts,
        "tools": tools,
    }
    return json.dumps(source).encode()


def compiled(documents: Sequence[JsonObject]) -> list[Definition]:
    """Compile an interrupt and a gated tool of each schema."""
    model = compile_sources({"parity.json": source_of(documents)}, _nothing).model
    assert model is not None
    return list(of_model(model))


def schema(definition: Definition, slot: str) -> Schema[Anything]:
    """Return a schema with its precomputed hash; a branch of an approval has none of its own."""
    document: Json = definition.schemas[slot]
    known = definition.hashes.get(slot) or hash_json(document)
    return Schema(view=lambda: Anything, hash=known, text=canonical(document))


def agent(definitions: Sequence[Definition]) -> Agent:
    """Return an agent that asks every question and calls every tool before it goes on."""
    samples = {
        f"{name}-{place}": value
        for place, (_, value) in enumerate(SCHEMAS)
        for name in ("ask", "act")
    }
    asked = [one for one in definitions if one.section == "interrupts"]
    called = [one for one in definitions if one.section == "tools"]
    interrupts = [
        InterruptDefinition[Any, Any](
            id=one.id,
            reason="r",
            message="m",
            payload=schema(one, "payload"),
            response=schema(one, "response"),
        )
        for one in asked
    ]
    questions: list[Any] = [
        each.interrupt(key="k", payload=Anything(samples[each.id])) for each in interrupts
    ]
    clock = FixedClock()
    calls = [Call(one.id, one.id, json.dumps(samples[one.id])) for one in called]
    return Agent(
        model=ScriptedModel([Turn(calls=tuple(calls))]),
        tools=[tool(one) for one in called],
        interrupts=interrupts,
        middleware=[Asking({Phase.BEFORE_TOOLS: questions})],
        trust=fixed_trust(clock),
        outside=fixed_outside(clock),
    )


def tool(definition: Definition) -> Any:
    made = ToolDefinition[Any, Json, Any, None](
        name=definition.id,
        needs_approval=True,
        input=schema(definition, "input"),
        output=None,
        approve=schema(definition, "approve"),
        approval_hash=definition.hashes["approval"],
        response_hash=definition.hashes["approvalResponse"],
    )

    @made.implement
    async def act(arguments: Any, call: ToolCallContext) -> Json:
        raise AssertionError("nobody has approved it")

    return act


def emitted() -> tuple[list[Definition], list[Json]]:
    definitions = compiled([document for document, _ in SCHEMAS])
    thread = Thread(agent(definitions))
    asyncio.run(thread.say("Go"))
    return definitions, [each.json for each in thread.interrupts]


def shown(definitions: Sequence[Definition], descriptors: Sequence[Json]) -> list[Any]:
    known = [one.for_peer() for one in definitions]
    answer = run_node(
        "hydrate.mjs",
        {
            "threadId": "thread-1",
            "runId": "run-1",
            "descriptors": descriptors,
            "interrupts": [one for one in known if one["section"] == "interrupts"],
            "tools": [one for one in known if one["section"] == "tools"],
        },
    )
    visible: list[Any] = answer["visible"]
    return visible


def is_typed(item: Any) -> bool:
    return "toolName" in item or "definitionId" in item


def test_r12_hash_parity() -> None:
    definitions, descriptors = emitted()
    found = shown(definitions, descriptors)
    assert len(found) == 2 * len(SCHEMAS) == 40
    for item in found:
        assert (item["status"], item["canResolve"]) == ("pending", True)
        assert is_typed(item), item


def test_r12_another_schema_on_the_client() -> None:
    """One more word, and nothing is typed; what is answered then, our schemas judge."""
    _, descriptors = emitted()
    changed = [{**document, "description": "."} for document, _ in SCHEMAS]
    found = shown(compiled(changed), descriptors)
    assert len(found) == 40
    assert not any(map(is_typed, found))


def test_r12_another_schema_on_the_way() -> None:
    """A question is broken then; an approval loses its type, and our schemas judge its answer."""
    definitions, descriptors = emitted()
    altered: Any = deepcopy(descriptors)
    for descriptor in altered:
        descriptor["responseSchema"]["description"] = "."
    found = shown(definitions, altered)
    assert len(found) == 40
    assert not any(map(is_typed, found))
    assert sum(item["status"] == "error" for item in found) == len(SCHEMAS)
