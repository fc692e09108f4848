"""Who ends a response: the run, the client, the server, or whoever serves it."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from interruptgen_runtime.server import Agent, ChatEndpoint, Delta, ModelRequest, TextDelta
from server.bank import C1, Bank, turn
from server.test_endpoint import Endless, Exchange
from server.test_runs import BODY

DATA = json.dumps(BODY).encode()


class Watched(Exchange):
    """An exchange that counts the tasks there are whenever something is sent."""

    tasks: tuple[int, ...] = ()

    async def send(self, message: Any) -> None:
        self.tasks += (len(asyncio.all_tasks()),)
        await super().send(message)


def count_tasks(model: Any) -> set[int]:
    async def story() -> tuple[int, ...]:
        exchange = Watched([DATA])
        scope = {"type": "http", "method": "POST", "headers": exchange.headers, "path": "/"}
        await ChatEndpoint(agent=model)(scope, exchange.receive, exchange.send)
        return exchange.tasks

    return set(asyncio.run(story()))


class Late:
    """A model that waits once."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        await asyncio.sleep(0.01)
        yield TextDelta("x")


def test_a_run_that_never_waits_takes_no_task() -> None:
    assert count_tasks(Bank([turn(C1)]).agent) == {1}
    assert max(count_tasks(Agent(model=Late(), trust="unsafe"))) == 3


def test_whoever_serves_may_end_a_run() -> None:
    async def story() -> None:
        model = Endless()
        served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
        exchange = Exchange([DATA])
        serving = asyncio.create_task(exchange.run(served))
        while len(exchange.sent) < 5:
            await asyncio.sleep(0)
        serving.cancel()
        with pytest.raises(asyncio.CancelledError):
            await serving
        await asyncio.sleep(0)
        assert model.closed
        assert exchange.sent[-1]["more_body"]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(story())


def test_a_client_that_leaves_cancels_its_run_and_not_what_comes_after() -> None:
    async def story() -> None:
        model = Endless()
        exchange = Exchange([DATA], leaves_after=5)
        scope = {"type": "http", "method": "POST", "headers": exchange.headers, "path": "/"}
        served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
        await served(scope, exchange.receive, exchange.send)
        task = asyncio.current_task()
        assert model.closed
        assert task is not None
        assert task.cancelling() == 0
        async with asyncio.timeout(1):
            await asyncio.sleep(0)

    asyncio.run(story())


@pytest.mark.parametrize("turns", range(5))
def test_a_client_that_leaves_while_the_server_stops_does_not_hide_that(turns: int) -> None:
    """Whichever of the two comes first: who stops a server waits for it to be cancelled."""

    async def story() -> None:
        exchange = Exchange([DATA])
        served = ChatEndpoint(agent=Agent(model=Endless(), trust="unsafe"))
        scope = {"type": "http", "method": "POST", "headers": exchange.headers, "path": "/"}
        serving = asyncio.create_task(served(scope, exchange.receive, exchange.send))
        while len(exchange.sent) < 5:
            await asyncio.sleep(0)
        exchange.gone.set()
        for _ in range(turns):
            await asyncio.sleep(0)
        if serving.cancel():
            with pytest.raises(asyncio.CancelledError):
                await serving

    asyncio.run(story())
