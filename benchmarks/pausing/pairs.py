"""Pauses and their continuations, one after the other on some connections at a time."""

import asyncio
import json
import re
from itertools import count
from typing import Any, Final

from interruptgen_runtime import JsonObject
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.testing import resolved
from pausing.client import Connection, Response, connect
from pausing.work import APPROVAL, CLOSING, DELTA, DELTAS, OPENING, RESPONSE

ANSWERS: Final = {"/approval": APPROVAL, "/generic": RESPONSE}
_NUMBERS: Final = count()
_WORD: Final = re.compile(r"word-\d+")


class WrongResponse(Exception):
    """A response is not the one that the request asked for."""


def first_body(text: str = "Please do it.") -> JsonObject:
    """Return the body of a request that begins a thread of its own."""
    number = next(_NUMBERS)
    return {
        "threadId": f"thread-{number}",
        "runId": f"run-{number}-1",
        "state": {},
        "messages": [{"id": f"u-{number}", "role": "user", "content": text}],
        "tools": [],
        "context": [],
        "forwardedProps": {},
    }


def next_body(first: JsonObject, paused: bytes, answer: JsonObject) -> JsonObject:
    """Return the body of the request that answers a pause; `paused` is the response with it."""
    lines = paused.decode().split("\n\n")
    snapshot: Any = json.loads(lines[-3].removeprefix("data: "))
    ended: Any = json.loads(lines[-2].removeprefix("data: "))
    if snapshot["type"] != "MESSAGES_SNAPSHOT" or ended["outcome"]["type"] != "interrupt":
        raise WrongResponse(paused.decode())
    descriptors = map(InterruptDescriptor, ended["outcome"]["interrupts"])
    run_id = str(first["runId"])
    return {
        **first,
        "runId": f"{run_id}-2",
        "parentRunId": run_id,
        "messages": snapshot["messages"],
        "resume": [resolved(descriptor, answer) for descriptor in descriptors],
    }


async def pair(connection: Connection, path: str) -> tuple[Response, Response]:
    """Let a run pause, answer, and check that it went on to its end."""
    first = first_body()
    paused = await connection.post(path, _bytes(first))
    second = next_body(first, paused.body, ANSWERS[path])
    ended = await connection.post(path, _bytes(second))
    if CLOSING.encode() not in ended.body or b"RUN_FINISHED" not in ended.body:
        raise WrongResponse(ended.body.decode())
    return paused, ended


async def echo(connection: Connection, word: str) -> float:
    """Let a run about a word pause and go on; returns the milliseconds of both requests.

    Checks that both responses are about that word and no other: words are `word-` and a number.
    """
    first = first_body(word)
    paused = await connection.post("/echo", _bytes(first))
    answer = await connection.post("/echo", _bytes(next_body(first, paused.body, APPROVAL)))
    for response, sign in ((paused, "interrupts"), (answer, f"R-{word}")):
        words = set(_WORD.findall(response.body.decode()))
        if words != {word} or sign not in response.body.decode():
            raise WrongResponse(f"{word}: {response.body.decode()}")
    return 1000 * (paused.last - paused.sent + answer.last - answer.sent)


async def text(connection: Connection) -> Response:
    """Let a run say its texts, and check that they are all there."""
    response = await connection.post("/text", _bytes(first_body()))
    if response.body.count(DELTA.encode()) != DELTAS:
        raise WrongResponse(response.body.decode())
    return response


async def hold(connection: Connection) -> None:
    """Open a stream that is not going to end, and wait for its text."""
    connection.send("/hold", _bytes(first_body()))
    while not connection.has_text(OPENING.encode()):
        await asyncio.sleep(0.001)


async def connections(port: int, number: int) -> list[Connection]:
    """Return some connections."""
    return [await connect(port) for _ in range(number)]


def _bytes(body: JsonObject) -> bytes:
    return json.dumps(body).encode()
