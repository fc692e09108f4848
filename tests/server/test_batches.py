"""Events as bytes, and how many of them a server is given at a time."""

import asyncio
import json
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import (
    Agent,
    ChatEndpoint,
    Delta,
    ModelRequest,
    RunInput,
    TextDelta,
)
from interruptgen_runtime.server.endpoint import encode
from interruptgen_runtime.server.outbox import LIMIT
from runtime.values import ANY_TEXT, NUMBERS, json_values
from server.bank import C1, Bank, turn
from server.test_endpoint import Exchange
from server.test_runs import BODY

DATA = json.dumps(BODY).encode()
EVENTS = st.dictionaries(ANY_TEXT, json_values(ANY_TEXT, NUMBERS), max_size=5)


@given(EVENTS)
def test_an_event_is_one_line_of_ascii_json(event: JsonObject) -> None:
    line = encode(event).decode("ascii")
    assert line.startswith("data: ")
    assert line.endswith("\n\n")
    assert "\n" not in line[:-2]
    assert "\r" not in line
    assert paired(json.loads(line.removeprefix("data: "))) == paired(event)


def paired(value: Any) -> Any:
    """Put surrogates together that JSON reads as one character."""
    text = json.dumps(value)
    return json.loads(text)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("\ud800", '"\\ud800"'),
        ("é\u2028😀", '"\\u00e9\\u2028\\ud83d\\ude00"'),
        (10**40, "1" + "0" * 40),
        (-0.5, "-0.5"),
    ],
)
def test_how_values_are_written(value: Any, text: str) -> None:
    assert encode({"a": value}) == f'data: {{"a":{text}}}\n\n'.encode()


def parts_of(exchange: Exchange) -> list[int]:
    """Return how many events each part of a response has."""
    return [message["body"].count(b"data: ") for message in exchange.sent[1:]]


def test_events_that_are_ready_together_are_sent_together() -> None:
    exchange = asyncio.run(Exchange([DATA]).run(ChatEndpoint(agent=Bank([turn(C1)]).agent)))
    assert parts_of(exchange) == [len(exchange.events)]
    assert not exchange.sent[-1].get("more_body", False)


class Slow:
    """A model that waits before each of its texts."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        for text in ("a", "b"):
            await asyncio.sleep(0.01)
            yield TextDelta(text)


def test_events_do_not_wait_for_later_ones() -> None:
    served = ChatEndpoint(agent=Agent(model=Slow(), trust="unsafe"))
    exchange = asyncio.run(Exchange([DATA]).run(served))
    assert parts_of(exchange) == [1, 2, 3]


class Fast:
    """A model that never waits, and counts its texts."""

    def __init__(self) -> None:
        self.said = 0

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        while self.said < 1000:
            self.said += 1
            yield TextDelta("x" * 1000)


class Stuck(Exchange):
    """A client that reads the first part and no more, until it leaves."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if len(self.sent) == 2:
            await asyncio.sleep(0.05)
            self.gone.set()
            await asyncio.sleep(0.05)


def test_a_run_is_not_far_ahead_of_its_client() -> None:
    model = Fast()
    served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
    asyncio.run(Stuck([DATA]).run(served))
    assert model.said < 3 * LIMIT / 1000


def test_whatever_is_fast_arrives_in_order() -> None:
    served = ChatEndpoint(agent=Agent(model=Fast(), trust="unsafe"))
    exchange = asyncio.run(Exchange([DATA]).run(served))
    kinds = [event["type"] for event in exchange.events]
    assert kinds.count("TEXT_MESSAGE_CONTENT") == 1000
    assert kinds[-1] == "RUN_FINISHED"
    assert 10 < len(exchange.sent) < 100


class Bursting:
    """A model that says nothing for a while, and then more than may wait to be sent."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        for text in ("a", "b", "c"):
            await asyncio.sleep(0.01)
            for _ in range(3):
                yield TextDelta(text * LIMIT)


def test_what_comes_at_once_after_a_wait_arrives() -> None:
    served = ChatEndpoint(agent=Agent(model=Bursting(), trust="unsafe"))
    exchange = asyncio.run(Exchange([DATA]).run(served))
    deltas = [str(event["delta"])[0] for event in exchange.events if "delta" in event]
    assert "".join(deltas) == "aaabbbccc"
    assert exchange.events[-1]["type"] == "RUN_FINISHED"


class Faulty(Agent):
    """An agent whose runs break the promise never to raise."""

    async def run(
        self, run_input: RunInput, *, principal: str | None = None
    ) -> AsyncGenerator[JsonObject, None]:
        yield {"type": "RUN_STARTED"}
        await asyncio.sleep(0)
        raise RuntimeError("a fault")


def test_a_run_that_breaks_looks_incomplete() -> None:
    exchange = Exchange([DATA])
    served = ChatEndpoint(agent=Faulty(model=Slow(), trust="unsafe"))
    with pytest.raises(RuntimeError, match="a fault"):
        asyncio.run(exchange.run(served))
    assert all(message.get("more_body", False) for message in exchange.sent[1:])
