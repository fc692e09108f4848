"""A message of a request -> the message as AG-UI has it, or why it is none.

It comes back in a snapshot, so what a client of AG-UI 1.0 would refuse there is refused here. What
is null counts as left out, unless TanStack AI refuses that; members that nobody knows are kept.
"""

from collections.abc import Callable
from typing import Final, NoReturn

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject

_MEDIA: Final = ("image", "audio", "video", "document")
_SOURCES: Final = {"data": ("value", "mimeType"), "url": ("value",), "file": ("value",)}
"""The kinds of sources of media, and what has to be a string in one."""

_NEVER_NULL: Final = frozenset({"content", "metadata", "toolCalls"})
"""What TanStack AI's `chatParamsFromRequestBody` does not let be null in a message."""

_TEXTS: Final = ("name", "encryptedValue", "subagentRunId")
"""What is a string in messages of every role, if it is there."""


def read_message(raw: Json, index: int) -> JsonObject:
    """Read the message at a place of the history; raises `PeerError`, which names the place."""
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str):
        _refuse(index, " has to be an object with a string id")
    message = _without_nulls(raw, _NEVER_NULL)
    role = message.get("role")
    read = _READERS.get(role) if isinstance(role, str) else None
    if read is None:
        _refuse(index, " has an unknown role")
    _check_texts(message, _TEXTS, index, "")
    _check_metadata(message, index, "")
    return read(message, index)


def _read_text(message: JsonObject, index: int) -> JsonObject:
    if not isinstance(message.get("content"), str):
        _refuse(index, ".content has to be a string")
    return message


def _read_activity(message: JsonObject, index: int) -> JsonObject:
    if not isinstance(message.get("activityType"), str):
        _refuse(index, ".activityType has to be a string")
    if not isinstance(message.get("content"), dict):
        _refuse(index, ".content has to be an object")
    return message


def _read_tool(message: JsonObject, index: int) -> JsonObject:
    if not isinstance(message.get("content"), str) or not isinstance(
        message.get("toolCallId"), str
    ):
        _refuse(index, " needs a string content and a string toolCallId")
    _check_texts(message, ("error",), index, "")
    return message


def _read_user(message: JsonObject, index: int) -> JsonObject:
    content = message.get("content")
    if isinstance(content, str):
        return message
    if not isinstance(content, list):
        _refuse(index, ".content has to be a string or an array")
    parts: list[Json] = [_read_part(part, index) for part in content]
    return message if parts == content else {**message, "content": parts}


def _read_part(raw: Json, index: int) -> JsonObject:
    """Read a part of a user's message: text, or media with a source."""
    part = _without_nulls(raw) if isinstance(raw, dict) else {}
    source = part.get("source")
    read: JsonObject = part
    if part.get("type") in _MEDIA and isinstance(source, dict):
        found = _read_source(source, index)
        read = part if found is source else {**part, "source": found}
    elif part.get("type") != "text" or not isinstance(part.get("text"), str):
        _refuse(index, ".content has something else than parts of a message")
    _check_texts(read, ("id",), index, ".content")
    return read


def _read_source(raw: JsonObject, index: int) -> JsonObject:
    source = _without_nulls(raw)
    kind = source.get("type")
    texts = _SOURCES.get(kind) if isinstance(kind, str) else None
    if texts is None or not all(isinstance(source.get(name), str) for name in texts):
        _refuse(index, ".content has media without a source of data, url or file")
    _check_texts(source, ("mimeType", "provider"), index, ".content")
    return source


def _read_assistant(message: JsonObject, index: int) -> JsonObject:
    if not isinstance(message.get("content", ""), str):
        _refuse(index, ".content has to be a string")
    if "toolCalls" not in message:
        return message
    calls = message["toolCalls"]
    if not isinstance(calls, list):
        _refuse(index, ".toolCalls has to be an array")
    read: list[Json] = [_read_call(call, index) for call in calls]
    return message if read == calls else {**message, "toolCalls": read}


def _read_call(raw: Json, index: int) -> JsonObject:
    """Read a call; one that does not say so calls a function as well."""
    call = _without_nulls(raw) if isinstance(raw, dict) else {}
    function = call.get("function")
    if not isinstance(function, dict) or call.get("type", "function") != "function":
        _refuse(index, ".toolCalls has something else than calls of functions")
    if not (
        isinstance(call.get("id"), str)
        and isinstance(function.get("name"), str)
        and isinstance(function.get("arguments"), str)
    ):
        _refuse(index, ".toolCalls has a call without id, name or arguments")
    _check_texts(call, ("encryptedValue",), index, ".toolCalls")
    _check_metadata(call, index, ".toolCalls")
    return call if "type" in call else {**call, "type": "function"}


def _check_texts(raw: JsonObject, names: tuple[str, ...], index: int, below: str) -> None:
    for name in names:
        if not isinstance(raw.get(name, ""), str):
            _refuse(index, f"{below}.{name} has to be a string")


def _check_metadata(raw: JsonObject, index: int, below: str) -> None:
    if "metadata" in raw and not isinstance(raw["metadata"], dict):
        _refuse(index, f"{below}.metadata has to be an object")


def _without_nulls(raw: JsonObject, but: frozenset[str] = frozenset()) -> JsonObject:
    if None not in raw.values():
        return raw
    return {name: value for name, value in raw.items() if value is not None or name in but}


def _refuse(index: int, problem: str) -> NoReturn:
    raise PeerError(f"messages[{index}]{problem}")


_READERS: Final[dict[str, Callable[[JsonObject, int], JsonObject]]] = {
    "user": _read_user,
    "tool": _read_tool,
    "assistant": _read_assistant,
    "activity": _read_activity,
    **dict.fromkeys(("system", "developer", "reasoning"), _read_text),
}
"""The roles that a message may have."""
