"""What happens in a thread -> its messages, as TanStack AI's client keeps them.

Events that say nothing about messages, and those of types that are not known, change nothing.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, TypeAlias

from interruptgen_runtime.client.history import call_events, text_events
from interruptgen_runtime.client.history.calls import compact
from interruptgen_runtime.client.history.ledger import Ledger
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.history.parts import ToolCallPart, ToolResultPart
from interruptgen_runtime.client.history.reading import objects, text_member
from interruptgen_runtime.client.history.snapshot import read_messages, user_parts
from interruptgen_runtime.client.history.stream_state import StreamState
from interruptgen_runtime.client.history.wire import wire_messages
from interruptgen_runtime.client.outside import Outside
from interruptgen_runtime.core.json_types import Json, JsonObject

_Handler: TypeAlias = Callable[[Ledger, StreamState, JsonObject], None]

_HANDLERS: Final[dict[str, _Handler]] = {
    "TEXT_MESSAGE_START": text_events.text_start,
    "TEXT_MESSAGE_CONTENT": text_events.text_content,
    "TEXT_MESSAGE_END": text_events.text_end,
    "STEP_STARTED": text_events.step_started,
    "REASONING_MESSAGE_CONTENT": text_events.reasoning_content,
    "REASONING_ENCRYPTED_VALUE": text_events.encrypted_value,
    "TOOL_CALL_START": call_events.call_start,
    "TOOL_CALL_ARGS": call_events.call_arguments,
    "TOOL_CALL_END": call_events.call_end,
    "TOOL_CALL_RESULT": call_events.call_result,
    "CUSTOM": call_events.custom,
    "RUN_FINISHED": call_events.run_finished,
}


class History:
    """The messages of one thread."""

    def __init__(self, outside: Outside, messages: Iterable[JsonObject] = ()) -> None:
        """Begin with messages as a request has them."""
        self._ledger = Ledger(outside)
        self._stream = StreamState()
        self._denied: set[str] = set()
        self._ledger.replace(read_messages(messages, (), self._ledger.new_id))

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they are now."""
        return self._ledger.messages

    @property
    def wire(self) -> list[JsonObject]:
        """The messages as a request has them."""
        return wire_messages(self._ledger.messages, self._denied)

    def add_user(self, content: str | Sequence[JsonObject]) -> None:
        """Add a message of the user: a text, or texts and media as AG-UI has them."""
        given: Json = content if isinstance(content, str) else [*content]
        message = self._ledger.create(self._ledger.new_id(), "user")
        message.parts.extend(user_parts(given))

    def begin_stream(self) -> None:
        """Expect the events of a new response."""
        self._stream = StreamState()

    def end_stream(self) -> None:
        """Expect no more events of the response."""
        call_events.end_of_response(self._ledger, self._stream)

    def apply(self, event: JsonObject) -> None:
        """Take in an event of a response."""
        kind = text_member(event, "type")
        if kind == "MESSAGES_SNAPSHOT" and isinstance(event.get("messages"), list):
            self._stream = StreamState()
            raw = objects(event["messages"])
            self._ledger.replace(read_messages(raw, self.messages, self._ledger.new_id))
        elif kind in _HANDLERS:
            _HANDLERS[kind](self._ledger, self._stream, event)

    def call(self, call_id: str) -> ToolCallPart | None:
        """Return a tool call, if the thread has it."""
        return self._ledger.call(call_id)

    def add_result(self, call_id: str, output: Json, error: str | None = None) -> None:
        """Add what a tool returned that ran here, or why it failed."""
        failed = error is not None
        content = output if isinstance(output, str) else compact(output)
        result = ToolResultPart(call_id=call_id, content=content, failed=failed, error=error)
        self._ledger.set_result(result, {"error": error} if failed else output)

    def ask_approval(self, call_id: str, approval_id: str) -> None:
        """Mark a call as one that waits for a person's decision."""
        call_events.ask_approval(self._ledger, call_id, approval_id)

    def decide(self, call_id: str, approved: bool, *, told: bool = False) -> None:
        """Mark a call as decided, if it was marked as one that waits.

        Where `told`, a denial is repeated in a message, for servers that look for it there.
        """
        call_events.decide(self._ledger, call_id, approved)
        if told and not approved:
            self._denied.add(call_id)

    def withdraw(self, approval_ids: Collection[str] | None = None) -> None:
        """Take decisions back, of these approvals or of all, whose calls have not run.

        Without that an approval that was dropped would go on to be in the messages of a request.
        """
        for message in self._ledger.messages:
            for call in message.calls:
                asked = call.approval_id
                if asked is not None and (approval_ids is None or asked in approval_ids):
                    if call.state == "approval-responded":
                        call_events.ask_approval(self._ledger, call.id, asked)

    def forget_unfinished(self) -> None:
        """Drop what the last response began and did not end: all that follows its last result."""
        for message in self._stream.created:
            parts = message.frozen().parts
            results = [
                index for index, part in enumerate(parts) if isinstance(part, ToolResultPart)
            ]
            if not results:
                self._ledger.drop(message)
            else:
                message.truncate(results[-1] + 1)
