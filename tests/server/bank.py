"""A bank's agent on generated definitions, and a record of what its tools did."""

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from interruptgen_runtime import Json, JsonObject, Phase, ToolDefinition, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.envelope import decision_envelope
from interruptgen_runtime.server import (
    Agent,
    Answers,
    BoundaryContext,
    ImplementedTool,
    Middleware,
    RunContext,
    ToolCallContext,
    ToolResume,
    Trust,
)
from interruptgen_runtime.testing import (
    Call,
    FixedClock,
    ScriptedModel,
    Thread,
    Turn,
    fixed_outside,
    fixed_trust,
)
from interruptgen_runtime.testing.scripted_model import Step
from payments.generated.payments import models, server

REFUND: JsonObject = {
    "bookingId": "B-1",
    "traveller": "Ada",
    "price": {"amount": 5, "currency": "EUR"},
}
LARGE: JsonObject = {**REFUND, "price": {"amount": 500, "currency": "EUR"}}
TRANSFER: JsonObject = {
    "amount": {"amount": 5, "currency": "EUR"},
    "recipient": {"iban": "AT611904300234573201"},
}
RATE: JsonObject = {"from": "EUR", "to": "USD"}
APPROVE: JsonObject = {"approved": True, "payload": {"ticket": "T-1"}}
REJECT: JsonObject = {"approved": False, "payload": {"reason": "fraud"}}
FACTOR: JsonObject = {"approved": True, "payload": {"secondFactor": "123456"}}

pick: ToolDefinition[dict[str, Json], Json, None, None] = ToolDefinition(
    name="pick", runs_on="client", input=None, output=None
)
share: ToolDefinition[dict[str, Json], Json, None, None] = ToolDefinition(
    name="share",
    runs_on="client",
    needs_approval=True,
    input=None,
    output=None,
    response_hash=hash_json(decision_envelope(ABSENT, ABSENT, ABSENT)),
)

C1 = Call("c1", "refund", REFUND)
C2 = Call("c2", "transfer", TRANSFER)
C3 = Call("c3", "pick", {})
C4 = Call("c4", "exchange-rate", RATE)
C5 = Call("c5", "share", {})


def turn(*calls: Call) -> Turn:
    return Turn(text=("One moment.",), calls=calls)


class Asking(Middleware):
    """Asks questions at given phases, and decides as it is told."""

    def __init__(
        self,
        questions: dict[Phase, Sequence[InterruptRequest[Any, Any]]],
        policy: ToolResume | None = None,
    ) -> None:
        self.questions = questions
        self.policy = policy
        self.answers: list[Answers] = []
        self.phases: list[Phase] = []

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume | None:
        self.answers.append(answers)
        return self.policy

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[Any, Any]]:
        self.phases.append(ctx.phase)
        return self.questions.get(ctx.phase, ())


@dataclass
class Bank:
    """The bank: a clock, a model that follows a script, and everything that its tools did."""

    script: Sequence[Step]
    middleware: Sequence[Middleware] = ()
    interrupts: Sequence[Any] = ()
    trust: Trust | None = None
    time_to_live: timedelta = timedelta(hours=1)
    clock: FixedClock = field(default_factory=FixedClock)
    done: list[tuple[str, JsonObject]] = field(default_factory=list[tuple[str, JsonObject]])
    contexts: list[ToolCallContext] = field(default_factory=list[ToolCallContext])

    def __post_init__(self) -> None:
        self.model = ScriptedModel(self.script)
        self.sealed = self.trust or fixed_trust(self.clock, self.time_to_live)
        self.agent = self.deployed(self.tools())

    def deployed(self, tools: Sequence[Any]) -> Agent:
        """Return an agent of the same bank with other tools."""
        return Agent(
            model=self.model,
            tools=tools,
            interrupts=self.interrupts,
            middleware=self.middleware,
            trust=self.sealed,
            outside=fixed_outside(self.clock),
        )

    def thread(self, name: str = "thread-1", principal: str | None = None) -> Thread:
        return Thread(self.agent, name, principal)

    def tools(self) -> list[ImplementedTool[Any, Any] | ToolDefinition[Any, Any, Any, Any]]:
        @server.refund.implement
        async def refund(input: models.RefundInput, call: ToolCallContext) -> models.RefundOutput:
            await self.note("refund", input, call)
            return models.RefundOutput(refund_id="r-1")

        @server.transfer.implement
        async def transfer(input: models.TransferInput, call: ToolCallContext) -> Json:
            await self.note("transfer", input, call)
            return {"sent": True}

        @server.exchange_rate.implement
        async def rate(
            input: models.ExchangeRateInput, call: ToolCallContext
        ) -> models.ExchangeRateOutput:
            await self.note("exchange-rate", input, call)
            return models.ExchangeRateOutput(1.1)

        return [refund, transfer, rate, pick, share]

    async def note(self, name: str, given: Any, call: ToolCallContext) -> None:
        arguments: JsonObject = given.model_dump(by_alias=True, exclude_defaults=True)
        self.done.append((name, arguments))
        self.contexts.append(call)
        await asyncio.sleep(0)


def codes(events: Sequence[JsonObject]) -> set[tuple[str, str]]:
    """Return the scopes and codes of the errors that end a run."""
    metadata: Any = events[-1].get("metadata", {})
    errors: list[Any] = metadata.get("tanstack", {}).get("interruptErrors", [])
    return {(error["scope"], error["code"]) for error in errors}


def outcome(events: Sequence[JsonObject]) -> str:
    """Return how a run ended: success, interrupt, or error."""
    if events[-1]["type"] == "RUN_ERROR":
        return "error"
    ended: Any = events[-1]["outcome"]
    kind: str = ended["type"]
    return kind


def results(events: Sequence[JsonObject]) -> dict[str, str]:
    """Return the results of a run by call id; each call has one."""
    found: dict[str, str] = {}
    for event in events:
        if event["type"] == "TOOL_CALL_RESULT":
            call_id, content = str(event["toolCallId"]), str(event["content"])
            assert call_id not in found
            found[call_id] = content
    return found
