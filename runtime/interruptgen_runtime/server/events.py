"""What happens in a run -> AG-UI events as plain dictionaries, camelCase and without nulls."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import SubmissionError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import or_absent, written
from interruptgen_runtime.server.model import FinishReason, Usage
from interruptgen_runtime.server.replay import ToolResult

Event: TypeAlias = JsonObject
"""An AG-UI event, ready to be written as JSON."""


def run_started(thread_id: str, run_id: str, parent_run_id: str | None) -> Event:
    """Open the stream of a run."""
    return written(
        {
            "type": "RUN_STARTED",
            "threadId": thread_id,
            "runId": run_id,
            "parentRunId": or_absent(parent_run_id),
        }
    )


def text_started(message_id: str) -> Event:
    """Begin a text of the assistant."""
    return {"type": "TEXT_MESSAGE_START", "messageId": message_id, "role": "assistant"}


def text_content(message_id: str, delta: str) -> Event:
    """Add to a text."""
    return {"type": "TEXT_MESSAGE_CONTENT", "messageId": message_id, "delta": delta}


def text_ended(message_id: str) -> Event:
    """End a text."""
    return {"type": "TEXT_MESSAGE_END", "messageId": message_id}


def call_started(call_id: str, name: str, message_id: str) -> Event:
    """Begin a tool call of the assistant's message."""
    return {
        "type": "TOOL_CALL_START",
        "toolCallId": call_id,
        "toolCallName": name,
        "parentMessageId": message_id,
    }


def call_arguments(call_id: str, delta: str) -> Event:
    """Add to the arguments of a tool call."""
    return {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": delta}


def call_ended(call_id: str) -> Event:
    """End a tool call."""
    return {"type": "TOOL_CALL_END", "toolCallId": call_id}


def call_result(call_id: str, result: ToolResult) -> Event:
    """Give the result of a tool call; TanStack AI learns of a failure from the metadata."""
    event: Event = {
        "type": "TOOL_CALL_RESULT",
        "messageId": result_message_id(call_id),
        "toolCallId": call_id,
        "content": result.content,
        "role": "tool",
    }
    if result.failed:
        event["metadata"] = {"tanstack": {"state": "output-error"}}
    return event


def result_message_id(call_id: str) -> str:
    """Return the id of the message that holds a call's result, as TanStack AI makes it."""
    return f"tool-{call_id}"


def messages_snapshot(messages: Iterable[JsonObject]) -> Event:
    """Give the whole conversation; it replaces what the client has."""
    return {"type": "MESSAGES_SNAPSHOT", "messages": list(messages)}


def state_snapshot(state: Json) -> Event:
    """Give the state of the application."""
    return {"type": "STATE_SNAPSHOT", "snapshot": state}


def run_finished(
    thread_id: str, run_id: str, reason: FinishReason, usage: Usage | None = None
) -> Event:
    """End a run that has nothing left to ask."""
    event = _ended(thread_id, run_id, reason)
    event["outcome"] = {"type": "success"}
    if usage is not None:
        tokens: JsonObject = {
            "inputTokens": usage.input_tokens,
            "outputTokens": usage.output_tokens,
            "totalTokens": usage.input_tokens + usage.output_tokens,
        }
        event["usage"] = [tokens]
    return event


def run_interrupted(
    thread_id: str, run_id: str, descriptors: Sequence[InterruptDescriptor]
) -> Event:
    """End a run that waits for answers, to one question at least."""
    event = _ended(thread_id, run_id, "stop")
    interrupts: list[Json] = [descriptor.json for descriptor in descriptors]
    event["outcome"] = {"type": "interrupt", "interrupts": interrupts}
    return event


def run_failed(message: str, code: str | None = None) -> Event:
    """End a run that failed."""
    return written({"type": "RUN_ERROR", "message": message, "code": or_absent(code)})


def resume_refused(thread_id: str, run_id: str, errors: Sequence[SubmissionError]) -> Event:
    """End a run whose answers are refused, with everything that is wrong about them."""
    listed: list[Json] = [error.to_json() for error in errors]
    metadata: JsonObject = {"runId": run_id, "threadId": thread_id, "interruptErrors": listed}
    return {
        "type": "RUN_ERROR",
        "message": " ".join(error.message for error in errors),
        "code": errors[0].code,
        "metadata": {"tanstack": metadata},
    }


def name_continuation(event: Event, run_id: str) -> None:
    """Name, in a terminal event, the run in which the same answers had their effects."""
    metadata = event.get("metadata")
    members = metadata if isinstance(metadata, dict) else {}
    event["metadata"] = {**members, "interruptgen": {"continuationRunId": run_id}}


def _ended(thread_id: str, run_id: str, reason: FinishReason) -> Event:
    return {
        "type": "RUN_FINISHED",
        "threadId": thread_id,
        "runId": run_id,
        "metadata": {"tanstack": {"finishReason": reason}},
    }
