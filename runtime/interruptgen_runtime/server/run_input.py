"""The body of a request -> a run's input, or why it is none.

What a client may send is what TanStack AI's `chatParamsFromRequestBody` lets through, as far as
AG-UI has such messages, for they come back in a snapshot; keys that are not known are ignored.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from pydantic_core import PydanticSerializationError, to_json

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.errors import NotJson, PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.core.resume.entry import ResumeEntry, read_resume

MAX_RESUME_ENTRIES: Final = 1000
"""Answers in one request, unless its reader says otherwise."""

MAX_HISTORY_ITEMS: Final = 10_000
"""Messages and tool calls in one request, unless its reader says otherwise."""

_ROLES: Final = frozenset(
    {"user", "assistant", "tool", "system", "developer", "reasoning", "activity"}
)
_MEDIA: Final = ("image", "audio", "video", "document")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_REPLACEMENT: Final = "\ufffd"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInput:
    """What a client asks a run for; every word of it is the client's."""

    thread_id: str
    run_id: str
    parent_run_id: str | None = None
    messages: tuple[JsonObject, ...]
    resume: tuple[ResumeEntry, ...] = ()
    tools: tuple[JsonObject, ...] = ()
    forwarded_props: JsonObject


def read_run_input(
    body: Json,
    max_resume_entries: int = MAX_RESUME_ENTRIES,
    max_history_items: int = MAX_HISTORY_ITEMS,
) -> RunInput:
    """Read the input of a run; raises `PeerError`, with the place, for a body that is none.

    Text of the history that no UTF-8 carries is replaced by U+FFFD, so that a cut emoji does not
    end the thread. Inside of `resume` it is refused, and so is the key `__proto__`.
    """
    if not isinstance(body, dict):
        raise PeerError("the body has to be an object")
    return RunInput(
        thread_id=_text(body, "threadId"),
        run_id=_text(body, "runId"),
        parent_run_id=_text(body, "parentRunId") if "parentRunId" in body else None,
        messages=_messages(body, max_history_items),
        resume=_resume(body["resume"], max_resume_entries) if "resume" in body else (),
        tools=tuple(_tool(raw, index) for index, raw in enumerate(_list(body, "tools"))),
        forwarded_props=_forwarded(body),
    )


def _messages(body: JsonObject, limit: int) -> tuple[JsonObject, ...]:
    messages = tuple(_message(raw, index) for index, raw in enumerate(_list(body, "messages")))
    calls = (message.get("toolCalls") for message in messages)
    items = len(messages) + sum(len(each) for each in calls if isinstance(each, list))
    if items > limit:
        raise PeerError(f"the history has more than {limit} messages and tool calls")
    return messages


def _text(raw: JsonObject, name: str) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        raise PeerError(f"{name} has to be a string")
    return _clean_text(value)


def _list(body: JsonObject, name: str) -> list[Json]:
    value = body.get(name)
    if not isinstance(value, list):
        raise PeerError(f"{name} has to be an array")
    if not _is_clean(value):
        value = [_cleaned(item) for item in value]
    return value


def _forwarded(body: JsonObject) -> JsonObject:
    value = body.get("forwardedProps", {})
    if not isinstance(value, dict):
        raise PeerError("forwardedProps has to be an object")
    return value


def _tool(raw: Json, index: int) -> JsonObject:
    if not isinstance(raw, dict):
        raise PeerError(f"tools[{index}] has to be an object")
    return raw


def _message(raw: Json, index: int) -> JsonObject:
    where = f"messages[{index}]"
    if not isinstance(raw, dict) or not isinstance(raw.get("id"), str):
        raise PeerError(f"{where} has to be an object with a string id")
    role = raw.get("role")
    if not isinstance(role, str) or role not in _ROLES:
        raise PeerError(f"{where} has an unknown role")
    if not isinstance(raw.get("metadata", {}), dict):
        raise PeerError(f"{where}.metadata has to be an object")
    check = _CHECKS.get(role)
    if check is not None:
        check(raw, where)
    return raw


def _check_user(raw: JsonObject, where: str) -> None:
    content = raw.get("content")
    if isinstance(content, list):
        if not all(map(_is_part, content)):
            raise PeerError(f"{where}.content has something else than parts of a message")
    elif not isinstance(content, str):
        raise PeerError(f"{where}.content has to be a string or an array")


def _is_part(raw: Json) -> bool:
    """Tell whether AG-UI has such a part of a user's message: text, or media with a source."""
    if not isinstance(raw, dict):
        return False
    if raw.get("type") == "text":
        return isinstance(raw.get("text"), str)
    return raw.get("type") in _MEDIA and isinstance(raw.get("source"), dict)


def _check_tool(raw: JsonObject, where: str) -> None:
    if not isinstance(raw.get("content"), str) or not isinstance(raw.get("toolCallId"), str):
        raise PeerError(f"{where} needs a string content and a string toolCallId")


def _check_assistant(raw: JsonObject, where: str) -> None:
    if not isinstance(raw.get("content", ""), str):
        raise PeerError(f"{where}.content has to be a string")
    calls = raw.get("toolCalls", [])
    if not isinstance(calls, list):
        raise PeerError(f"{where}.toolCalls has to be an array")
    for call in calls:
        function = call.get("function") if isinstance(call, dict) else None
        if not isinstance(call, dict) or not isinstance(function, dict) or not _is_call(call):
            raise PeerError(f"{where}.toolCalls has something else than calls of functions")
        if not _are_texts((call.get("id"), function.get("name"), function.get("arguments"))):
            raise PeerError(f"{where}.toolCalls has a call without id, name or arguments")


def _is_call(raw: JsonObject) -> bool:
    return raw.get("type", "function") == "function"


_CHECKS: Final[dict[str, Callable[[JsonObject, str], None]]] = {
    "user": _check_user,
    "tool": _check_tool,
    "assistant": _check_assistant,
}


def _are_texts(values: Iterable[Json]) -> bool:
    return all(isinstance(value, str) for value in values)


def _resume(value: Json, limit: int) -> tuple[ResumeEntry, ...]:
    try:
        entries = read_resume(read_json(value))
    except NotJson as error:
        raise PeerError(f"resume: {error}") from None
    if len(entries) > limit:
        raise PeerError(f"resume has more than {limit} entries")
    for index, entry in enumerate(entries):
        if entry.status not in ("resolved", "cancelled"):
            raise PeerError(f"resume[{index}].status has to be resolved or cancelled")
        if entry.metadata is not ABSENT and not isinstance(entry.metadata, dict):
            raise PeerError(f"resume[{index}].metadata has to be an object")
        if '"__proto__"' in entry.canonical and _has_prototype(entry.to_json()):
            raise PeerError(f"resume[{index}] has the key __proto__")
    return entries


def _has_prototype(value: Json) -> bool:
    if isinstance(value, dict):
        return "__proto__" in value or any(map(_has_prototype, value.values()))
    return isinstance(value, list) and any(map(_has_prototype, value))


def _is_clean(value: Json) -> bool:
    try:
        to_json(value)
    except PydanticSerializationError:
        return False
    return True


def _clean_text(text: str) -> str:
    return _SURROGATE.sub(_REPLACEMENT, text)


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return _clean_text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {_clean_text(name): _cleaned(item) for name, item in value.items()}
    return value
