"""Deployments of a desk whose tools are declared by hand, so that any version can follow any."""

import json
from collections.abc import Sequence
from typing import Any

from interruptgen_runtime import Json, JsonObject, ToolDefinition, UntypedSchema, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.earlier import EarlierTool
from interruptgen_runtime.core.envelope import decision_envelope
from interruptgen_runtime.server import Agent, Sealed, ToolCallContext
from interruptgen_runtime.testing import (
    Call,
    FixedClock,
    ScriptedModel,
    Thread,
    Turn,
    fixed_outside,
    fixed_trust,
)

Tool = ToolDefinition[Any, Any, Any, Any]

EUROS: Json = {"type": "object", "properties": {"amount": {"type": "integer"}}}
CENTS: Json = {
    "type": "object",
    "properties": {"amount": {"type": "integer"}, "unit": {"const": "cent"}},
}
STRICT: Json = {"type": "object", "required": ["unit"]}
PAY = Call("c1", "pay", {"amount": 7})


def schema(document: Json) -> UntypedSchema:
    return UntypedSchema(hash=hash_json(document), text=json.dumps(document))


def tool(document: Json, name: str = "pay", **more: Any) -> Tool:
    """Return a tool that needs an approval, unless `more` says something else."""
    return ToolDefinition(
        name=name,
        input=schema(document),
        output=more.pop("output", None),
        needs_approval=more.pop("needs_approval", True),
        response_hash=hash_json(decision_envelope(document, ABSENT, ABSENT)),
        **more,
    )


def version(before: Tool) -> EarlierTool[Any, Any, Any, Any]:
    """Return a tool as an earlier version of another."""
    return EarlierTool(
        input=before.input,
        output=before.output,
        approve=before.approve,
        reject=before.reject,
        approval_hash=before.approval_hash,
        response_hash=before.response_hash,
    )


class Desk:
    """Deployments that share keys, clock and replay guard, and what their tools did."""

    def __init__(self, *calls: Call) -> None:
        self.clock = FixedClock()
        self.trust: Sealed = fixed_trust(self.clock)
        self.outside = fixed_outside(self.clock)
        self.model = ScriptedModel([Turn(calls=calls or (PAY,)), "Done.", "More.", "And more."])
        self.done: list[tuple[str, JsonObject]] = []

    def deployed(self, *tools: Tool, upgrades: Sequence[Any] = ()) -> Agent:
        return Agent(
            model=self.model,
            tools=[each if each.runs_on == "client" else self._run(each) for each in tools],
            upgrades=upgrades,
            trust=self.trust,
            outside=self.outside,
        )

    async def paused(self, *tools: Tool) -> Thread:
        thread = Thread(self.deployed(*tools))
        await thread.say("Go")
        assert thread.interrupts
        return thread

    def _run(self, definition: Tool) -> Any:
        async def run(given: Any, call: ToolCallContext) -> Json:
            self.done.append((definition.name, given))
            return {"done": True}

        return definition.implement(run)
