"""Events of texts and reasoning -> changes of a thread's messages."""

from dataclasses import replace

from interruptgen_runtime.client.history import calls
from interruptgen_runtime.client.history.ledger import Ledger
from interruptgen_runtime.client.history.message import OpenMessage, Role
from interruptgen_runtime.client.history.parts import ReasoningPart, TextPart
from interruptgen_runtime.client.history.reading import record, text_member
from interruptgen_runtime.client.history.stream_state import StreamState, last_text
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.wire import read_text


def ensure_message(ledger: Ledger, stream: StreamState, preferred: str | None) -> OpenMessage:
    """Return the assistant's message that an event belongs to, and create it if need be."""
    known = None if preferred is None else ledger.find(preferred)
    message = known if stream.has(known) else stream.last() or known
    if message is None:
        message = ledger.create(preferred or ledger.new_id(), "assistant")
        stream.created.append(message)
        stream.unnamed = message
    stream.activate(message)
    return message


def text_start(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TEXT_MESSAGE_START; it also names a message that had to be made before it."""
    message_id = text_member(event, "messageId")
    if not message_id:
        return
    message, unnamed = ledger.find(message_id), stream.unnamed
    if message is None and unnamed is not None:
        message, stream.unnamed = unnamed, None
        ledger.rename(message, message_id)
    if message is None:
        message = ledger.create(message_id, _role(event))
        stream.created.append(message)
    stream.begin_text(message)
    _merge(ledger, message, event)


def text_content(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TEXT_MESSAGE_CONTENT: after a tool call a new stretch of text begins."""
    message = ensure_message(ledger, stream, read_text(event, "messageId"))
    _merge(ledger, message, event)
    delta = text_member(event, "delta")
    if not delta:
        return
    starts_over, last = stream.starts_over(message), last_text(message)
    if last is None:
        message.append(TextPart(delta))
    elif starts_over:
        message.put(last, TextPart(delta))
    else:
        message.grow(last, delta)


def text_end(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in TEXT_MESSAGE_END."""
    message = ledger.find(text_member(event, "messageId"))
    if message is not None:
        _merge(ledger, message, event)


def step_started(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in STEP_STARTED: the reasoning that follows is one of its own."""
    stream.step = read_text(event, "stepId") or read_text(event, "stepName")


def reasoning_content(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in REASONING_MESSAGE_CONTENT."""
    message = ensure_message(ledger, stream, None)
    part_id = stream.reasoning_id(message, text_member(event, "messageId"))
    message.grow(_reasoning(message, part_id), text_member(event, "delta"))


def encrypted_value(ledger: Ledger, stream: StreamState, event: JsonObject) -> None:
    """Take in REASONING_ENCRYPTED_VALUE: the signature of some reasoning, or of a tool call."""
    value, entity = text_member(event, "encryptedValue"), text_member(event, "entityId")
    if not value:
        return
    if event.get("subtype") == "tool-call":
        ledger.change_call(entity, lambda call: calls.signed(call, value))
        return
    message = ensure_message(ledger, stream, None)
    index = _reasoning(message, stream.reasoning_id(message, entity))
    message.settle()
    part = message.parts[index]
    if isinstance(part, ReasoningPart):
        message.put(index, replace(part, signature=value))


def _reasoning(message: OpenMessage, part_id: str) -> int:
    """Return the index of a reasoning, and begin it if need be."""
    index = message.index_of_reasoning(part_id)
    if index is None:
        message.append(ReasoningPart(id=part_id, content=""))
        index = len(message.parts) - 1
    return index


def _role(event: JsonObject) -> Role:
    role = event.get("role")
    if role == "user":
        return "user"
    return "system" if role == "system" else "assistant"


def _merge(ledger: Ledger, message: OpenMessage, event: JsonObject) -> None:
    metadata = record(event.get("metadata"))
    if metadata:
        ledger.merge_metadata(message, metadata)
