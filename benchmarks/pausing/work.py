"""The scripted work that all servers do: one gated tool, one question, and texts."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from typing import Any, Final

from interruptgen_runtime import InterruptRequest, JsonObject
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.server import (
    Agent,
    BoundaryContext,
    Delta,
    Middleware,
    ModelRequest,
    Sealed,
    TextDelta,
    ToolCallContext,
    ToolCallDelta,
    ToolCallStarted,
    Trust,
    parse_keys,
)
from payments.generated.payments import models as payments
from payments.generated.payments.server import refund
from travel_desk.generated.bookings import models as bookings
from travel_desk.generated.bookings.server import choose_itinerary

OPENING: Final = "One moment, please."
CLOSING: Final = "It is done."
DELTA: Final = "And then, "
DELTAS: Final = 200
CALL_ID: Final = "c1"
ARGUMENTS_TEXT: Final = (
    '{"bookingId":"B-7","traveller":"M. Weiss","price":{"amount":89.9,"currency":"EUR"}}'
)
ARGUMENTS: Final[JsonObject] = {
    "bookingId": "B-7",
    "traveller": "M. Weiss",
    "price": {"amount": 89.9, "currency": "EUR"},
}
APPROVAL: Final[JsonObject] = {"approved": True, "payload": {"ticket": "T-42"}}
RESPONSE: Final[JsonObject] = {"choice": 0, "seat": "window"}
OPTIONS: Final[JsonObject] = {
    "options": [
        {
            "legs": [
                {
                    "train": "RJ 61",
                    "from": "Munich",
                    "to": "Vienna",
                    "departsAt": "2026-05-04T09:27:00+02:00",
                }
            ],
            "price": {"amount": 89.9, "currency": "EUR"},
            "refundable": True,
        }
    ]
}
ECHO_SECONDS: Final = 0.5
KEY: Final = "itinerary"
SECRET: Final = "YSBrZXkgb2YgYmVuY2htYXJrcywgbm90IGEgc2VjcmV0ISE="


class Approving:
    """Calls the tool; once that has a result, says so."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer the last message."""
        if request.messages[-1]["role"] == "tool":
            yield TextDelta(CLOSING)
            return
        yield TextDelta(OPENING)
        yield ToolCallStarted(CALL_ID, refund.name)
        yield ToolCallDelta(CALL_ID, ARGUMENTS_TEXT)


class Echoing:
    """Calls the tool with what the user wrote; later repeats that and the result.

    Waits before each answer, so that all runs that began together are open at one time.
    """

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer the last message."""
        word = str(request.messages[0]["content"])
        yield TextDelta(f"One moment, {word}.")
        await asyncio.sleep(ECHO_SECONDS)
        last = request.messages[-1]
        if last["role"] == "tool":
            yield TextDelta(f"{CLOSING} {word}: {last['content']}")
            return
        arguments = {**ARGUMENTS, "bookingId": word, "traveller": word}
        yield ToolCallStarted(CALL_ID, refund.name)
        yield ToolCallDelta(CALL_ID, json.dumps(arguments))


class Talking:
    """Says the same texts every time."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._deltas = [TextDelta(text) for text in texts]

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Say the texts."""
        for delta in self._deltas:
            yield delta


class Holding:
    """Says one text and is never done."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Say the text and wait."""
        yield TextDelta(OPENING)
        await asyncio.Event().wait()


class Asking(Middleware):
    """Asks which itinerary to book, before the model is called."""

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[Any, Any]]:
        """Return the question, unless this run continues one that asked it."""
        if ctx.phase != "beforeModel" or ctx.run.parent_run_id is not None:
            return ()
        payload = bookings.ChooseItineraryPayload.model_validate(OPTIONS)
        return (choose_itinerary.interrupt(key=KEY, payload=payload),)


@refund.implement
async def run_refund(input: payments.RefundInput, call: ToolCallContext) -> payments.RefundOutput:
    """Pay a booking back."""
    return payments.RefundOutput(refund_id=f"R-{input.booking_id}")


def sealed() -> Trust:
    """Return trust with proofs, as one process of a service has it."""
    return Sealed(keys=parse_keys(SECRET))


def agents() -> dict[str, Agent]:
    """Return an agent for each kind of work, by path."""
    return {
        "/approval": Agent(model=Approving(), tools=[run_refund], trust=sealed()),
        "/generic": Agent(
            model=Talking([CLOSING]),
            interrupts=[choose_itinerary],
            middleware=[Asking()],
            trust=sealed(),
        ),
        "/echo": Agent(model=Echoing(), tools=[run_refund], trust=sealed()),
        "/text": Agent(model=Talking([DELTA] * DELTAS), trust=sealed()),
        "/hold": Agent(model=Holding(), trust=sealed()),
    }


def peer_setup(modules: Path) -> JsonObject:
    """Return what the scripts for Node need to do the same work."""
    request: JsonObject = {"key": KEY, "reason": "choice-required", "message": "Which itinerary?"}
    tool: JsonObject = {
        "name": refund.name,
        "description": refund.description,
        "input": _document(refund.input),
        "output": _document(refund.output),
        "approve": _document(refund.approve),
        "reject": _document(refund.reject),
        "arguments": ARGUMENTS,
        "result": {"refundId": "R-B-7"},
    }
    question: JsonObject = {
        "id": choose_itinerary.id,
        "payload": _document(choose_itinerary.payload),
        "response": _document(choose_itinerary.response),
        "request": {**request, "payload": OPTIONS},
    }
    texts: JsonObject = {"opening": OPENING, "closing": CLOSING, "delta": DELTA, "deltas": DELTAS}
    return {"modules": str(modules), "tool": tool, "question": question, **texts}


def _document(schema: Schema[Any] | None) -> Any:
    return schema.document if schema else None
