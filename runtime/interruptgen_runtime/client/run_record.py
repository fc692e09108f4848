"""The events of one response -> how its run ended, or why it did not."""

from dataclasses import dataclass, field

from interruptgen_runtime.client.failure import ChatFailure, ConnectionLost, RunFailed
from interruptgen_runtime.client.history.parts import joined
from interruptgen_runtime.client.history.reading import (
    member,
    objects,
    record,
    tanstack,
    text_member,
)
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text


@dataclass(frozen=True, slots=True, kw_only=True)
class LegacyCall:
    """A call that an older server announced by a custom event; `approval_id` if it asks first."""

    tool_call_id: str
    tool_name: str
    input: JsonObject
    approval_id: str | None = None


@dataclass(slots=True)
class RunRecord:
    """What the events of a response said about the run that they belong to.

    `interrupts` are those that ended it. Nothing that comes after them takes them back: only an
    answer does.
    """

    interrupts: list[Json] = field(default_factory=list[Json])
    finish_reason: str | None = None
    legacy: list[LegacyCall] = field(default_factory=list[LegacyCall])
    _texts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    _open_calls: set[str] = field(default_factory=set[str])
    _error: JsonObject | None = None
    _ended: bool = False
    _another_turn: bool = False

    @property
    def text(self) -> str:
        """What the assistant wrote, with an empty line between two messages."""
        return "\n\n".join(joined("", "".join(deltas)) for deltas in self._texts.values())

    def take(self, event: JsonObject) -> None:
        """Take in an event."""
        self._another_turn = False
        match event["type"]:
            case "TEXT_MESSAGE_CONTENT":
                message_id = text_member(event, "messageId")
                self._texts.setdefault(message_id, []).append(text_member(event, "delta"))
            case "TOOL_CALL_START":
                self._open_calls.add(text_member(event, "toolCallId"))
            case "TOOL_CALL_RESULT":
                self._open_calls.discard(text_member(event, "toolCallId"))
            case "CUSTOM":
                self._take_custom(event)
            case "RUN_ERROR":
                self._error = event
            case "RUN_FINISHED":
                self._take_end(event)
            case _:
                pass

    def failure(self, broken: ChatFailure | None) -> ChatFailure | None:
        """Return why the run did not end as it should, or nothing.

        `broken` is how the stream of its events ended, if it did not come to its end by itself;
        once a run has ended, that does not matter any more. A run that announced another turn of
        which then nothing came has ended only if all of its calls have their results.
        """
        if self.interrupts:
            return None
        if self._error is not None:
            message = text_member(self._error, "message") or "the run failed"
            return RunFailed(message, read_text(self._error, "code"))
        if self._ended:
            return None
        if broken is not None:
            return broken
        if self._another_turn and not self._open_calls:
            return None
        return ConnectionLost("the response ended before the run did")

    def errors_about(self, pause: Correlation) -> Json:
        """Return what the server found wrong with the answers to a pause, as it said it.

        `None` if it said nothing, or spoke of another pause.
        """
        said = {} if self._error is None else tanstack(self._error)
        listed = said.get("interruptErrors")
        about = pause.to_json()
        if said.get("threadId", pause.thread_id) != pause.thread_id or not isinstance(listed, list):
            return None
        matching = (
            all(error.get(name) == value for name, value in about.items())
            for error in objects(listed)
        )
        return listed if listed and all(matching) else None

    def _take_custom(self, event: JsonObject) -> None:
        name, value = event.get("name"), record(event.get("value"))
        if value is None or name not in ("approval-requested", "tool-input-available"):
            return
        approval = record(value.get("approval")) or {}
        call = LegacyCall(
            tool_call_id=text_member(value, "toolCallId"),
            tool_name=text_member(value, "toolName"),
            input=record(value.get("input")) or {},
            approval_id=read_text(approval, "id") if name == "approval-requested" else None,
        )
        self._open_calls.discard(call.tool_call_id)
        self.legacy.append(call)

    def _take_end(self, event: JsonObject) -> None:
        outcome = record(event.get("outcome"))
        reason = member(event, "finishReason")
        self.finish_reason = reason if isinstance(reason, str) else None
        self._another_turn = outcome is None and reason == "tool_calls"
        self._ended = not self._another_turn
        if outcome is not None and outcome.get("type") == "interrupt":
            self._add_interrupts(outcome.get("interrupts"))

    def _add_interrupts(self, listed: Json) -> None:
        if not isinstance(listed, list):
            return
        again = {text_member(item, "id") for item in objects(listed)}
        kept = [item for item in objects(self.interrupts) if text_member(item, "id") not in again]
        self.interrupts = [*kept, *listed]
