"""The messages of a thread <-> its tool calls and their results, at most one for each."""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import NotJson, PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.numbers import MAX_SAFE_INTEGER
from interruptgen_runtime.core.plain import plain_text
from interruptgen_runtime.core.reading import MAX_DEPTH, read_json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.strict_json import unique_members
from interruptgen_runtime.server.events import result_message_id
from interruptgen_runtime.server.replay import ToolResult

DENIAL: Final = '{"approved":false,"message":"User denied this action"}'
"""What TanStack AI's client writes as the result of a call as soon as a person rejects it."""


@record(slots=False)
class ToolCall:
    """A tool call of the assistant, with its arguments as the history has them."""

    id: str
    name: str
    text: str

    @property
    def value(self) -> Json | Absent:
        """The arguments, or `ABSENT` if the text is not JSON; no text at all is `{}`."""
        return self._reading[0]

    @property
    def arguments(self) -> JsonObject:
        """The arguments; what is no object counts as one without members."""
        return self.value if isinstance(self.value, dict) else {}

    @cached_property
    def identity(self) -> str:
        """What tells the call from all others: id, name and arguments, as canonical JSON.

        That rounds integers to doubles, so those that would change stand beside it.
        """
        value, text = self._reading
        if value is ABSENT:
            return canonical([self.id, self.name, self.text])
        if text is None:
            return canonical([self.id, self.name, value, list(_rounded(value))])
        head = canonical([self.id, self.name]).removesuffix("]")
        return f"{head},{text},[]]"

    @cached_property
    def _reading(self) -> tuple[Json | Absent, str | None]:
        """The value, and its canonical text if it is plain."""
        try:
            value = _DECODER.decode(self.text or "{}")
            text = plain_text(value, MAX_DEPTH)
            return (value, text) if text is not None else (read_json(value), None)
        except (ValueError, NotJson, RecursionError):
            return ABSENT, None


class Conversation:
    """The messages of a thread, to which a run adds.

    A result stands right behind the message with its call, in the order of the calls, whatever
    the order was in which it came. Placeholders that a client writes for approved calls are no
    results, and results without a call are left out. Raises `PeerError` for two calls with one
    id: their results could not be told apart.
    """

    def __init__(self, messages: Iterable[JsonObject]) -> None:
        self._messages: list[tuple[JsonObject, tuple[ToolCall, ...]]] = []
        self._results: dict[str, JsonObject] = {}
        self._notes: dict[str, str] = {}
        self.calls: dict[str, ToolCall] = {}
        for message in messages:
            if message.get("role") == "tool":
                self._add_tool_message(message)
            else:
                self.add(message)

    def add(self, message: JsonObject) -> None:
        """Add a message that is no result."""
        calls = _calls_of(message)
        for call in calls:
            if call.id in self.calls:
                raise PeerError(f"two tool calls have the id {call.id!r}")
            self.calls[call.id] = call
        self._messages.append((message, calls))

    def add_result(self, call_id: str, result: ToolResult) -> None:
        """Add the result of a call, in place of any that it has."""
        message: JsonObject = {
            "role": "tool",
            "id": result_message_id(call_id),
            "toolCallId": call_id,
            "content": result.content,
        }
        self._results[call_id] = message
        if result.note is not None:
            self._notes[call_id] = result.note

    def reopen(self, call_ids: Iterable[str]) -> None:
        """Forget the results of calls."""
        for call_id in call_ids:
            self._results.pop(call_id, None)

    def result(self, call_id: str) -> str | None:
        """Return the result of a call, if it has one."""
        message = self._results.get(call_id)
        content = message.get("content") if message else None
        return content if isinstance(content, str) else None

    def unfinished(self) -> tuple[ToolCall, ...]:
        """Return the calls without a result."""
        return tuple([call for call in self.calls.values() if call.id not in self._results])

    def last_turn(self) -> tuple[ToolCall, ...]:
        """Return the calls of the last message that has any, finished or not."""
        return next((calls for _, calls in reversed(self._messages) if calls), ())

    def to_wire(self) -> tuple[JsonObject, ...]:
        """Return all messages in wire form."""
        return tuple(self._in_order(self._results))

    def for_model(self) -> tuple[JsonObject, ...]:
        """Return the messages as the model reads them, with the notes that are meant for it.

        Messages of the assistant that say and call nothing are left out.
        """
        results = self._results
        if self._notes:
            results = {call_id: self._noted(call_id) for call_id in results}
        return tuple([each for each in self._in_order(results) if not _is_empty(each)])

    def _noted(self, call_id: str) -> JsonObject:
        message, note = self._results[call_id], self._notes.get(call_id)
        if note is None:
            return message
        return {**message, "content": f"{message['content']}\n\n{note}"}

    def _in_order(self, results: Mapping[str, JsonObject]) -> list[JsonObject]:
        ordered: list[JsonObject] = []
        for message, calls in self._messages:
            ordered.append(message)
            ordered += [results[call.id] for call in calls if call.id in results]
        return ordered

    def _add_tool_message(self, message: JsonObject) -> None:
        call_id, content = message.get("toolCallId"), message.get("content")
        if isinstance(call_id, str) and isinstance(content, str) and not _is_placeholder(content):
            self._results.setdefault(call_id, message)


def _calls_of(message: JsonObject) -> tuple[ToolCall, ...]:
    raw = message.get("toolCalls")
    return tuple(map(_read_call, raw)) if isinstance(raw, list) else ()


def _read_call(raw: Json) -> ToolCall:
    """Read a call whose shape was checked with the input."""
    function = raw.get("function") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or not isinstance(function, dict):
        raise PeerError("a tool call has to be an object with a function")
    return ToolCall(str(raw.get("id")), str(function.get("name")), str(function.get("arguments")))


def _rounded(value: Json) -> Iterator[str]:
    """Yield the integers that no double carries, with the keys of objects sorted."""
    if isinstance(value, dict):
        for name in sorted(value):
            yield from _rounded(value[name])
    elif isinstance(value, list):
        for item in value:
            yield from _rounded(item)
    elif isinstance(value, int) and not -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
        yield str(value)


def _is_placeholder(content: str) -> bool:
    if "pendingExecution" not in content:
        return False
    try:
        value: Json = json.loads(content)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and value.get("pendingExecution") is True


def _is_empty(message: JsonObject) -> bool:
    return (
        message.get("role") == "assistant"
        and not message.get("content")
        and not message.get("toolCalls")
    )


_DECODER: Final = json.JSONDecoder(object_pairs_hook=unique_members)
