"""A list of turns -> a model that answers with one a call and remembers what it was asked."""

import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.server.model import (
    Delta,
    ModelFailure,
    ModelRequest,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
)


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call of a scripted turn; a text as arguments is streamed as it is."""

    call_id: str
    name: str
    arguments: JsonObject | str

    @property
    def text(self) -> str:
        """The arguments as the model writes them."""
        if isinstance(self.arguments, str):
            return self.arguments
        return json.dumps(self.arguments, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """One answer of the model: pieces of text, then calls, then usage."""

    text: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    usage: Usage | None = None


Step: TypeAlias = Turn | str | Exception
"""A turn, a text on its own, or what the model raises instead of answering."""


class ScriptedModel:
    """A model that follows a script; needs no key and no network.

    `requests` holds what it was asked, in order. Once the script is used up it raises
    `ModelFailure`.
    """

    def __init__(self, steps: Iterable[Step]) -> None:
        self.requests: list[ModelRequest] = []
        self._steps = list(steps)

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer with the next turn of the script."""
        self.requests.append(request)
        number, turns = len(self.requests), len(self._steps)
        if number > turns:
            raise ModelFailure(f"the script has {turns} turns, and this is call {number}")
        step = self._steps[number - 1]
        if isinstance(step, Exception):
            raise step
        turn = Turn(text=(step,)) if isinstance(step, str) else step
        for delta in _deltas(turn):
            yield delta


def _deltas(turn: Turn) -> Iterable[Delta]:
    yield from map(TextDelta, turn.text)
    for call in turn.calls:
        yield ToolCallStarted(call.call_id, call.name)
        yield ToolCallDelta(call.call_id, call.text)
    if turn.usage is not None:
        yield turn.usage
