"""Events and requests that AG-UI's schemas accept or refuse, and what our client does with them."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from ag_ui.core import RunAgentInput

from client.playing import FINISHED, STARTED, scripted_chat
from client.recorded import VECTORS, Playback, load, names
from client.test_client_transcripts import LOW_LEVEL
from interruptgen_runtime import Json
from interruptgen_runtime.client import ChatFailure, Turn

CASES: Any = json.loads((VECTORS / "agui-events.json").read_text("utf-8"))["cases"]
EVENTS = [case for case in CASES if "event" in case]
PLAYED = [name for name in names() if name not in LOW_LEVEL]


def outcome(event: Any) -> Turn[Any] | ChatFailure:
    chat, _ = scripted_chat([STARTED, event, FINISHED])
    try:
        return asyncio.run(chat.send("Go"))
    except ChatFailure as failure:
        return failure


@pytest.mark.parametrize("case", EVENTS, ids=lambda case: case["name"])
def test_no_event_breaks_a_chat(case: Any) -> None:
    """What AG-UI accepts ends well; what it refuses ends well too, or as a failure that says so."""
    result = outcome(case["event"])
    failed = isinstance(result, ChatFailure)
    if case["accepted"]:
        assert failed == (case["event"]["type"] == "RUN_ERROR"), result
    if isinstance(result, Turn) and result.outcome == "interrupted":
        assert result.interrupts != ()


@pytest.mark.parametrize("name", PLAYED)
def test_requests_are_ag_ui_s(name: str) -> None:
    """Every request of every recorded conversation is a valid one, and nothing in it is null."""
    playback = Playback(load(name))
    asyncio.run(playback.play())
    assert playback.bodies
    for body in playback.bodies:
        RunAgentInput.model_validate(body)
        shown = {member: value for member, value in body.items() if member != "forwardedProps"}
        assert [place for place in nulls(shown) if "/payload" not in place] == []
        assert body.keys() >= {"state", "messages", "tools", "context", "forwardedProps"}


def nulls(value: Json, place: str = "") -> Iterator[str]:
    if value is None:
        yield place
    elif isinstance(value, dict):
        for name, child in value.items():
            yield from nulls(child, f"{place}/{name}")
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from nulls(child, f"{place}/{index}")
