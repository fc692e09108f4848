"""Attacks by repetition: at every moment of a run that is going on, and at the end of a pause."""

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import Agent
from interruptgen_runtime.server.replay import (
    First,
    MemoryReplayGuard,
    Outcome,
    ReplayGuard,
    Spending,
)
from interruptgen_runtime.server.trust import KEYS_VARIABLE
from interruptgen_runtime.testing import FixedClock, Thread, resolved
from server.bank import APPROVE, C1, C2, C4, FACTOR, REFUND, Bank, codes, outcome, results, turn

CONFLICT = {("item", "conflict"), ("batch", "item-validation-failed")}
EXPIRED = {("item", "expired"), ("batch", "item-validation-failed")}
ANSWERS: dict[str | None, JsonObject] = {"c1": APPROVE, "c2": FACTOR}


class SlowGuard:
    """A guard that lets others go first, as one on a database does."""

    def __init__(self, guard: ReplayGuard) -> None:
        self._guard = guard

    async def spend(self, nonce: bytes, fingerprint: str, expires: int) -> Spending:
        await asyncio.sleep(0)
        spending = await self._guard.spend(nonce, fingerprint, expires)
        await asyncio.sleep(0)
        return spending

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        await asyncio.sleep(0)
        await self._guard.settle(nonce, outcome)
        await asyncio.sleep(0)


class SlowBank(Bank):
    """A bank whose tools take their time before and after their effect."""

    async def note(self, name: str, given: Any, call: Any) -> None:
        for _ in range(3):
            await asyncio.sleep(0)
        await super().note(name, given, call)
        await asyncio.sleep(0)


async def paused() -> tuple[SlowBank, Thread, JsonObject]:
    bank = SlowBank([turn(C1, C2, C4), *["Done."] * 9])
    trust: Any = bank.sealed
    bank.sealed = replace(trust, guard=SlowGuard(trust.guard))
    thread = Thread(bank.deployed(bank.tools()))
    await thread.say("Go")
    entries = [resolved(each, ANSWERS[each.tool_call_id]) for each in thread.interrupts]
    return bank, thread, thread.answering(entries)


async def sent(thread: Thread, body: JsonObject, run_id: str) -> list[JsonObject]:
    """Send a request from another window of the same person."""
    return await Thread(thread.agent, thread.id).send({**body, "runId": run_id})


async def turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("moment", range(40))
def test_a_repetition_at_each_moment(moment: int) -> None:
    async def story() -> None:
        bank, thread, body = await paused()
        first = asyncio.create_task(sent(thread, body, "first"))
        await turns(moment)
        second = await sent(thread, body, "second")
        done = await first
        told = [events for events in (done, second) if outcome(events) == "success"]
        assert told
        assert len({str(results(events)) for events in told}) == 1
        assert all(
            codes(events) == CONFLICT for events in (done, second) if outcome(events) == "error"
        )
        assert sorted(name for name, _ in bank.done) == ["exchange-rate", "refund", "transfer"]
        assert results(await sent(thread, body, "third")) == results(told[0])
        assert len(bank.done) == 3

    asyncio.run(story())


@pytest.mark.parametrize("moment", range(40))
def test_a_request_that_is_given_up_at_each_moment(moment: int) -> None:
    """What may have run is not run again, whether or not its result was recorded."""

    async def story() -> None:
        bank, thread, body = await paused()
        first = asyncio.create_task(sent(thread, body, "first"))
        await turns(moment)
        first.cancel()
        with suppress(asyncio.CancelledError):
            await first
        started = len(bank.done)
        for run_id in ("second", "third"):
            events = await sent(thread, body, run_id)
            assert outcome(events) == "success" or codes(events) == CONFLICT
        assert started <= len(bank.done) <= 3
        assert len({name for name, _ in bank.done}) == len(bank.done)

    asyncio.run(story())


class Ticking(FixedClock):
    """A clock that goes on each time that somebody looks at it."""

    step = 0

    def __call__(self) -> int:
        self.now += self.step
        return self.now


@pytest.mark.parametrize("left", range(6))
def test_a_repetition_while_its_pause_expires(left: int) -> None:
    """The guard has forgotten the answer by the time that it is asked."""

    async def story() -> None:
        clock = Ticking()
        bank = Bank([turn(C1), "Done.", "More.", "And more."], clock=clock)
        thread = bank.thread()
        await thread.say("Go")
        expires = clock.now + bank.time_to_live // timedelta(milliseconds=1)
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert outcome(await sent(thread, body, "first")) == "success"
        clock.now, clock.step = expires - left - 1, 1
        events = await sent(thread, body, "second")
        assert outcome(events) == "success" or codes(events) == EXPIRED
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


@pytest.mark.parametrize("keys", ["A" * 43, None])
def test_agents_that_choose_no_keys_share_them_and_a_guard(
    keys: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So an agent may be made for each request: what one has accepted, another one knows."""
    monkeypatch.delenv(KEYS_VARIABLE, raising=False)
    if keys is not None:
        monkeypatch.setenv(KEYS_VARIABLE, keys)

    async def story() -> None:
        bank = Bank([turn(C1), *["Done."] * 3])

        def made() -> Agent:
            return Agent(model=bank.model, tools=bank.tools())

        thread = Thread(made())
        await thread.say("Go")
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        for run_id in ("first", "second", "third"):
            thread.agent = made()
            assert outcome(await sent(thread, body, run_id)) == "success"
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_threads_that_spend_one_pause_at_the_same_time() -> None:
    """One of them is first, whatever the interpreter does between two of its steps."""
    clock = FixedClock()
    guard = MemoryReplayGuard(clock)
    starting = threading.Barrier(8)

    def spend(place: int) -> list[Spending]:
        starting.wait()
        expiring = clock.now + 10

        async def spend_all() -> list[Spending]:
            nonces = [number.to_bytes(12) for number in range(2000)]
            return [await guard.spend(nonce, "yes", expiring) for nonce in nonces]

        return asyncio.run(spend_all())

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(8) as pool:
            found = list(pool.map(spend, range(8)))
    finally:
        sys.setswitchinterval(before)
    for spendings in zip(*found, strict=True):
        assert spendings.count(First()) == 1
