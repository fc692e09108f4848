"""The standard streams of the process: all of them there, and what to do where one fails."""

import errno
import io
import os
import sys
from typing import TextIO

BROKEN_PIPE = 141
"""The exit code where the reader of the output has gone, as shells give it."""

UNWRITABLE = 2
"""The exit code where the output cannot be written, as to a disk that is full."""


_OF_STREAMS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EPIPE})


class OutputFailed(Exception):
    """The standard output cannot be written; `code` is the exit code that it means."""

    def __init__(self, error: OSError) -> None:
        self.code = BROKEN_PIPE if isinstance(error, BrokenPipeError) else UNWRITABLE
        super().__init__(f"the output cannot be written: {error.strerror or error}")


def complete() -> None:
    """Open what a caller has closed, so that no file of ours gets its number.

    What is written to it is lost, as the caller wanted.
    """
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))


def write(stream: TextIO, text: str) -> OSError | None:
    """Write a text and a line end, or return why that cannot be done."""
    try:
        stream.write(text + "\n")
        stream.flush()
    except OSError as error:
        _silence(stream)
        return error
    return None


def of_a_stream(error: Exception) -> OutputFailed | None:
    """Return what the error of a stream means that some library has written to; else nothing."""
    if not isinstance(error, OSError) or error.filename or error.errno not in _OF_STREAMS:
        return None
    _silence(sys.stdout)
    return OutputFailed(error)


def _silence(stream: TextIO) -> None:
    """Lead a stream into nothing: the interpreter flushes it at its end, which must not fail."""
    try:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
    except (OSError, ValueError):  # not a stream of the system
        return
