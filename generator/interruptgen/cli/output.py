"""A compiled project -> its output folder brought up to date, or findings on how it differs."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic
from interruptgen.output import write as writing
from interruptgen.output.changes import Change, State, compare
from interruptgen.output.differences import differences, obstacles
from interruptgen.pipeline import Result

_DONE = {
    State.MISSING: "wrote {path}",
    State.STALE: "wrote {path}",
    State.EDITED: "wrote {path} (it had been edited)",
    State.LEFTOVER: "removed {path}",
}

Outcome: TypeAlias = tuple[tuple[Diagnostic, ...], list[str]]
"""All findings, and a line for each file that changed, or one that says that none had to."""


def differing(workspace: Workspace, result: Result, command: str) -> Outcome:
    """Say how the output differs from a result; `command` is the command line that helps."""
    if not result.files:
        return result.diagnostics, []
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    found = (*obstacles(out, changes), *differences(out, changes, command))
    return (*result.diagnostics, *found), [] if found else [_up_to_date(out)]


def write(workspace: Workspace, result: Result) -> Outcome:
    """Write the files of a result; nothing where anything is in the way."""
    if not result.files:
        return result.diagnostics, []
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    found = tuple(obstacles(out, changes))
    if not found:
        refused = writing.apply(workspace.project.out, out, result.files, changes)
        found = (refused,) if refused else ()
    return (*result.diagnostics, *found), [] if found else list(_done(out, changes))


def _done(out: str, changes: Sequence[Change]) -> Iterator[str]:
    for change in changes:
        if change.state in _DONE:
            yield _DONE[change.state].format(path=f"{out}/{change.path}")
    if all(change.state is State.UNCHANGED for change in changes):
        yield _up_to_date(out)


def _up_to_date(out: str) -> str:
    return f"{out} is up to date"
