"""Whatever history we take, AG-UI's own client takes the snapshot that we make of it."""

import asyncio
import json
import random
from collections.abc import Iterator
from typing import Final

import pytest

from interop.peers import run_node
from interruptgen_runtime import Json, JsonObject, PeerError
from interruptgen_runtime.server import read_run_input
from server.bank import C1, Bank, outcome, turn
from server.test_run_input import CALL

VALUES: Final[tuple[Json, ...]] = (None, "", "x", 0, True, {}, [], [1], {"a": None})
TEXT: Final[JsonObject] = {"type": "text", "text": "x"}
IMAGE: Final[JsonObject] = {"type": "image", "source": {"type": "url", "value": "https://a.test/"}}
MESSAGES: Final[tuple[JsonObject, ...]] = (
    {"role": "user", "content": "x"},
    {"role": "user", "content": [TEXT, IMAGE]},
    {"role": "assistant", "content": "x"},
    {"role": "assistant", "toolCalls": [CALL]},
    {"role": "tool", "content": "{}", "toolCallId": "c1"},
    {"role": "system", "content": "x"},
    {"role": "developer", "content": "x"},
    {"role": "reasoning", "content": "x"},
    {"role": "activity", "activityType": "x", "content": {}},
)
MEMBERS: Final = ("content", "name", "encryptedValue", "subagentRunId", "metadata", "error")
INNER: Final = ("id", "type", "source", "value", "mimeType", "provider", "function", "metadata")


def changed(chance: random.Random) -> JsonObject:
    """Return a message with one member changed, dropped or added, somewhere."""
    message: JsonObject = json.loads(json.dumps(chance.choice(MESSAGES)))
    place = chance.choice([*places(message)])
    names = [*place, *MEMBERS, *(() if place is message else INNER)]
    name = chance.choice([one for one in names if one != "role"])
    if chance.random() < 0.2:
        place.pop(name, None)
    else:
        place[name] = chance.choice(VALUES)
    return {"id": "m", **message}


def places(value: Json) -> Iterator[JsonObject]:
    """Yield all objects in a message, the outer ones before the inner ones."""
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from places(each)
    elif isinstance(value, list):
        for each in value:
            yield from places(each)


def stream_of(message: JsonObject) -> str | None:
    """Return the response to a history with a message, unless the message is refused."""
    messages: list[Json] = [message, {"id": "u", "role": "user", "content": "Go"}]
    body: JsonObject = {"threadId": "t", "runId": "r", "messages": messages, "tools": []}
    try:
        run_input = read_run_input(body)
    except PeerError:
        return None

    async def run() -> list[JsonObject]:
        call = turn(C1) if message.get("toolCalls") is None else turn()
        return [event async for event in Bank([call]).agent.run(run_input)]

    events = asyncio.run(run())
    assert outcome(events) in ("interrupt", "success")
    return "".join(f"data: {json.dumps(event)}\n\n" for event in events)


@pytest.mark.node
def test_no_snapshot_is_refused() -> None:
    chance = random.Random(5)
    tried = [*({"id": "m", **one} for one in MESSAGES), *(changed(chance) for _ in range(3_000))]
    taken = [(message, text) for message in tried if (text := stream_of(message)) is not None]
    assert len(MESSAGES) < len(taken) < len(tried) - 500
    given = [{"threadId": "t", "runId": "r", "text": text} for _, text in taken]
    verdicts = run_node("agui.mjs", given)
    refused = [(one, verdict) for (one, _), verdict in zip(taken, verdicts, strict=True)]
    assert [each for each in refused if each[1] != "accepted"] == []
