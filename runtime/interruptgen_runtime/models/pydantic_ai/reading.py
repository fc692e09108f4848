"""The events of a provider's answer -> the deltas that a run understands, in their order."""

from collections.abc import Iterator, Mapping
from typing import Final

from pydantic_ai.exceptions import IncompleteToolCall, UnexpectedModelBehavior
from pydantic_ai.messages import FinishReason as ProviderReason
from pydantic_ai.messages import (
    ModelResponseStreamEvent,
    PartDeltaEvent,
    PartStartEvent,
    TextPart,
    TextPartDelta,
    ToolCallPart,
    ToolCallPartDelta,
)
from pydantic_ai.models import StreamedResponse

from interruptgen_runtime.models.pydantic_ai.calls import StreamedCall
from interruptgen_runtime.server.model import Delta, Finished, FinishReason, TextDelta, Usage

_REASONS: Final[Mapping[ProviderReason, FinishReason]] = {
    "stop": "stop",
    "length": "length",
    "content_filter": "content_filter",
    "tool_call": "tool_calls",
}
_CUT_OFF: Final = frozenset({"length", "content_filter"})


class AnswerReader:
    """Reads one answer; reasoning, files and what a provider runs itself are left out."""

    def __init__(self) -> None:
        self._calls: dict[int, StreamedCall] = {}

    def take(self, event: ModelResponseStreamEvent) -> Iterator[Delta]:
        """Yield what an event says."""
        match event:
            case PartStartEvent(part=TextPart(content=text)):
                yield from self._say(text)
            case PartDeltaEvent(delta=TextPartDelta(content_delta=text)):
                yield from self._say(text)
            case PartStartEvent(index=index, part=ToolCallPart() as part):
                call = self._calls.setdefault(index, StreamedCall())
                call.take_part(part)
                yield from self._tell(call)
            case PartDeltaEvent(index=index, delta=ToolCallPartDelta() as delta):
                if index in self._calls:
                    self._calls[index].take_delta(delta)
                    yield from self._tell(self._calls[index])
            case _:
                return

    def end(self, answer: StreamedResponse) -> Iterator[Delta]:
        """Yield what is left to say, then the usage, and why the model stopped.

        Raises `UnexpectedModelBehavior` for an answer that failed or is not whole, and of that
        `IncompleteToolCall` if it was cut off inside of a call: that one must not run.
        """
        reason = answer.finish_reason
        if reason in _CUT_OFF and not all(call.is_complete for call in self._calls.values()):
            raise IncompleteToolCall("the answer was cut off in the middle of a tool call")
        if reason == "error" or answer.state == "suspended":
            raise UnexpectedModelBehavior("the model broke off its answer")
        for call in self._calls.values():
            yield from call.start()
            yield from call.tell()
            yield from call.tell_fields()
        used = answer.usage
        if used.input_tokens or used.output_tokens:
            yield Usage(input_tokens=used.input_tokens, output_tokens=used.output_tokens)
        if reason is not None:
            yield Finished("tool_calls" if reason == "stop" and self._calls else _REASONS[reason])

    def _say(self, text: str) -> Iterator[Delta]:
        if text:
            for call in self._calls.values():
                yield from call.start()
            yield TextDelta(text)

    def _tell(self, call: StreamedCall) -> Iterator[Delta]:
        """Tell of a call as far as it is known, and first of those that began before it."""
        if not call.is_waiting:
            return
        for each in self._calls.values():
            yield from each.start()
            if each is call:
                break
        yield from call.tell()
