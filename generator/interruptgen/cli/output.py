"""A compiled project -> its output folder brought up to date, or findings on how it differs."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic
from interruptgen.output import write as writing
from interruptgen.output.changes import Change, State, compare
from interruptgen.output.differences import differences, obstacles

if TYPE_CHECKING:
    from interruptgen.pipeline import Result

_DONE = {
    State.MISSING: "wrote {path}",
    State.STALE: "wrote {path}",
    State.EDITED: "wrote {path} (it had been edited)",
    State.LEFTOVER: "removed {path}",
}

Outcome: TypeAlias = tuple[tuple[Diagnostic, ...], list[str]]
"""All findings, and a line for each file that changed, or one that says that none had to."""


def up_to_date(workspace: Workspace) -> str:
    """Return the line that says that no file had to be changed."""
    return f"{workspace.project.config.out} is up to date"


def differing(workspace: Workspace, result: "Result", command: str) -> Outcome:
    """Say how the output differs from a result; `command` is the command line that helps."""
    if not result.files:
        return result.diagnostics, []
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    found = (*obstacles(out, changes), *differences(out, changes, command))
    return (*result.diagnostics, *found), [] if found else [up_to_date(workspace)]


def write(workspace: Workspace, result: "Result") -> Outcome:
    """Write the files of a result; nothing where anything is in the way."""
    if not result.files:
        return result.diagnostics, []
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    found = tuple(obstacles(out, changes))
    if not found:
        refused = writing.apply(workspace.project.out, out, result.files, changes)
        found = (refused,) if refused else ()
    return (*result.diagnostics, *found), [] if found else list(_done(workspace, changes))


def _done(workspace: Workspace, changes: Sequence[Change]) -> Iterator[str]:
    out = workspace.project.config.out
    for change in changes:
        if change.state in _DONE:
            yield _DONE[change.state].format(path=f"{out}/{change.path}")
    if all(change.state is State.UNCHANGED for change in changes):
        yield up_to_date(workspace)
