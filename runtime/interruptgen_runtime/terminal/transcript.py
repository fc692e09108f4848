"""The events of a run -> what is written while it goes on: text, tool calls and their results."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from interruptgen_runtime.client import Message
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.wire import read_text
from interruptgen_runtime.terminal.lines import Line, Span, Style
from interruptgen_runtime.terminal.text import json_text, one_line

LONGEST: Final = 600
"""Arguments and results are cut after that many characters; decisions show arguments in full."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of running text; `style` is that of what it belongs to."""

    text: str
    style: Style


@dataclass(frozen=True, slots=True)
class Break:
    """The end of running text."""


Written: TypeAlias = Piece | Break | Line


@dataclass(slots=True)
class _Call:
    name: str
    arguments: list[str] = field(default_factory=list[str])


class Transcript:
    """Holds the calls that are being written; one for each conversation."""

    def __init__(self) -> None:
        self._calls: dict[str, _Call] = {}

    def learn(self, messages: Iterable[Message]) -> None:
        """Learn the names of calls whose results may still come."""
        for call in (call for message in messages for call in message.calls):
            self._calls.setdefault(call.id, _Call(call.name))

    def take(self, event: JsonObject) -> Iterator[Written]:
        """Yield what an event adds to the screen."""
        match event.get("type"):
            case "TEXT_MESSAGE_CONTENT":
                yield Piece(read_text(event, "delta") or "", Style.PLAIN)
            case "REASONING_MESSAGE_CONTENT":
                yield Piece(read_text(event, "delta") or "", Style.FAINT)
            case "TEXT_MESSAGE_END" | "REASONING_MESSAGE_END" | "RUN_FINISHED" | "RUN_ERROR":
                yield Break()
            case _:
                yield from self._take_call(event)

    def _take_call(self, event: JsonObject) -> Iterator[Written]:
        call_id = read_text(event, "toolCallId") or ""
        match event.get("type"):
            case "TOOL_CALL_START":
                self._calls[call_id] = _Call(read_text(event, "toolCallName") or "")
            case "TOOL_CALL_ARGS" if call_id in self._calls:
                self._calls[call_id].arguments.append(read_text(event, "delta") or "")
            case "TOOL_CALL_END" if call_id in self._calls:
                call = self._calls[call_id]
                yield Break()
                yield _line("→", call.name, "".join(call.arguments))
            case "TOOL_CALL_RESULT":
                known = self._calls.get(call_id)
                yield Break()
                yield _line("←", known.name if known else "", read_text(event, "content") or "")
            case _:
                pass


def _line(arrow: str, name: str, text: str) -> Line:
    spans = (
        Span(f"{arrow} ", Style.FAINT),
        Span(f"{one_line(name, 80)} ", Style.KEY),
        Span(_compact(text), Style.FAINT),
    )
    return Line(spans)


def _compact(text: str) -> str:
    """Write JSON in the usual way, so that nothing in it hides between blanks."""
    if len(text) <= LONGEST:
        try:
            return one_line(json_text(json.loads(text)), LONGEST)
        except (ValueError, RecursionError):
            pass
    return one_line(text, LONGEST)
