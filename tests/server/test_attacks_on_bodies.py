"""Attacks on the endpoint with bytes, chunks and connections."""

import asyncio
import json
from collections.abc import AsyncGenerator
from time import perf_counter
from typing import Any

import pytest

from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import (
    Agent,
    ChatEndpoint,
    Delta,
    Limits,
    ModelRequest,
    TextDelta,
)
from interruptgen_runtime.server.outbox import LIMIT
from server.bank import Bank
from server.test_endpoint import Endless, Exchange, endpoint, post
from server.test_runs import BODY

MANY = b"[" * 200 + b"]" * 200
SIZE = 2_000_000


@pytest.mark.parametrize("filling", [b'\\"', b"\\\\", b"\\", b'"', b"a", b'\\u0000"', b"[", b'["'])
def test_the_depth_is_measured_in_a_time_that_grows_with_the_length(filling: bytes) -> None:
    """A quarter of a second at most; looking for the end from each quote would take hours."""
    body = b"[]" * 200 + b'"' + filling * (SIZE // len(filling))
    begun = perf_counter()
    assert post(endpoint(), body).status == 400
    assert perf_counter() - begun < 5


@pytest.mark.parametrize(
    "text", [MANY.decode(), '"' + MANY.decode(), "\\" + MANY.decode(), '\\"' + MANY.decode()]
)
def test_brackets_in_a_text_are_no_depth(text: str) -> None:
    message: JsonObject = {"id": "u", "role": "user", "content": text}
    assert post(endpoint(), {**BODY, "messages": [message]}).status == 200


@pytest.mark.parametrize("head", [b"", b'"', b'"\\"', b'"\\\\",', b'["\\"",', b"\\", b'\\"'])
def test_no_text_hides_a_depth(head: bytes) -> None:
    assert post(endpoint(), head + MANY).status == 400
    assert post(endpoint(), head + b"[" * 1_000_000).status == 400


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbf" + json.dumps(BODY).encode(),
        json.dumps(BODY).encode("utf-16"),
        json.dumps(BODY).encode()[:-1] + b',"resume":[],"resume":[]}',
        *(
            json.dumps({**BODY, "forwardedProps": {"n": 1}}).encode().replace(b"1}", number + b"}")
            for number in (b"9" * 5000, b"NaN", b"-Infinity", b"1e999", b"0x1", b"01")
        ),
        json.dumps(BODY).encode() + b"\x00",
        json.dumps(BODY).encode() + json.dumps(BODY).encode(),
    ],
)
def test_bytes_that_two_readers_could_read_in_two_ways(body: bytes) -> None:
    bank = Bank(["Hello."])
    assert post(ChatEndpoint(agent=bank.agent), body).status == 400
    assert bank.model.requests == []


@pytest.mark.parametrize("part", [b"", b" "])
def test_a_flood_of_parts(part: bytes) -> None:
    parts = [*[part] * 50_000, json.dumps(BODY).encode()]
    served = endpoint(limits=Limits(body_bytes=60_000))
    assert asyncio.run(Exchange(parts).run(served)).status == 200
    served = endpoint(limits=Limits(body_bytes=50_000))
    flooded = asyncio.run(Exchange([*[b"x"] * 50_001, b"never read"]).run(served))
    assert (flooded.status, flooded.place) == (413, 50_001)


class Stuck(Exchange):
    """A server that waits for a client to read, and does not notice there that it has left."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if len(self.sent) == self.leaves_after:
            await asyncio.Event().wait()


def test_a_client_that_leaves_while_something_is_sent_ends_its_run() -> None:
    async def story() -> None:
        model = Endless()
        served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
        exchange = Stuck([json.dumps(BODY).encode()], leaves_after=4)
        serving = asyncio.create_task(exchange.run(served))
        for _ in range(200):
            await asyncio.sleep(0)
        assert model.closed
        serving.cancel()
        await asyncio.wait((serving,))

    asyncio.run(story())


class Counting:
    """A model whose text is a row of numbers, each of which fills a part of the outbox."""

    said = 0

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        for number in range(100):
            self.said = number
            yield TextDelta(f"{number:010000}")
            if number % 3:
                await asyncio.sleep(0)


class Reading(Exchange):
    """A client that reads slowly, and notes how far the model was ahead."""

    model: Counting
    ahead = 0

    async def send(self, message: Any) -> None:
        await super().send(message)
        for _ in range(5):
            await asyncio.sleep(0)
        if self.sent[1:]:
            self.ahead = max(self.ahead, self.model.said - self.text.count(b"TEXT_MESSAGE_CONTENT"))


def test_a_client_that_reads_slowly_gets_everything_in_order_and_holds_the_run_back() -> None:
    exchange = Reading([json.dumps(BODY).encode()])
    exchange.model = Counting()
    served = ChatEndpoint(agent=Agent(model=exchange.model, trust="unsafe"))
    asyncio.run(exchange.run(served))
    said = [event["delta"] for event in exchange.events if event["type"] == "TEXT_MESSAGE_CONTENT"]
    assert said == [f"{number:010000}" for number in range(100)]
    assert 0 < exchange.ahead <= LIMIT // 10_000 + 2
