"""The states of the generated files -> findings: what a build must not do, what a check finds."""

from collections.abc import Iterator, Sequence

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.output.changes import Change, State
from interruptgen.rules.output import (
    EDITED_LEFTOVER,
    EDITED_OUTPUT,
    FOREIGN_FILE,
    LEFTOVER_OUTPUT,
    MISSING_OUTPUT,
    OUTPUT_NOT_A_FOLDER,
    OUTPUT_NOT_WRITABLE,
    STALE_OUTPUT,
)

_FOREIGN = "is in the way and was not written by a build"
_MOVE = "move or delete it, or choose another folder for `out`"
_KEPT = "is no longer generated, but was edited since it was written"
_KEEP = "move what you want to keep elsewhere and delete the file"

_OBSTACLES = {
    State.FOREIGN: (FOREIGN_FILE, _FOREIGN, _MOVE),
    State.LEFTOVER_EDITED: (EDITED_LEFTOVER, _KEPT, _KEEP),
    State.NO_FOLDER: (OUTPUT_NOT_A_FOLDER, "is not a folder", _MOVE),
    State.UNREADABLE: (OUTPUT_NOT_WRITABLE, "cannot be read", None),
}
_DIFFERENCES = {
    State.MISSING: (MISSING_OUTPUT, "is missing"),
    State.STALE: (STALE_OUTPUT, "is stale: a build would change it"),
    State.EDITED: (EDITED_OUTPUT, "was edited by hand, or a build was interrupted"),
    State.LEFTOVER: (LEFTOVER_OUTPUT, "is left over: it is no longer generated"),
}


def obstacles(out: str, changes: Sequence[Change]) -> Iterator[Diagnostic]:
    """Find what a build must not overwrite or remove, and what it cannot read."""
    for change in changes:
        if change.state in _OBSTACLES:
            rule, message, hint = _OBSTACLES[change.state]
            detail = f": {change.detail}" if change.detail else ""
            yield rule.at(_place(out, change), message + detail, hint=hint)


def differences(out: str, changes: Sequence[Change], command: str) -> Iterator[Diagnostic]:
    """Find what is not as a build would leave it; `command` is what puts it right."""
    for change in changes:
        if change.state in _DIFFERENCES:
            rule, message = _DIFFERENCES[change.state]
            yield rule.at(_place(out, change), message, hint=f"run `{command}`")


def _place(out: str, change: Change) -> Place:
    return Place(f"{out}/{change.path}" if change.path else out)
