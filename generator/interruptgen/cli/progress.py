"""How far a build is -> one line of a terminal that is written over and vanishes at the end."""

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import TextIO

PATIENCE = 0.5
"""Seconds before there is anything to see: a short build does not flicker."""


@dataclass
class ProgressLine:
    """Shows progress while it is entered, on a terminal and nowhere else.

    Spaces and carriage returns alone are written, which every terminal understands.
    """

    stream: TextIO = field(default_factory=lambda: sys.stderr)
    quiet: bool = False
    clock: Callable[[], float] = time.monotonic
    _since: float = field(default=0.0, init=False)
    _width: int = field(default=0, init=False)

    def __enter__(self) -> "ProgressLine":
        self._since = self.clock()
        return self

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` packages are compiled."""
        if self.quiet or not _is_terminal(self.stream):
            return
        if done < total and self.clock() - self._since >= PATIENCE:
            self._show(f"compiling {done}/{total} packages")

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._width:
            self._show("")
            self.stream.write("\r")
            self.stream.flush()

    def _show(self, text: str) -> None:
        self.stream.write("\r" + text.ljust(self._width))
        self.stream.flush()
        self._width = len(text)


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM", "") != "dumb"
