"""What chats are asked, and how the servers that ask fail."""

from typing import Any

from client.playing import FINISHED, STARTED, external, paused, scripted_chat, text
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client import (
    UntypedInterrupt,
)

UNBOUND: JsonObject = {"id": "wf-1", "reason": "workflow"}


def error(*found: JsonObject, run_id: str = "run#1") -> JsonObject:
    """Return a RUN_ERROR about the answers to a pause."""
    listed: list[Json] = [
        {"threadId": "thread-1", "interruptedRunId": run_id, "generation": 0, **one}
        for one in found
    ]
    metadata: JsonObject = {"tanstack": {"interruptErrors": listed}}
    return {"type": "RUN_ERROR", "message": "No.", "code": "stale", "metadata": metadata}


def item(code: str, retryable: bool = False) -> JsonObject:
    return {
        "scope": "item",
        "interruptId": "e-1",
        "code": code,
        "message": "No.",
        "source": "server",
        "retryable": retryable,
    }


ASKED = [STARTED, *text("m0", "Well?"), paused(external("e-1"))]


ANSWERED = [STARTED, *text("m1", "Thanks."), FINISHED]


LAST: JsonObject = {**FINISHED, "metadata": {"tanstack": {"finishReason": "tool_calls"}}}


async def asked(*responses: Any, **more: Any) -> Any:
    chat, server = scripted_chat(ASKED, *responses, **more)
    turn = await chat.send("Go")
    (one,) = turn.interrupts
    assert isinstance(one, UntypedInterrupt)
    return chat, server, turn, one
