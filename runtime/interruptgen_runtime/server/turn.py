"""The deltas of one answer of a model -> events, and the message that they amount to."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.server import events
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.model import (
    Delta,
    Finished,
    FinishReason,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
)


@dataclass(slots=True)
class _Call:
    id: str
    name: str
    pieces: list[str] = field(default_factory=list[str])


class Turn:
    """One answer of the model as it comes in.

    `is_taken` tells whether a call id is in use in the thread: a model that counts its calls from
    1 in every answer gets others. `usage` is what answers before it have used.
    """

    def __init__(
        self, message_id: str, is_taken: Callable[[str], bool], usage: Usage | None = None
    ) -> None:
        self.message_id = message_id
        self.usage = usage
        self._is_taken = is_taken
        self._reason: FinishReason = "stop"
        self._text: list[str] = []
        self._calls: dict[str, _Call] = {}
        self._writing = False

    @property
    def reason(self) -> FinishReason:
        """Why the model stopped, as far as that can end a run: never for its own calls."""
        return "stop" if self._reason == "tool_calls" else self._reason

    def take(self, delta: Delta) -> Iterable[Event]:
        """Return the events of a delta; raises `LocalError` for arguments of no call."""
        match delta:
            case TextDelta():
                return self._add_text(delta.text)
            case ToolCallStarted():
                return self._start(delta.call_id, delta.name)
            case ToolCallDelta():
                return self._add_arguments(delta.call_id, delta.arguments)
            case Usage():
                self.usage = _sum(self.usage, delta)
            case Finished():
                self._reason = delta.reason
        return ()

    def end(self) -> Iterable[Event]:
        """Return the events that close what is open."""
        return [*self._end_text(), *(events.call_ended(call.id) for call in self._calls.values())]

    def message(self) -> JsonObject | None:
        """Return the message of the assistant, or nothing if it is empty."""
        text, calls = "".join(self._text), [_wire(call) for call in self._calls.values()]
        if not text and not calls:
            return None
        message: JsonObject = {"id": self.message_id, "role": "assistant"}
        if text:
            message["content"] = text
        if calls:
            message["toolCalls"] = calls
        return message

    def _add_text(self, text: str) -> Iterable[Event]:
        if not text:
            return ()
        self._text.append(text)
        content = events.text_content(self.message_id, text)
        if self._writing:
            return (content,)
        self._writing = True
        return (events.text_started(self.message_id), content)

    def _end_text(self) -> Iterable[Event]:
        if not self._writing:
            return ()
        self._writing = False
        return (events.text_ended(self.message_id),)

    def _start(self, call_id: str, name: str) -> Iterable[Event]:
        unique = self._unique(call_id)
        self._calls[call_id] = _Call(unique, name)
        return (*self._end_text(), events.call_started(unique, name, self.message_id))

    def _unique(self, call_id: str) -> str:
        if call_id in self._calls:
            raise LocalError(f"the model started two calls with the id {call_id!r}")
        used = {call.id for call in self._calls.values()}
        candidate, number = call_id, 2
        while candidate in used or self._is_taken(candidate):
            candidate, number = f"{call_id}-{number}", number + 1
        return candidate

    def _add_arguments(self, call_id: str, arguments: str) -> Iterable[Event]:
        call = self._calls.get(call_id)
        if call is None:
            raise LocalError(f"the model gave arguments to {call_id!r}, a call it never started")
        call.pieces.append(arguments)
        return (events.call_arguments(call.id, arguments),)


def _wire(call: _Call) -> Json:
    function: JsonObject = {"name": call.name, "arguments": "".join(call.pieces)}
    return {"id": call.id, "type": "function", "function": function}


def _sum(one: Usage | None, other: Usage) -> Usage:
    if one is None:
        return other
    return Usage(
        input_tokens=one.input_tokens + other.input_tokens,
        output_tokens=one.output_tokens + other.output_tokens,
    )
