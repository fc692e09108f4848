"""The body of a request -> a run's input, or why it is none.

What a client may send is what TanStack AI's `chatParamsFromRequestBody` lets through, as far as
AG-UI has such messages; keys that are not known are ignored. `context`, which nothing is done with,
may be left out.
"""

import re
from dataclasses import dataclass
from typing import Final

from pydantic_core import PydanticSerializationError, to_json

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.errors import NotJson, PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.resume.entry import ResumeEntry, receive_resume
from interruptgen_runtime.server.limits import Limits
from interruptgen_runtime.server.messages import read_message

_USUAL: Final = Limits()
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


def read_run_input(body: Json, limits: Limits = _USUAL) -> RunInput:
    """Read the input of a run; raises `PeerError`, with the place, for a body that is none.

    Text of the history that no UTF-8 carries is replaced by U+FFFD, so that a cut emoji does not
    end the thread. Inside of `resume` it is refused, and so is the key `__proto__`.
    """
    if not isinstance(body, dict):
        raise PeerError("the body has to be an object")
    return RunInput(
        thread_id=_id(body, "threadId", limits),
        run_id=_id(body, "runId", limits),
        parent_run_id=_id(body, "parentRunId", limits) if "parentRunId" in body else None,
        messages=_messages(body, limits.history_items),
        resume=_resume(body["resume"], limits) if "resume" in body else (),
        tools=tuple(_tool(raw, index) for index, raw in enumerate(_list(body, "tools"))),
        forwarded_props=_forwarded(body),
    )


def _messages(body: JsonObject, limit: int) -> tuple[JsonObject, ...]:
    messages = [read_message(raw, index) for index, raw in enumerate(_list(body, "messages"))]
    items = len(messages)
    for message in messages:
        calls = message.get("toolCalls")
        items += len(calls) if isinstance(calls, list) else 0
    if items > limit:
        raise PeerError(f"the history has more than {limit} messages and tool calls")
    return tuple(messages)


def _id(raw: JsonObject, name: str, limits: Limits) -> str:
    value = raw.get(name)
    if not isinstance(value, str):
        raise PeerError(f"{name} has to be a string")
    if len(value) > limits.id_length:
        raise PeerError(f"{name} has more than {limits.id_length} characters")
    return _clean_text(value)


def _list(body: JsonObject, name: str) -> list[Json]:
    value = body.get(name)
    if not isinstance(value, list):
        raise PeerError(f"{name} has to be an array")
    return value if not value or _is_clean(value) else [_cleaned(item) for item in value]


def _forwarded(body: JsonObject) -> JsonObject:
    value = body.get("forwardedProps", {})
    if not isinstance(value, dict):
        raise PeerError("forwardedProps has to be an object")
    return value


def _tool(raw: Json, index: int) -> JsonObject:
    if not isinstance(raw, dict):
        raise PeerError(f"tools[{index}] has to be an object")
    return raw


def _resume(value: Json, limits: Limits) -> tuple[ResumeEntry, ...]:
    try:
        entries = receive_resume(value)
    except NotJson as error:
        raise PeerError(f"resume: {error}") from None
    if len(entries) > limits.resume_entries:
        raise PeerError(f"resume has more than {limits.resume_entries} entries")
    for index, entry in enumerate(entries):
        if len(entry.interrupt_id) > limits.id_length:
            raise PeerError(f"resume[{index}] has an id of more than {limits.id_length} characters")
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
    return text if text.isascii() else _SURROGATE.sub(_REPLACEMENT, text)


def _cleaned(value: Json) -> Json:
    if isinstance(value, str):
        return _clean_text(value)
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    if isinstance(value, dict):
        return {_clean_text(name): _cleaned(item) for name, item in value.items()}
    return value
