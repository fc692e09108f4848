"""Messages as they stand on the wire -> the messages of a thread, with what it knew before.

A snapshot replaces everything. Only what it cannot say is kept: the results and decisions of calls
that were complete, a call that a result refers to and that the snapshot leaves out, and metadata.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from interruptgen_runtime.client.history import calls
from interruptgen_runtime.client.history.message import Message, OpenMessage, Role
from interruptgen_runtime.client.history.parts import (
    MediaPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from interruptgen_runtime.client.history.reading import objects, record, tanstack, text_member
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text

_ROLES: Final[Mapping[str, Role]] = {"user": "user", "system": "system", "developer": "system"}


def read_messages(
    raw: Iterable[JsonObject], before: Sequence[Message], new_id: Callable[[], str]
) -> list[OpenMessage]:
    """Read messages; `before` are those that they replace."""
    known = {part.id: part for message in before for part in message.calls}
    metadata = {message.id: message.metadata for message in before}
    messages: list[OpenMessage] = []
    for message in _with_reasoning([_read(item, new_id) for item in raw]):
        result = _only_result(message)
        if result is not None and _is_placeholder(result):
            _approve(messages, result.call_id)
            continue
        owner = _owner(messages, result.call_id) if result is not None else None
        if result is None or owner is None:
            messages.append(message)
        else:
            _fold(owner, result, messages, known)
    _complete(messages, known)
    for message in messages:
        if message.metadata is None:
            message.metadata = metadata.get(message.id)
    return messages


def user_parts(content: Json) -> list[Part]:
    """Return the parts of a user's message: a text, or texts and media as AG-UI has them."""
    if isinstance(content, str):
        return [TextPart(content)] if content else []
    return [
        TextPart(text_member(item, "text")) if item.get("type") == "text" else MediaPart(item)
        for item in objects(content)
        if item.get("type") != "binary"
    ]


def _read(raw: JsonObject, new_id: Callable[[], str]) -> OpenMessage:
    role = text_member(raw, "role")
    metadata = record(raw.get("metadata"))
    return OpenMessage(
        id=read_text(raw, "id") or new_id(),
        role=_ROLES.get(role, "assistant"),
        parts=_parts(raw, role),
        created_at=read_text(tanstack(raw), "createdAt"),
        metadata=metadata,
        name=None if role == "tool" else read_text(raw, "name"),
    )


def _parts(raw: JsonObject, role: str) -> list[Part]:
    content = raw.get("content")
    if role == "tool":
        return [_result(raw)]
    if role == "reasoning":
        part = ReasoningPart(
            id=read_text(raw, "id"),
            content=text_member(raw, "content"),
            signature=read_text(raw, "encryptedValue"),
        )
        return [part] if part.content or part.signature else []
    if role == "assistant":
        text: list[Part] = [TextPart(content)] if isinstance(content, str) and content else []
        return [*text, *_calls(raw)]
    return user_parts(content) if role in _ROLES else []


def _calls(raw: JsonObject) -> list[ToolCallPart]:
    kept = record(tanstack(raw).get("toolCallMetadata")) or {}
    found: list[ToolCallPart] = []
    for item in objects(raw.get("toolCalls")):
        function, call_id = record(item.get("function")) or {}, text_member(item, "id")
        arguments = text_member(function, "arguments")
        call = ToolCallPart(
            id=call_id,
            name=text_member(function, "name"),
            arguments=arguments,
            state="input-complete",
            input=calls.parsed(arguments, ABSENT),
            metadata=record(kept.get(call_id)),
        )
        found.append(call)
    return found


def _result(raw: JsonObject) -> ToolResultPart:
    """Read a tool message; its own id and time are those of the result, if it says so."""
    owned = record(tanstack(raw).get("toolResult"))
    content, error = raw.get("content"), read_text(raw, "error")
    return ToolResultPart(
        call_id=text_member(raw, "toolCallId"),
        content=content if isinstance(content, str) else calls.compact(content),
        failed=error is not None,
        error=error,
        id=read_text(raw if owned is None else owned, "id"),
        name=read_text(raw, "name"),
        metadata=record(raw.get("metadata")),
        created_at=read_text(owned or {}, "createdAt") or read_text(tanstack(raw), "createdAt"),
    )


def _with_reasoning(messages: Iterable[OpenMessage]) -> list[OpenMessage]:
    """Put reasoning into the assistant's message that it precedes."""
    merged: list[OpenMessage] = []
    waiting: list[OpenMessage] = []
    for message in messages:
        if message.parts and all(isinstance(part, ReasoningPart) for part in message.parts):
            waiting.append(message)
            continue
        if message.role == "assistant" and _only_result(message) is None:
            message.prepend([part for earlier in waiting for part in earlier.parts])
        else:
            merged += waiting
        waiting = []
        merged.append(message)
    return merged + waiting


def _only_result(message: OpenMessage) -> ToolResultPart | None:
    part = message.parts[0] if len(message.parts) == 1 else None
    return part if isinstance(part, ToolResultPart) else None


def _is_placeholder(result: ToolResultPart) -> bool:
    """Tell whether a tool message only says that its call was approved and has not run yet."""
    value = calls.parsed(result.content, ABSENT)
    return isinstance(value, dict) and value.get("pendingExecution") is True


def _approve(messages: Sequence[OpenMessage], call_id: str) -> None:
    for message in messages:
        found = message.call(call_id)
        if found is not None:
            index, call = found
            message.put(index, replace(call, state="approval-responded", approved=True))


def _owner(messages: Sequence[OpenMessage], call_id: str) -> OpenMessage | None:
    """Return the message that has a call, or else the assistant's last one."""
    for message in reversed(messages):
        if message.index_of_call(call_id) is not None:
            return message
    for message in reversed(messages):
        if message.role == "assistant" and _only_result(message) is None:
            return message
    return None


def _fold(
    owner: OpenMessage,
    result: ToolResultPart,
    messages: Sequence[OpenMessage],
    known: Mapping[str, ToolCallPart],
) -> None:
    call = known.get(result.call_id)
    if call is not None and all(one.index_of_call(call.id) is None for one in messages):
        owner.append(call)
    owner.append(result)


def _complete(messages: Iterable[OpenMessage], known: Mapping[str, ToolCallPart]) -> None:
    """Give calls the results that stand next to them, or that they had before."""
    listed = list(messages)
    results = {
        part.call_id: part
        for message in listed
        for part in message.parts
        if isinstance(part, ToolResultPart)
    }
    for message in listed:
        for index, part in enumerate(message.parts):
            if isinstance(part, ToolCallPart):
                earlier = _as_before(part, known.get(part.id))
                message.put(index, _with_result(earlier, results.get(part.id)))


def _as_before(call: ToolCallPart, before: ToolCallPart | None) -> ToolCallPart:
    if before is None or call.state != "input-complete":
        return call
    if before.output is ABSENT and before.state not in ("complete", "error"):
        return call
    return replace(
        call,
        output=before.output,
        state=before.state,
        approval_id=before.approval_id,
        approved=before.approved,
        metadata=call.metadata if before.metadata is None else before.metadata,
    )


def _with_result(call: ToolCallPart, result: ToolResultPart | None) -> ToolCallPart:
    if result is None or call.output is not ABSENT:
        return call
    value = calls.parsed(result.content, ABSENT)
    output: Json = result.content if value is ABSENT else value
    if result.failed:
        return replace(call, output={"error": calls.error_text(output)}, state="error")
    return replace(call, output=output, state="complete")
