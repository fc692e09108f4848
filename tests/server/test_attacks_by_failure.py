"""Clocks that jump, cancellations that nobody asked for, and clients that are gone for good."""

import asyncio
import json
from collections.abc import AsyncGenerator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from interruptgen_runtime.server import (
    Agent,
    ChatEndpoint,
    Delta,
    Limits,
    Middleware,
    ModelRequest,
    TextDelta,
)
from interruptgen_runtime.testing import Thread, resolved
from server.bank import APPROVE, C1, C4, Bank, codes, outcome, results, turn
from server.test_endpoint import HEADERS, Exchange, post
from server.test_runs import BODY

UNCERTAIN = {("item", "conflict"), ("batch", "item-validation-failed")}


def test_a_clock_that_jumps_ahead_and_back_forgets_no_answer() -> None:
    """Whatever expired while it was ahead is forgotten, and must not count as new afterwards."""

    async def story() -> None:
        bank = Bank([turn(C1), "Done.", turn(replace(C1, call_id="c2")), *["More."] * 3])
        thread, other = bank.thread(), bank.thread("thread-2")
        await thread.say("Go")
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert outcome(await thread.send(body)) == "success"
        bank.clock.advance(timedelta(hours=3))
        await other.say("Go")
        await other.answer([resolved(other.interrupts[0], APPROVE)])
        bank.clock.advance(timedelta(hours=-3))
        events = await Thread(bank.agent, thread.id).send({**body, "runId": "again"})
        assert codes(events) == UNCERTAIN
        assert [call.call_id for call in bank.contexts] == ["c1", "c2"]

    asyncio.run(story())


class Leaky(Bank):
    """A bank whose tools wait for a task that somebody else has cancelled."""

    async def note(self, name: str, given: Any, call: Any) -> None:
        await super().note(name, given, call)
        if name == "refund":
            await cancelled()


async def cancelled() -> None:
    task = asyncio.create_task(asyncio.sleep(60))
    task.cancel()
    await task


def test_a_tool_that_waits_for_what_was_cancelled_has_failed() -> None:
    async def story() -> None:
        bank = Leaky([turn(C1, C4), *["Done."] * 2])
        thread = bank.thread()
        await thread.say("Go")
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        first = await thread.send(body)
        assert outcome(first) == "success"
        assert "error" in json.loads(results(first)["c1"])
        assert results(await thread.send({**body, "runId": "again"})) == results(first)
        assert [name for name, _ in bank.done] == ["refund", "exchange-rate"]

    asyncio.run(story())


class Broken(Middleware):
    async def on_start(self, ctx: Any) -> None:
        await cancelled()


def test_a_hook_that_waits_for_what_was_cancelled_ends_the_run_with_an_error() -> None:
    events = asyncio.run(Bank(["Hello."], middleware=[Broken()]).thread().say("Go"))
    assert events[-1] == {
        "type": "RUN_ERROR",
        "message": "The run failed.",
        "code": "internal-error",
    }


def test_a_run_that_is_cancelled_is_no_failure() -> None:
    async def story() -> None:
        running = asyncio.create_task(Bank(["Hello."], middleware=[Waiting()]).thread().say("Go"))
        await asyncio.sleep(0.01)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running

    asyncio.run(story())


class Waiting(Middleware):
    async def on_start(self, ctx: Any) -> None:
        await asyncio.sleep(60)


class Stubborn:
    """A model that takes its cancellation for a failure, and says a lot afterwards."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        yield TextDelta("One moment.")
        try:
            await asyncio.sleep(60)
        except BaseException as error:
            yield TextDelta(repr(error))
        for _ in range(20):
            yield TextDelta("x" * 10_000)


class Cut(Exchange):
    async def send(self, message: Any) -> None:
        await super().send(message)
        if len(self.sent) > 1:
            raise ConnectionResetError


def test_a_run_that_is_not_to_be_stopped_does_not_wait_for_a_client_that_is_gone() -> None:
    served = ChatEndpoint(agent=Agent(model=Stubborn(), trust="unsafe"))
    asyncio.run(Cut([json.dumps(BODY).encode()]).run(served))


@pytest.mark.parametrize("depth", [500, 50_000])
def test_a_body_that_is_deeper_than_python_can_read(depth: int) -> None:
    """The limit of a deployment may be higher than that of the interpreter, which differs."""
    nested = b'{"a":' * depth + b"1" + b"}" * depth
    message = b'{"id":"u","role":"user","content":"x","metadata":' + nested + b"}"
    body = b'{"threadId":"t","runId":"r","tools":[],"messages":[' + message + b"]}"
    served = ChatEndpoint(agent=Bank(["Hello."]).agent, limits=Limits(depth=100_000))
    exchange = post(served, body)
    if depth == 50_000 or exchange.status != 200:
        assert exchange.status == 400
        assert "containers inside one another" in json.loads(exchange.text)["error"]


@pytest.mark.parametrize(("coding", "status"), [(b"gzip", 415), (b"identity", 200)])
def test_a_body_that_is_compressed(coding: bytes, status: int) -> None:
    exchange = post(
        ChatEndpoint(agent=Bank(["Hello."]).agent),
        BODY,
        headers=[*HEADERS, (b"content-encoding", coding)],
    )
    assert exchange.status == status
    assert status == 200 or b"gzip" in exchange.text
