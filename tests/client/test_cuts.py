"""The connection cut at every event of ten recorded conversations, and in the middle of lines."""

import asyncio
import json
from collections.abc import Iterator
from itertools import pairwise
from typing import Any, Final

import pytest

from client.recorded import Cut, Playback, load, response_bytes, shown_by
from interruptgen_runtime.client import ChatFailure, ConnectionLost, Retry

CONVERSATIONS: Final = (
    "approval-after-server-tool",
    "approval-approve",
    "approval-two-mixed-decisions",
    "approval-with-state",
    "client-tool-and-server-tool",
    "client-tool-with-approval",
    "generic-afterModel-text",
    "generic-pauses-twice",
    "mixed-three-kinds",
    "server-tool-throws",
)


def cuts(name: str) -> Iterator[Cut]:
    for index, exchange in enumerate(load(name)["exchanges"]):
        raw = response_bytes(exchange["response"])
        ends = [0]
        while ends[-1] < len(raw):
            ends.append(raw.index(b"\n\n", ends[-1]) + 2)
        for start, end in pairwise(ends):
            for cleanly in (True, False):
                yield Cut(index, start, cleanly)
                yield Cut(index, (start + end) // 2, cleanly)


def uncut(name: str) -> Any:
    playback = Playback(load(name))
    asyncio.run(playback.play())
    return playback


async def play_cut(playback: Playback) -> ChatFailure | None:
    """Play on to the end, and try again what was cut; returns the failure that the cut made."""
    failure: ChatFailure | None = None
    for step in playback.recording["steps"]:
        try:
            await playback.do(step["step"])
        except ChatFailure as error:
            assert failure is None, "the same run failed twice"
            failure = error
            check_failed(playback, error)
            await playback.chat.retry()
    return failure


def check_failed(playback: Playback, failure: ChatFailure) -> None:
    """Nothing is lost: answers that were on their way are drafts again, and can be sent again."""
    chat, last = playback.chat, playback.bodies[-1]
    assert isinstance(failure, ConnectionLost)
    assert chat.failure is failure
    assert failure.retry in (Retry.SAFE, Retry.UNSURE)
    answered = [entry["interruptId"] for entry in last.get("resume", [])]
    shown = {one.id: one for one in chat.interrupts}
    hidden = {f"client_tool_{call_id}" for call_id in call_ids(last)}
    assert set(answered) - hidden == set(shown)
    for one in shown.values():
        assert one.status == "error"
    results = {
        part.id
        for message in chat.messages
        for part in message.calls
        if part.state in ("complete", "error")
    }
    approved = {
        entry["interruptId"].removeprefix("approval_")
        for entry in last.get("resume", [])
        if entry["interruptId"].startswith("approval_") and entry["payload"]["approved"]
    }
    safe = bool(approved) and approved <= results
    assert failure.retry is (Retry.SAFE if safe else Retry.UNSURE)


def call_ids(body: Any) -> set[str]:
    return {call["id"] for message in body["messages"] for call in message.get("toolCalls", [])}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_every_cut_can_be_tried_again(name: str) -> None:
    whole = uncut(name)
    count = 0
    for cut in cuts(name):
        playback = Playback(load(name), cut=cut)
        failure = asyncio.run(play_cut(playback))
        count += 1
        assert cut.used, cut
        if failure is not None:
            check_words(failure, cut)
        ended, expected = shown_by(playback.chat), shown_by(whole.chat)
        assert ended["interrupts"] == expected["interrupts"], cut
        assert ended["errors"] == [], cut
        assert spoken(ended) == spoken(expected), (cut, json.dumps([ended, expected], indent=1))
    assert count >= 20


def check_words(failure: ChatFailure, cut: Cut) -> None:
    words = str(failure)
    if cut.cleanly:
        assert "response ended" in words
    else:
        assert "connection reset" in words


def spoken(shown: Any) -> Any:
    """Return all parts of the thread, without the ids that the server made of the run's id.

    Which message holds a part may differ: a text that comes after a result of the first try
    begins a message of its own.
    """
    return [
        {name: value for name, value in part.items() if name != "id"}
        for message in shown["messages"]
        for part in message["parts"]
    ]
