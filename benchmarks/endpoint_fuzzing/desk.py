"""An agent that does what the first word of a conversation says, and a record of its tools."""

from collections.abc import AsyncIterator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from interruptgen_runtime import InterruptRequest, Json, JsonObject, ToolDefinition
from interruptgen_runtime.server import (
    Agent,
    BoundaryContext,
    Delta,
    ImplementedTool,
    Middleware,
    ModelRequest,
    Sealed,
    TextDelta,
    ToolCallContext,
    ToolCallDelta,
    ToolCallStarted,
    Trust,
    Unsafe,
)
from interruptgen_runtime.server.replay import First, Outcome
from interruptgen_runtime.testing import Call, FixedClock, fixed_outside
from interruptgen_runtime.testing.fixed import TEST_KEYS
from payments.generated.payments import models
from payments.generated.payments.server import exchange_rate, refund, transfer
from travel_desk.generated.bookings import models as bookings
from travel_desk.generated.bookings.server import choose_itinerary

TrustName = Literal["sealed", "unsafe"]

MONEY: Final[JsonObject] = {"amount": 5, "currency": "EUR"}
REFUND: Final = Call("c1", "refund", {"bookingId": "B-1", "traveller": "Ada", "price": MONEY})
TRANSFER: Final = Call(
    "c2", "transfer", {"amount": MONEY, "recipient": {"iban": "AT611904300234573201"}}
)
PICK: Final = Call("c3", "pick", {})
RATE: Final = Call("c4", "exchange-rate", {"from": "EUR", "to": "USD"})
CALLS: Final = {
    "refund": (REFUND,),
    "transfer": (TRANSFER,),
    "pick": (PICK,),
    "rate": (RATE,),
    "several": (REFUND, TRANSFER, RATE, PICK),
    "ask-several": (REFUND, PICK),
}
GATED: Final = frozenset({"refund", "transfer"})
WORDS: Final = (*CALLS, "ask", "talk")

pick: ToolDefinition[dict[str, Json], Json, None, None] = ToolDefinition(
    name="pick", runs_on="client", input=None, output=None
)


@dataclass(frozen=True, slots=True)
class Execution:
    """A tool that ran."""

    tool: str
    call_id: str
    thread_id: str
    arguments: JsonObject


class Forgetting:
    """A replay guard to which every answer is the first, so that no trial bears on another."""

    async def spend(self, nonce: bytes, fingerprint: str, expires: int) -> First:
        """Let the answer pass."""
        return First()

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        """Keep nothing."""


class Script:
    """A model that makes the calls of the first word once, and talks otherwise."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer the last message."""
        word = _first_word(request.messages)
        yield TextDelta(f"About {word[:20]}: ")
        if any(message["role"] == "tool" for message in request.messages):
            return
        for call in CALLS.get(word, ()):
            yield ToolCallStarted(call.call_id, call.name)
            yield ToolCallDelta(call.call_id, call.text)


class Asking(Middleware):
    """Asks a question where the first word says so."""

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[Any, Any]]:
        """Return the question."""
        if ctx.phase != "beforeModel" or not _first_word(ctx.messages).startswith("ask"):
            return ()
        leg = {"train": "RJ 61", "from": "Linz", "to": "Graz", "departsAt": "2026-05-04T09:27:00Z"}
        option = {"legs": [leg], "price": MONEY}
        payload = bookings.ChooseItineraryPayload.model_validate({"options": [option]})
        return (choose_itinerary.interrupt(key="one", payload=payload),)


@dataclass
class Desk:
    """The agent, and what its tools did."""

    trust: TrustName
    done: list[Execution] = field(default_factory=list[Execution])

    def agent(self) -> Agent:
        """Return the agent, with the same clock, keys and nonces every time."""
        trust: Trust = Unsafe()
        if self.trust == "sealed":
            trust = Sealed(keys=TEST_KEYS, guard=Forgetting())
        return Agent(
            model=Script(),
            tools=[*self._tools(), pick],
            interrupts=[choose_itinerary],
            middleware=[Asking()],
            trust=trust,
            adopt_client_tools=True,
            outside=fixed_outside(FixedClock()),
        )

    def _tools(self) -> list[ImplementedTool[Any, Any]]:
        @refund.implement
        async def run_refund(
            input: models.RefundInput, call: ToolCallContext
        ) -> models.RefundOutput:
            self._note("refund", input, call)
            return models.RefundOutput(refund_id="R-1")

        @transfer.implement
        async def run_transfer(input: models.TransferInput, call: ToolCallContext) -> Json:
            self._note("transfer", input, call)
            return {"sent": True}

        @exchange_rate.implement
        async def run_rate(
            input: models.ExchangeRateInput, call: ToolCallContext
        ) -> models.ExchangeRateOutput:
            self._note("exchange-rate", input, call)
            return models.ExchangeRateOutput(1.1)

        return [run_refund, run_transfer, run_rate]

    def _note(self, tool: str, given: Any, call: ToolCallContext) -> None:
        arguments: JsonObject = given.model_dump(by_alias=True, exclude_defaults=True)
        self.done.append(Execution(tool, call.call_id, call.thread_id, arguments))


def _first_word(messages: Sequence[JsonObject]) -> str:
    content = messages[0].get("content") if messages else None
    return content.split(" ")[0] if isinstance(content, str) else ""
