"""The messages of a thread -> the messages of a request, as TanStack AI's `uiMessagesToWire`.

A tool message follows the assistant's message that owns its call, and reasoning precedes it.
Nothing is written as null.
"""

import json
from collections.abc import Collection, Iterable
from typing import Final

from interruptgen_runtime.client.history.calls import SIGNATURE, compact
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.history.parts import (
    MediaPart,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from interruptgen_runtime.client.history.reading import record, tanstack
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import or_absent, read_text, written

APPROVED: Final = compact(
    {"approved": True, "pendingExecution": True, "message": "User approved this action"}
)
"""What stands in the place of the result of a call that was approved and has not run yet."""

DENIED: Final = compact({"approved": False, "message": "User denied this action"})
"""How servers without interrupts learn that a call was denied."""

_KEPT: Final = ("model", "signature")


def wire_messages(
    messages: Iterable[Message], denied: Collection[str] = frozenset()
) -> list[JsonObject]:
    """Write messages as a request has them; a message tells that the calls `denied` were denied.

    The decisions about interrupts need no such message: they travel in `resume`. An approval is
    repeated in one all the same, as TanStack AI's servers then know that the call has to run.
    """
    listed = list(messages)
    ids = _Ids(message.id for message in listed)
    return [line for message in listed for line in _write(message, ids, denied)]


class _Ids:
    """The ids of one request: each is used once."""

    def __init__(self, taken: Iterable[str]) -> None:
        self._taken = set(taken)

    def unique(self, wanted: str) -> str:
        found, number = wanted, 2
        while found in self._taken:
            found, number = f"{wanted}-{number}", number + 1
        self._taken.add(found)
        return found


def _write(message: Message, ids: _Ids, denied: Collection[str]) -> list[JsonObject]:
    if message.role != "assistant":
        return [_anchor(message, {"content": _content(message)})]
    reasoning = [
        _reasoning(message.id, index, part, ids)
        for index, part in enumerate(message.parts)
        if isinstance(part, ReasoningPart)
    ]
    calls: list[Json] = [_call(call) for call in message.calls]
    members: dict[str, Json | Absent] = {
        "content": message.text or ABSENT,
        "toolCalls": calls or ABSENT,
    }
    return [*reasoning, _anchor(message, members), *_tool_messages(message, ids, denied)]


def _anchor(message: Message, members: dict[str, Json | Absent]) -> JsonObject:
    metadata = _metadata(message)
    return written(
        {
            "id": message.id,
            "name": or_absent(message.name),
            "metadata": metadata or ABSENT,
            "role": message.role,
            **members,
        }
    )


def _content(message: Message) -> Json:
    if not any(isinstance(part, MediaPart) for part in message.parts):
        return message.text
    content: list[Json] = []
    for part in message.parts:
        if isinstance(part, TextPart):
            content.append({"type": "text", "text": part.content})
        elif isinstance(part, MediaPart):
            content.append(part.content)
    return content


def _metadata(message: Message) -> JsonObject:
    """Return the message's own metadata with what TanStack AI's server keeps under its name."""
    metadata: JsonObject = {**(message.metadata or {})}
    before = tanstack({"metadata": message.metadata})
    kept: JsonObject = {name: before[name] for name in _KEPT if name in before}
    if message.created_at is not None:
        kept["createdAt"] = message.created_at
    calls: JsonObject = {
        call.id: call.metadata for call in message.calls if call.metadata is not None
    }
    if calls:
        kept["toolCallMetadata"] = calls
    metadata.pop("tanstack", None)
    return {**metadata, "tanstack": kept} if kept else metadata


def _reasoning(owner: str, index: int, part: ReasoningPart, ids: _Ids) -> JsonObject:
    prefix, own = f"{owner}-reasoning-", part.id or str(index)
    return written(
        {
            "role": "reasoning",
            "id": ids.unique(own if own.startswith(prefix) else prefix + own),
            "content": part.content,
            "encryptedValue": or_absent(part.signature),
        }
    )


def _call(call: ToolCallPart) -> JsonObject:
    return written(
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
            "encryptedValue": or_absent(read_text(call.metadata or {}, SIGNATURE) or None),
        }
    )


def _tool_messages(message: Message, ids: _Ids, denied: Collection[str]) -> Iterable[JsonObject]:
    results = {part.call_id for part in message.parts if isinstance(part, ToolResultPart)}
    for part in message.parts:
        if isinstance(part, ToolResultPart):
            yield _tool_message(part, ids)
        elif isinstance(part, ToolCallPart) and part.id not in results:
            content = DENIED if part.id in denied else _pending_content(part)
            if content is not None:
                yield _tool_message(ToolResultPart(call_id=part.id, content=content), ids)


def _pending_content(call: ToolCallPart) -> str | None:
    """Return what stands in the place of a result that a call does not have."""
    if call.output is not ABSENT:
        return call.output if isinstance(call.output, str) else compact(call.output)
    return APPROVED if call.state == "approval-responded" and call.approved else None


def _tool_message(result: ToolResultPart, ids: _Ids) -> JsonObject:
    given = result.metadata or {}
    inner = record(given.get("tanstack")) or {}
    kept: JsonObject = {name: value for name, value in inner.items() if name != "uiResources"}
    own = written({"id": or_absent(result.id), "createdAt": or_absent(result.created_at)})
    return written(
        {
            "role": "tool",
            "id": ids.unique(result.id or f"tool-{result.call_id}"),
            "toolCallId": result.call_id,
            "name": or_absent(result.name),
            "content": result.content,
            "error": or_absent(result.error),
            "metadata": {**given, "tanstack": {**kept, "toolResult": own}},
        }
    )


def encoded(body: JsonObject) -> bytes:
    """Write a body in ASCII, so that every text of a thread can be sent."""
    return json.dumps(body, separators=(",", ":"), allow_nan=False).encode()
