"""Events of tool calls, and the end of a run -> changes of a thread's messages."""

from dataclasses import replace

from interruptgen_runtime.client.history import calls
from interruptgen_runtime.client.history.ledger import Ledger
from interruptgen_runtime.client.history.message import Message, OpenMessage
from interruptgen_runtime.client.history.parts import TextPart, ToolCallPart, ToolResultPart
from interruptgen_runtime.client.history.reading import member, record, text_member
from interruptgen_runtime.client.history.stream_state import StreamState
from interruptgen_runtime.client.history.text_events import ensure_message
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text


def call_start(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TOOL_CALL_START; its metadata goes back to the server with the call.

    A call that the thread has already stays where it is, whoever announces it again.
    """
    call_id, name = text_member(event, "toolCallId"), text_member(event, "toolCallName")
    message = ledger.owner(call_id)
    if message is None:
        message = ensure_message(ledger, stream, read_text(event, "parentMessageId"))
    stream.activate(message)
    if not stream.begin_call(message, call_id):
        return
    metadata = record(event.get("metadata"))
    found = message.call(call_id)
    if found is None:
        ledger.add_call(message, ToolCallPart(id=call_id, name=name, metadata=metadata))
    else:
        index, call = found
        message.put(index, calls.restarted(call, name, metadata))


def call_arguments(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TOOL_CALL_ARGS; those of a call that was not begun are dropped."""
    call_id, delta = text_member(event, "toolCallId"), text_member(event, "delta")
    message = stream.call_owner(call_id)
    if message is None or not delta:
        return
    index = message.index_of_call(call_id)
    if index is not None:
        message.grow(index, delta)


def call_end(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TOOL_CALL_END: the arguments are complete."""
    call_id, given = text_member(event, "toolCallId"), member(event, "input")
    message = stream.call_owner(call_id)
    if message is not None:
        _complete(message, call_id, ABSENT if given is None else given)


def call_result(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TOOL_CALL_RESULT, also that of a call of an earlier run."""
    content = text_member(event, "content")
    value = calls.parsed(content, ABSENT)
    output = content if value is ABSENT else value
    failed = member(event, "state") == "output-error"
    result = ToolResultPart(
        call_id=text_member(event, "toolCallId"),
        content=content,
        failed=failed,
        error=calls.error_text(output) if failed else None,
    )
    ledger.set_result(result, output)


def custom(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in CUSTOM: older servers announce approvals with it."""
    value = record(event.get("value"))
    if event.get("name") == "approval-requested" and value is not None:
        approval = record(value.get("approval")) or {}
        ask_approval(ledger, text_member(value, "toolCallId"), text_member(approval, "id"))


def run_finished(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in RUN_FINISHED: calls are complete, and so is the response if no turn follows."""
    for call_id, message in stream.calls:
        _complete(message, call_id, ABSENT)
    outcome = record(event.get("outcome")) or {}
    if member(event, "finishReason") != "tool_calls" or outcome.get("type") == "interrupt":
        end_of_response(ledger, stream)


def end_of_response(ledger: Ledger, stream: StreamState) -> None:
    """Drop the last message of a response if it has nothing but blanks."""
    last = stream.end()
    if last is not None and _is_blank(last.frozen()):
        ledger.drop(last)


def ask_approval(ledger: Ledger, call_id: str, approval_id: str) -> None:
    """Mark a call as one that waits for a person's decision."""
    ledger.change_call(
        call_id,
        lambda call: replace(
            call, state="approval-requested", approval_id=approval_id, approved=None
        ),
    )


def decide(ledger: Ledger, call_id: str, approved: bool) -> None:
    """Mark a call as decided, if it was marked as one that waits."""
    ledger.change_call(
        call_id,
        lambda call: (
            call
            if call.approval_id is None
            else replace(call, state="approval-responded", approved=approved)
        ),
    )


def _complete(message: OpenMessage, call_id: str, given: Json | Absent) -> None:
    found = message.call(call_id)
    if found is not None:
        index, call = found
        message.put(index, calls.completed(call, given))


def _is_blank(message: Message) -> bool:
    return bool(message.parts) and all(
        isinstance(part, TextPart) and not part.content.strip() for part in message.parts
    )
