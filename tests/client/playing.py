"""Chats whose server is a list of events, and what they send."""

import asyncio
import copy
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

from client.recorded import CountedOutside
from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import Bindings, Chat, ChatOptions, ImplementedClientTool

STARTED: JsonObject = {"type": "RUN_STARTED", "threadId": "thread-1", "runId": "run#1"}
FINISHED: JsonObject = {"type": "RUN_FINISHED", "threadId": "thread-1", "runId": "run#1"}


def text(message_id: str, *deltas: str) -> list[JsonObject]:
    """Return the events of a text."""
    own: JsonObject = {"messageId": message_id}
    return [
        {"type": "TEXT_MESSAGE_START", "role": "assistant", **own},
        *({"type": "TEXT_MESSAGE_CONTENT", "delta": delta, **own} for delta in deltas),
        {"type": "TEXT_MESSAGE_END", **own},
    ]


def call(call_id: str, name: str, arguments: str, parent: str | None = None) -> list[JsonObject]:
    """Return the events of a tool call."""
    start: JsonObject = {"type": "TOOL_CALL_START", "toolCallId": call_id, "toolCallName": name}
    if parent is not None:
        start["parentMessageId"] = parent
    return [
        start,
        {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": arguments},
        {"type": "TOOL_CALL_END", "toolCallId": call_id},
    ]


def paused(*interrupts: JsonObject, run_id: str = "run#1") -> JsonObject:
    """Return the end of a run that asks."""
    outcome: JsonObject = {"type": "interrupt", "interrupts": [*interrupts]}
    return {"type": "RUN_FINISHED", "threadId": "thread-1", "runId": run_id, "outcome": outcome}


def external(interrupt_id: str, run_id: str = "run#1", **more: Any) -> JsonObject:
    """Return an interrupt of another producer that can be answered."""
    binding: JsonObject = {
        "v": 1,
        "kind": "generic",
        "interruptId": interrupt_id,
        "interruptedRunId": run_id,
        "generation": 0,
    }
    metadata: JsonObject = {"tanstack:interruptBinding": binding}
    return {"id": interrupt_id, "reason": "r", "metadata": metadata, **more}


@dataclass
class Scripted:
    """A transport that answers each request with the next list of events.

    An exception in such a list is raised there, and at a text the server falls silent.
    """

    responses: list[Sequence[JsonObject | BaseException | str]]
    bodies: list[Any] = field(default_factory=list[Any])
    closed: int = 0

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        self.bodies.append(copy.deepcopy(body))
        try:
            for event in self.responses[len(self.bodies) - 1]:
                if isinstance(event, BaseException):
                    raise event
                if isinstance(event, str):
                    await asyncio.sleep(60)
                    continue
                yield copy.deepcopy(event)
        finally:
            self.closed += 1

    async def aclose(self) -> None:
        pass


def scripted_chat(
    *responses: Sequence[JsonObject | BaseException | str],
    bindings: Bindings[Any] | None = None,
    tools: Sequence[ImplementedClientTool] = (),
    options: ChatOptions | None = None,
) -> tuple[Chat[Any], Scripted]:
    """Return a chat with a scripted server, and that server."""
    CountedOutside.counts = {}
    outside = CountedOutside(clock=lambda: 0)
    server = Scripted(list(responses))
    chat = Chat(
        server,
        bindings=bindings or Bindings[Any](),
        tools=tools,
        options=options or ChatOptions(thread_id="thread-1", outside=outside),
    )
    return chat, server
