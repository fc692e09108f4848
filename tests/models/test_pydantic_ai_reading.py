"""What a provider streams, as a run gets it."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from typing import Any

import pytest
from pydantic_ai.exceptions import UnexpectedModelBehavior, UserError
from pydantic_ai.messages import FinishReason as ProviderReason
from pydantic_ai.messages import (
    ModelMessage,
    ModelResponse,
    ModelResponseStreamEvent,
    NativeToolCallPart,
    NativeToolReturnPart,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ThinkingPart,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.models import CompletedStreamedResponse, ModelRequestParameters
from pydantic_ai.models.function import (
    AgentInfo,
    DeltaThinkingCalls,
    DeltaThinkingPart,
    DeltaToolCall,
    DeltaToolCalls,
    FunctionModel,
)
from pydantic_ai.models.test import TestModel
from pydantic_ai.usage import RequestUsage

from interruptgen_runtime import JsonObject
from interruptgen_runtime.models.pydantic_ai import PydanticAIModel
from interruptgen_runtime.models.pydantic_ai.reading import AnswerReader
from interruptgen_runtime.server import (
    Delta,
    Finished,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
)
from models.asking import ask, request


def read(
    *events: ModelResponseStreamEvent,
    reason: ProviderReason | None = None,
    usage: RequestUsage | None = None,
) -> list[Delta]:
    reader = AnswerReader()
    deltas = [delta for event in events for delta in reader.take(event)]
    answer = CompletedStreamedResponse(
        ModelResponse([], finish_reason=reason, usage=usage or RequestUsage()),
        model_request_parameters=ModelRequestParameters(),
    )
    answer.finish_reason = reason
    return [*deltas, *reader.end(answer)]


def start(index: int, name: str, args: str | dict[str, Any] | None = None) -> PartStartEvent:
    return PartStartEvent(index=index, part=ToolCallPart(name, args, f"c{index}"))


def more(index: int, args: str | dict[str, Any] | None = None, **others: Any) -> PartDeltaEvent:
    return PartDeltaEvent(index=index, delta=ToolCallPartDelta(args_delta=args, **others))


def say(text: str) -> PartDeltaEvent:
    return PartDeltaEvent(index=9, delta=TextPartDelta(text))


def calls(deltas: Iterable[Delta]) -> list[tuple[str, str]]:
    """Return the starts and the arguments, each with its call."""
    return [
        (delta.call_id, delta.name if isinstance(delta, ToolCallStarted) else delta.arguments)
        for delta in deltas
        if isinstance(delta, ToolCallStarted | ToolCallDelta)
    ]


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ([start(0, "f", '{"a":1}')], [("c0", "f"), ("c0", '{"a":1}')]),
        (
            [start(0, "f"), more(0, '{"a"'), more(0, ":1}")],
            [("c0", "f"), ("c0", '{"a"'), ("c0", ":1}")],
        ),
        ([start(0, "f"), more(0, "")], [("c0", "f")]),
        (
            [start(0, "re"), more(0, tool_name_delta="fund"), more(0, "{}")],
            [("c0", "refund"), ("c0", "{}")],
        ),
        (
            [start(0, "f"), start(1, "g"), more(1, "{}"), more(0, "{"), more(0, "}")],
            [("c0", "f"), ("c1", "g"), ("c1", "{}"), ("c0", "{"), ("c0", "}")],
        ),
        (
            [start(0, "f", {"a": 1}), more(0, {"b": "é"})],
            [("c0", "f"), ("c0", '{"a":1,"b":"é"}')],
        ),
        ([start(0, "f", {})], [("c0", "f"), ("c0", "{}")]),
        ([start(0, "f"), more(0, "{}", tool_call_id="real")], [("real", "f"), ("real", "{}")]),
        (
            [start(0, "f", '{"a"'), start(0, "f", '{"a":1}')],
            [("c0", "f"), ("c0", '{"a"'), ("c0", ":1}")],
        ),
        ([start(0, "f"), start(0, "g", "{}")], [("c0", "g"), ("c0", "{}")]),
    ],
)
def test_calls(events: list[ModelResponseStreamEvent], expected: list[tuple[str, str]]) -> None:
    assert calls(read(*events)) == expected


@pytest.mark.parametrize(
    "events",
    [
        [start(0, "f", "{"), more(0, "}", tool_name_delta="g")],
        [start(0, "f", "{"), start(0, "g", "{}")],
        [start(0, "f", '{"a"'), start(0, "f", '{"b":1}')],
    ],
)
def test_calls_that_contradict_themselves(events: list[ModelResponseStreamEvent]) -> None:
    with pytest.raises(UnexpectedModelBehavior, match="after sending it"):
        read(*events)


def test_text_and_calls_keep_their_order() -> None:
    deltas = read(
        PartStartEvent(index=0, part=TextPart("One ")),
        PartDeltaEvent(index=0, delta=TextPartDelta("")),
        say("moment."),
        start(1, "f"),
        say("There."),
    )
    assert deltas == [
        TextDelta("One "),
        TextDelta("moment."),
        ToolCallStarted("c1", "f"),
        TextDelta("There."),
    ]


def test_reasoning_and_the_tools_of_providers_are_left_out() -> None:
    deltas = read(
        PartStartEvent(index=0, part=ThinkingPart("hm")),
        PartStartEvent(index=1, part=NativeToolCallPart("web_search", {}, "n1")),
        more(1, '{"q":1}'),
        PartStartEvent(index=2, part=NativeToolReturnPart("web_search", "found", "n1")),
        say("Hello"),
    )
    assert deltas == [TextDelta("Hello")]


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("stop", [Finished("stop")]),
        ("length", [Finished("length")]),
        ("tool_call", [Finished("tool_calls")]),
        ("content_filter", [Finished("content_filter")]),
        (None, []),
    ],
)
def test_reasons(reason: ProviderReason | None, expected: list[Delta]) -> None:
    assert read(reason=reason) == expected


def test_a_provider_that_says_stop_after_a_call() -> None:
    assert read(start(0, "f", "{}"), reason="stop")[-1] == Finished("tool_calls")


def test_usage() -> None:
    assert read(usage=RequestUsage(input_tokens=7, output_tokens=3)) == [
        Usage(input_tokens=7, output_tokens=3)
    ]


@pytest.mark.parametrize("reason", ["length", "content_filter"])
@pytest.mark.parametrize("arguments", ["", '{"a"'])
def test_a_call_that_was_cut_off_is_a_failure(reason: ProviderReason, arguments: str) -> None:
    with pytest.raises(UnexpectedModelBehavior, match="cut off"):
        read(start(0, "f", arguments), reason=reason)


def test_a_whole_call_is_none() -> None:
    assert read(start(0, "f", "{}"), reason="length")[-1] == Finished("length")


def test_an_answer_that_failed() -> None:
    with pytest.raises(UnexpectedModelBehavior, match="broke off"):
        read(say("Hel"), reason="error")


def test_the_test_model_calls_and_then_tells() -> None:
    model = PydanticAIModel(TestModel())

    first = asyncio.run(ask(model))
    (started,) = [delta for delta in first if isinstance(delta, ToolCallStarted)]
    (arguments,) = [delta.arguments for delta in first if isinstance(delta, ToolCallDelta)]
    assert started.name == "refund"
    assert json.loads(arguments) == {"bookingId": "a"}
    assert isinstance(first[-1], Usage)

    call: JsonObject = {"name": started.name, "arguments": arguments}
    asked = request(
        {"id": "u", "role": "user", "content": "Go"},
        {"id": "a", "role": "assistant", "toolCalls": [{"id": started.call_id, "function": call}]},
        {"id": "t", "role": "tool", "toolCallId": started.call_id, "content": "paid"},
    )
    second = asyncio.run(ask(model, asked))
    text = "".join(delta.text for delta in second if isinstance(delta, TextDelta))
    assert text == '{"refund":"paid"}'


def test_the_function_model_streams_all_that_there_is() -> None:
    seen: list[tuple[int, AgentInfo]] = []

    async def speak(
        messages: list[ModelMessage], info: AgentInfo
    ) -> AsyncIterator[str | DeltaToolCalls | DeltaThinkingCalls]:
        seen.append((len(messages), info))
        yield {0: DeltaThinkingPart(content="hm")}
        yield "One "
        yield "moment."
        yield {1: DeltaToolCall(name="refund", tool_call_id="c1")}
        yield {2: DeltaToolCall(name="ref", tool_call_id="c2")}
        yield {2: DeltaToolCall(name="und"), 1: DeltaToolCall(json_args='{"bookingId"')}
        yield {2: DeltaToolCall(json_args='{"bookingId":"B-2"}')}
        yield {1: DeltaToolCall(json_args=':"B-1"}')}

    model = PydanticAIModel(FunctionModel(stream_function=speak))
    deltas = asyncio.run(ask(model))
    assert deltas[:-1] == [
        TextDelta("One "),
        TextDelta("moment."),
        ToolCallStarted("c1", "refund"),
        ToolCallDelta("c1", '{"bookingId"'),
        ToolCallStarted("c2", "refund"),
        ToolCallDelta("c2", '{"bookingId":"B-2"}'),
        ToolCallDelta("c1", ':"B-1"}'),
    ]
    ((length, info),) = seen
    assert (length, [tool.name for tool in info.function_tools]) == (1, ["refund"])


def test_the_mistakes_of_a_program_stay_what_they_are() -> None:
    async def fail(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        yield "Hel"
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask(PydanticAIModel(FunctionModel(stream_function=fail))))

    def refuse(messages: list[ModelMessage], info: AgentInfo) -> AsyncIterator[str]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        asyncio.run(ask(PydanticAIModel(FunctionModel(stream_function=refuse))))
    with pytest.raises(UserError, match="Unknown model"):
        PydanticAIModel("nobody:nothing")


def test_what_it_says_of_itself() -> None:
    model = PydanticAIModel("test")
    assert (model.provider_name, model.model_name) == ("test", "test")
