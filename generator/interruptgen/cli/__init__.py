"""Arguments -> an exit code: 0 fine, 1 findings, 2 usage or environment.

The only reader of files (through `project`, `sources`, `history` and `changes`) and the only
printer. Modules that take long to import are imported by the functions that need them, so that
`--help`, `--version` and `explain` answer at once.
"""

import os
import sys
import traceback
from collections.abc import Sequence

from interruptgen.cli import streams

INTERRUPTED = 130
"""The exit code after Ctrl-C, as shells give it."""

INTERNAL_ERROR = 70
"""The exit code of a fault of interruptgen itself."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; without `arguments`, those of the process."""
    streams.complete()
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except streams.OutputFailed as failure:
        return _give_up(failure)
    except Exception as error:
        unwritten = streams.of_a_stream(error)
        return _give_up(unwritten) if unwritten else _confess(error)


def _give_up(failure: streams.OutputFailed) -> int:
    """Say why there is no output, but not to a reader who has gone."""
    if failure.code != streams.BROKEN_PIPE:
        streams.write(sys.stderr, f"interruptgen: {failure}")
    return failure.code


def _run(arguments: Sequence[str] | None) -> int:
    from interruptgen.cli.app import make_app

    given = sys.argv[1:] if arguments is None else list(arguments)
    try:
        make_app(given[0] if given else None)(given, prog_name="interruptgen")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def _confess(error: Exception) -> int:
    shown = traceback.format_exception(error) if os.environ.get("INTERRUPTGEN_DEBUG") else ()
    streams.write(
        sys.stderr,
        "".join(shown) + f"interruptgen: internal error: {type(error).__name__}: {error}\n"
        "This is a fault of interruptgen, not of your definitions: please report it.\n"
        "INTERRUPTGEN_DEBUG=1 shows where it happened.",
    )
    return INTERNAL_ERROR
