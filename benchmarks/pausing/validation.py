"""Batches of answers -> how many of them are validated in a CPU second, here and in TanStack AI.

Three ways of ours: the rules alone, which get what TanStack AI's `validateInterruptResumeBatch`
gets, and all that a server does with a request that it has parsed, unsafe and with proofs.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final

from interruptgen_runtime import InterruptDescriptor, InterruptRequest, JsonObject, Registry
from interruptgen_runtime.core.contract import GenericContract
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.resume.entry import read_resume
from interruptgen_runtime.core.resume.pending import ResumeBatch, pending_from_descriptor
from interruptgen_runtime.core.resume.validate import AcceptedResume, validate_resume_batch
from interruptgen_runtime.server import (
    Agent,
    BoundaryContext,
    Delta,
    Middleware,
    ModelRequest,
    Sealed,
    ToolCallDelta,
    ToolCallStarted,
    Trust,
    Unsafe,
    parse_keys,
)
from interruptgen_runtime.server.agent import random_nonce
from interruptgen_runtime.server.continuing import accept_resume
from interruptgen_runtime.server.replay import First, Outcome
from interruptgen_runtime.server.run_input import read_run_input
from interruptgen_runtime.server.run_state import RunState
from interruptgen_runtime.server.setup import Setup
from interruptgen_runtime.server.toolbox import make_toolbox
from interruptgen_runtime.server.trust import system_clock
from interruptgen_runtime.testing import Thread, resolved
from pausing.work import APPROVAL, ARGUMENTS_TEXT, KEY, OPTIONS, RESPONSE, SECRET, run_refund
from payments.generated.payments.server import refund
from travel_desk.generated.bookings import models as bookings
from travel_desk.generated.bookings.server import choose_itinerary

SIZES: Final = (1, 10, 50)
KINDS: Final = ("approvals", "generics")
ANSWERS: Final = {"approvals": APPROVAL, "generics": RESPONSE}


@dataclass(frozen=True)
class Calling:
    """A model that calls the gated tool some times in one turn."""

    calls: int

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Call it."""
        for number in range(self.calls):
            yield ToolCallStarted(f"c{number}", refund.name)
            yield ToolCallDelta(f"c{number}", ARGUMENTS_TEXT)


@dataclass(frozen=True)
class Questions(Middleware):
    """Asks some questions at once."""

    number: int

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[Any, Any]]:
        """Return the questions."""
        payload = bookings.ChooseItineraryPayload.model_validate(OPTIONS)
        keys = (f"{KEY}-{number}" for number in range(self.number))
        return [choose_itinerary.interrupt(key=key, payload=payload) for key in keys]


class Forgetting:
    """A replay guard to which every answer is the first."""

    async def spend(self, nonce: bytes, fingerprint: str, expires: int) -> First:
        """Let the answer pass."""
        return First()

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        """Keep nothing."""


@dataclass(frozen=True)
class Case:
    """A pause, and the request that answers it."""

    descriptors: tuple[InterruptDescriptor, ...]
    body: JsonObject


async def make_case(kind: str, size: int, trust: Trust) -> Case:
    """Let a run pause with some interrupts, and answer all of them."""
    agent = Agent(
        model=Calling(size if kind == "approvals" else 0),
        tools=[run_refund],
        interrupts=[choose_itinerary],
        middleware=[Questions(size)] if kind == "generics" else [],
        trust=trust,
    )
    thread = Thread(agent)
    await thread.say("Please do it.")
    entries = [resolved(interrupt, ANSWERS[kind]) for interrupt in thread.interrupts]
    return Case(thread.interrupts, thread.answering(entries))


def for_node(case: Case) -> JsonObject:
    """Return what TanStack AI's function is called with."""
    return {
        "threadId": case.body["threadId"],
        "interruptedRunId": case.body["parentRunId"],
        "generation": 0,
        "pending": [_record(descriptor) for descriptor in case.descriptors],
        "resume": case.body["resume"],
    }


def _record(descriptor: InterruptDescriptor) -> JsonObject:
    binding: Any = descriptor.metadata["tanstack:interruptBinding"]
    record: JsonObject = {
        "interruptId": descriptor.id,
        "payload": descriptor.json,
        "binding": binding,
    }
    if binding["kind"] == "generic":
        record["genericRequest"] = {
            "key": binding["key"],
            "reason": descriptor.reason,
            "message": descriptor.message,
            "payload": OPTIONS,
        }
    return record


def rules_alone(case: Case) -> Callable[[], Awaitable[None]]:
    """Return a validation of the answers to interrupts that are known."""
    contracts = {refund.name: refund.contract}
    pending = tuple(
        pending_from_descriptor(descriptor, _contract(descriptor))
        for descriptor in case.descriptors
    )
    correlation = Correlation(str(case.body["threadId"]), str(case.body["parentRunId"]))
    now = system_clock()

    async def validate() -> None:
        entries = read_resume(case.body["resume"])
        result = validate_resume_batch(
            ResumeBatch(
                correlation=correlation,
                pending=pending,
                entries=entries,
                tools=contracts,
                now=now,
            )
        )
        if not isinstance(result, AcceptedResume):
            raise RuntimeError(str(result.errors))

    return validate


def _contract(descriptor: InterruptDescriptor) -> GenericContract | None:
    binding: Any = descriptor.metadata["tanstack:interruptBinding"]
    if binding["kind"] != "generic":
        return None
    response = choose_itinerary.response
    return GenericContract(definition_id=choose_itinerary.id, key=binding["key"], response=response)


def whole_path(case: Case, trust: Trust) -> Callable[[], Awaitable[None]]:
    """Return what a server does from the parsed body to accepted answers."""
    setup = Setup(
        model=Calling(0),
        toolbox=make_toolbox([run_refund]),
        registry=Registry(interrupts=[choose_itinerary]),
        middleware=(),
        trust=trust,
        max_iterations=1,
        adopt_client_tools=False,
        upgrades={},
        clock=system_clock,
        nonce=random_nonce,
    )

    async def validate() -> None:
        run_input = read_run_input(case.body)
        state = RunState(setup, run_input, None)
        await accept_resume(setup, run_input, state.conversation, state.toolbox, state.context)

    return validate


def ways(kind: str, size: int) -> dict[str, Callable[[], Awaitable[None]]]:
    """Return what is measured of ours for a batch."""
    sealed = Sealed(keys=parse_keys(SECRET), guard=Forgetting())
    unsafe = Unsafe()
    plain = asyncio.run(make_case(kind, size, unsafe))
    proven = asyncio.run(make_case(kind, size, sealed))
    return {
        "rules alone": rules_alone(plain),
        "unsafe": whole_path(plain, unsafe),
        "sealed": whole_path(proven, sealed),
    }


async def rate(validate: Callable[[], Awaitable[None]], seconds: float) -> float:
    """Return how many validations there are in a CPU second."""
    count = max(1, round(seconds * 20 / await _cpu(validate, 20)))
    return count / await _cpu(validate, count)


async def _cpu(validate: Callable[[], Awaitable[None]], count: int) -> float:
    start = time.process_time()
    for _ in range(count):
        await validate()
    return time.process_time() - start
