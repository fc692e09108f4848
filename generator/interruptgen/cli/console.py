"""Texts -> standard output and standard error, in colour where that is wanted."""

import io
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TextIO

from interruptgen.cli import streams
from interruptgen.report.paint import Paint


@dataclass(frozen=True)
class Console:
    """Prints for one command; `quiet` leaves out what is neither a result nor a finding."""

    quiet: bool = False

    def __post_init__(self) -> None:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")

    def out(self, text: str) -> None:
        """Print a result, or nothing for an empty text. Raises `OutputFailed`."""
        failure = streams.write(sys.stdout, text) if text else None
        if failure:
            raise streams.OutputFailed(failure)

    def note(self, text: str) -> None:
        """Print what helps a person and no program, on standard error."""
        if not self.quiet:
            self.error(text)

    def error(self, text: str) -> None:
        """Print on standard error, or nothing for an empty text; where nobody hears it, go on."""
        if text:
            streams.write(sys.stderr, text)

    def paint(self, *, error: bool = False) -> Paint:
        """Return the colours of a stream."""
        return Paint(wants_colour(sys.stderr if error else sys.stdout, os.environ))


def wants_colour(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Tell whether to colour: `NO_COLOR` forbids it, then `FORCE_COLOR` demands it, else a
    terminal that is not dumb gets it.
    """
    if environment.get("NO_COLOR"):
        return False
    if environment.get("FORCE_COLOR"):
        return True
    return stream.isatty() and environment.get("TERM", "") != "dumb"
