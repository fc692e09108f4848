"""OpenAI's other API, which a name such as `openai:gpt-5-mini` stands for."""

import asyncio
from typing import Any

from pydantic_ai.models.openai import OpenAIResponsesModel

from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.models.pydantic_ai import PydanticAIModel
from interruptgen_runtime.server import (
    Delta,
    Finished,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
)
from models.asking import GO, ask, request
from models.provider import Reply, serving

WISH = '{"bookingId":"B-1"}'


def response(status: str, **others: Json) -> JsonObject:
    return {
        "id": "answer-1",
        "object": "response",
        "created_at": 1_800_000_000,
        "model": "loopback",
        "output": [],
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "status": status,
        **others,
    }


def event(kind: str, index: int, **others: Json) -> JsonObject:
    return {"type": f"response.{kind}", "sequence_number": 0, "output_index": index, **others}


def text(piece: str) -> JsonObject:
    place: JsonObject = {"item_id": "msg_1", "content_index": 0, "logprobs": []}
    return event("output_text.delta", 1, delta=piece, **place)


def arguments(piece: str) -> JsonObject:
    return event("function_call_arguments.delta", 2, item_id="fc_1", delta=piece)


def call(arguments: str, status: str) -> JsonObject:
    return {
        "id": "fc_1",
        "type": "function_call",
        "call_id": "call_1",
        "name": "refund",
        "arguments": arguments,
        "status": status,
    }


def completed() -> JsonObject:
    tokens: JsonObject = {
        "input_tokens": 5,
        "output_tokens": 3,
        "total_tokens": 8,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens_details": {"reasoning_tokens": 0},
    }
    return event("completed", 0, response=response("completed", usage=tokens))


THOUGHT: JsonObject = {"id": "rs_1", "type": "reasoning", "summary": []}
MESSAGE: JsonObject = {
    "id": "msg_1",
    "type": "message",
    "role": "assistant",
    "status": "in_progress",
    "content": [],
}
ASKS = Reply(
    chunks=[
        event("created", 0, response=response("in_progress")),
        event("output_item.added", 0, item=THOUGHT),
        event("output_item.done", 0, item={**THOUGHT, "encrypted_content": "e"}),
        event("output_item.added", 1, item=MESSAGE),
        text("One "),
        text("moment."),
        event("output_item.added", 2, item=call("", "in_progress")),
        arguments(WISH[:9]),
        arguments(WISH[9:]),
        event("function_call_arguments.done", 2, item_id="fc_1", arguments=WISH, name="refund"),
        event("output_item.done", 2, item=call(WISH, "completed")),
        completed(),
    ]
)
THANKS = Reply(
    chunks=[
        event("created", 0, response=response("in_progress")),
        event("output_item.added", 1, item=MESSAGE),
        text("Done."),
        completed(),
    ]
)
USED = Usage(input_tokens=5, output_tokens=3)


def test_a_call_and_its_result() -> None:
    history: list[JsonObject] = [
        GO,
        {
            "id": "a",
            "role": "assistant",
            "content": "One moment.",
            "toolCalls": [{"id": "call_1", "function": {"name": "refund", "arguments": WISH}}],
        },
        {"id": "t", "role": "tool", "toolCallId": "call_1", "content": "paid"},
    ]

    async def story() -> tuple[list[Delta], list[Delta], Any]:
        async with serving([ASKS, THANKS]) as provider:
            model: PydanticAIModel = provider.model(kind=OpenAIResponsesModel)
            first = await ask(model)
            return first, await ask(model, request(*history)), provider.requests[1]["input"]

    first, second, sent = asyncio.run(story())
    assert first == [
        TextDelta("One "),
        TextDelta("moment."),
        ToolCallStarted("call_1", "refund"),
        ToolCallDelta("call_1", WISH[:9]),
        ToolCallDelta("call_1", WISH[9:]),
        USED,
        Finished("tool_calls"),
    ]
    assert second == [TextDelta("Done."), USED, Finished("stop")]
    assert sent == [
        {"role": "user", "content": "Go"},
        {"role": "assistant", "content": "One moment."},
        {"type": "function_call", "call_id": "call_1", "name": "refund", "arguments": WISH},
        {"type": "function_call_output", "call_id": "call_1", "output": "paid"},
    ]
