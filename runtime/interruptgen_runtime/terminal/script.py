"""A run without a person -> text or events on the standard output, and an exit code."""

import json
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from interruptgen_runtime.client import BlockingTurn, ChatFailure, Message, Retry, RunFailed
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.terminal.failures import failure_lines
from interruptgen_runtime.terminal.lines import Line
from interruptgen_runtime.terminal.text import prose
from interruptgen_runtime.terminal.transcript import Break, Piece, Transcript

FINISHED: Final = 0
REFUSED: Final = 1
ENVIRONMENT: Final = 2
PAUSED: Final = 3

AnyTurn: TypeAlias = BlockingTurn[Any]


@dataclass(slots=True)
class Output:
    """Writes what a run says: events as lines of JSON, or its text; all else goes to stderr."""

    as_json: bool
    _transcript: Transcript = field(default_factory=Transcript)
    _inside: bool = False

    def learn(self, messages: Iterable[Message]) -> None:
        """Learn the names of the calls of a thread."""
        self._transcript.learn(messages)

    def event(self, event: JsonObject) -> None:
        """Write an event."""
        if self.as_json:
            self.json(event)
            return
        for written in self._transcript.take(event):
            match written:
                case Piece(text=text):
                    self._put(prose(text))
                case Break():
                    self.close()
                case Line():
                    tell([written])

    def close(self) -> None:
        """End the line of text that is open, if one is."""
        if self._inside:
            self._put("\n")

    def json(self, value: Json) -> None:
        """Write a value on one line, in ASCII."""
        sys.stdout.write(json.dumps(value) + "\n")
        sys.stdout.flush()

    def _put(self, text: str) -> None:
        if text:
            sys.stdout.write(text)
            sys.stdout.flush()
            self._inside = not text.endswith("\n")


def tell(lines: Iterable[Line]) -> None:
    """Write lines where errors go."""
    for line in lines:
        sys.stderr.write(line.text + "\n")


def make_run(start: Callable[[], AnyTurn], output: Output) -> tuple[AnyTurn | None, int]:
    """Make a run; returns its turn, if it came to its end, and the exit code."""
    try:
        turn = start()
    except ChatFailure as failure:
        output.close()
        tell(failure_lines(failure))
        if output.as_json:
            output.json({"failure": str(failure), "retry": str(failure.retry)})
        refused = isinstance(failure, RunFailed) or failure.retry is Retry.POINTLESS
        return None, REFUSED if refused else ENVIRONMENT
    output.close()
    return turn, PAUSED if turn.outcome == "interrupted" else FINISHED
