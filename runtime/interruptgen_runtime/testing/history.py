"""A history and an event -> the history that a client has afterwards, as it would send it back."""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.server.events import Event

Message: TypeAlias = dict[str, Any]
"""An AG-UI message; the events of an agent have the members that are read here."""


def without_said(messages: Iterable[JsonObject], events: Sequence[Event]) -> list[JsonObject]:
    """Return the messages but those that events say again, as a request that is repeated does."""
    starts = {"TEXT_MESSAGE_START": "messageId", "TOOL_CALL_START": "parentMessageId"}
    said = {str(one[starts[kind]]) for one in events if (kind := str(one["type"])) in starts}
    return [message for message in messages if message["id"] not in said]


def after(messages: list[JsonObject], event: Event) -> list[JsonObject]:
    """Return the messages after an event; the assistant's last one is changed where it stands."""
    given: Message = event
    match given["type"]:
        case "MESSAGES_SNAPSHOT":
            return [dict(message) for message in given["messages"]]
        case "TEXT_MESSAGE_CONTENT":
            message = _assistant(messages, given["messageId"])
            message["content"] = message.get("content", "") + given["delta"]
        case "TOOL_CALL_START":
            message = _assistant(messages, given["parentMessageId"])
            message.setdefault("toolCalls", []).append(_call(given))
        case "TOOL_CALL_ARGS":
            _function(messages, given["toolCallId"])["arguments"] += given["delta"]
        case "TOOL_CALL_RESULT":
            return _with_result(messages, given)
        case _:
            pass
    return messages


def _assistant(messages: list[JsonObject], message_id: str) -> Message:
    if not messages or messages[-1]["id"] != message_id:
        messages.append({"id": message_id, "role": "assistant"})
    return messages[-1]


def _call(given: Message) -> JsonObject:
    function: JsonObject = {"name": given["toolCallName"], "arguments": ""}
    return {"id": given["toolCallId"], "type": "function", "function": function}


def _function(messages: list[JsonObject], call_id: str) -> Message:
    """Return the function of a call of the message that is coming in."""
    last: Message = messages[-1]
    (call,) = (call for call in last["toolCalls"] if call["id"] == call_id)
    function: Message = call["function"]
    return function


def _with_result(messages: list[JsonObject], given: Message) -> list[JsonObject]:
    """Put a result in the place of an earlier one of the same call."""
    call_id = given["toolCallId"]
    result: JsonObject = {"id": given["messageId"], "role": "tool", "toolCallId": call_id}
    result["content"] = given["content"]
    if all(message.get("toolCallId") != call_id for message in messages):
        return [*messages, result]
    return [result if one.get("toolCallId") == call_id else one for one in messages]
