"""Recorded conversations of TanStack AI's client, played to our chat: the same requests and views.

The responses are the recorded ones, byte for byte. Two things differ wherever they occur, and are
evened out: TanStack's client also declares the tools of the server that it can approve, and it
makes an empty message of the assistant when a run fails. Whatever else differs on purpose stands
in `DIFFERENCES`; each of these has to differ indeed.
"""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, Final

import pytest

from client.recorded import Playback, load, names, recorded_snapshot

Places = Mapping[str, str]

DENIED: Final = "a denial travels in `resume` alone, so that its payload reaches the model"
PLACEHOLDER: Final = "that a call was approved is not shown as its result"
RETIRED: Final = "only an answer of this client retires an interrupt"
OTHERS: Final = "what belongs to somebody else stays in view"
CANCELLED: Final = "a failure that the output schema refuses is cancelled, and the run goes on"

DIFFERENCES: Final[Mapping[str, Places]] = {
    "approval-empty-resume": {"step 1.messages": PLACEHOLDER},
    "approval-reject-no-denial-message-no-payload": {"request 1.messages": DENIED},
    "approval-reject-payload": {"request 1.messages": DENIED},
    "approval-reject-payload-no-denial-message": {"request 1.messages": DENIED},
    "approval-two-mixed-decisions": {"request 1.messages": DENIED},
    "client-tool-throws-with-output-schema": {
        "step 0.errors": CANCELLED,
        "step 0.messages": CANCELLED,
    },
    "client-tool-with-approval-reject": {"request 1.messages": DENIED},
    "hw-finished-after-interrupt": {"step 0.interrupts": RETIRED},
    "hw-reject-payload-result": {"request 1.messages": DENIED},
    "hw-unbound": {"step 1.interrupts": OTHERS},
}

LOW_LEVEL: Final[Mapping[str, str]] = {
    "approval-bare-false-on-wire": "a bare boolean is an answer that typed decisions never give",
    "approval-resumeInterruptsUnsafe": "there is no way around the checks of staged answers",
}


def play(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Play a recording; returns what TanStack's client sent and showed, and what ours did."""
    recording = load(name)
    playback = Playback(recording)
    shown = asyncio.run(playback.play())
    setup = recording["setup"]
    local = {raw["name"] for raw in setup.get("tools", []) if raw["side"] == "client"}
    bodies = [exchange["request"]["body"] for exchange in recording["exchanges"]]
    snapshots = [recorded_snapshot(step["client"]) for step in recording["steps"]]
    theirs = _places(bodies, snapshots, local)
    return theirs, _places(playback.bodies, shown, local)


def _places(bodies: list[Any], snapshots: list[Any], local: set[str]) -> dict[str, Any]:
    found: dict[str, Any] = {"requests": len(bodies)}
    for index, body in enumerate(bodies):
        for name, value in body.items():
            found[f"request {index}.{name}"] = value
        found[f"request {index}.messages"] = _spoken(body["messages"])
        tools = [tool for tool in body["tools"] if tool["name"] in local]
        found[f"request {index}.tools"] = tools
        if "resume" in body:
            answers = sorted(body["resume"], key=lambda entry: str(entry["interruptId"]))
            found[f"request {index}.resume"] = answers
    for index, snapshot in enumerate(snapshots):
        for name, value in snapshot.items():
            found[f"step {index}.{name}"] = value
        found[f"step {index}.messages"] = _spoken(snapshot["messages"])
    return found


def _spoken(messages: list[Any]) -> list[Any]:
    """Leave out the assistant's messages that say nothing."""
    said = ("content", "toolCalls", "parts")
    return [
        message
        for message in messages
        if message["role"] != "assistant" or any(message.get(name) for name in said)
    ]


@pytest.mark.parametrize("name", [name for name in names() if name not in LOW_LEVEL])
def test_requests_and_views_are_tanstack_s(name: str) -> None:
    theirs, ours = play(name)
    found = {
        place: (theirs.get(place), ours.get(place))
        for place in {*theirs, *ours}
        if theirs.get(place) != ours.get(place)
    }
    assert set(found) == set(DIFFERENCES.get(name, {})), json.dumps(found, indent=1)


def test_every_difference_is_of_a_recording() -> None:
    assert {*DIFFERENCES, *LOW_LEVEL} <= set(names())
