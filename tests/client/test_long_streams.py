"""Streams of many small events: the time that they take grows with their number, and no faster."""

import asyncio
from collections.abc import Callable
from time import perf_counter

import pytest

from client.playing import FINISHED, STARTED, call, scripted_chat
from interruptgen_runtime import JsonObject

COUNT = 20_000
"""Taken up in less than a second; if each event looked at all before it, in more than a minute."""


def reasoning(number: int) -> list[JsonObject]:
    step: JsonObject = {"type": "STEP_STARTED", "stepName": f"s{number}"}
    own: JsonObject = {"messageId": f"r{number}", "delta": "hm"}
    return [step, {"type": "REASONING_MESSAGE_CONTENT", **own}]


def state(number: int) -> list[JsonObject]:
    added: JsonObject = {"op": "add", "path": f"/{number % 100}/{number}", "value": number}
    made: JsonObject = {"op": "add", "path": f"/{number}", "value": {}}
    return [{"type": "STATE_DELTA", "delta": [made if number < 100 else added]}]


def calls(number: int) -> list[JsonObject]:
    own: JsonObject = {"toolCallId": f"c{number}"}
    result: JsonObject = {"type": "TOOL_CALL_RESULT", "content": "1", **own}
    return [*call(f"c{number}", "look", "{}", "m0"), result]


@pytest.mark.parametrize("kind", [reasoning, state, calls])
def test_many_small_events(kind: Callable[[int], list[JsonObject]]) -> None:
    events = [event for number in range(COUNT) for event in kind(number)]

    async def main() -> float:
        chat, _ = scripted_chat([STARTED, *events, FINISHED])
        begun = perf_counter()
        await chat.send("Go")
        return perf_counter() - begun

    assert asyncio.run(main()) < 20
