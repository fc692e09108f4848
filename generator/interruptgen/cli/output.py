"""A compiled project -> its output folder brought up to date, or findings on how it differs."""

from collections.abc import Iterator, Sequence

from interruptgen import write as writing
from interruptgen.changes import Change, State, compare
from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic
from interruptgen.differences import collisions, differences, obstacles
from interruptgen.pipeline import Result

_DONE = {
    State.MISSING: "wrote {path}",
    State.STALE: "wrote {path}",
    State.EDITED: "wrote {path} (it had been edited)",
    State.LEFTOVER: "removed {path}",
}


def differing(workspace: Workspace, result: Result, command: str) -> tuple[Diagnostic, ...]:
    """Return the findings of a result and how the output differs from it.

    `command` is the command line that puts the differences right.
    """
    if not result.files:
        return result.diagnostics
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    blocked = _blocked(out, result, changes)
    return (*result.diagnostics, *blocked, *differences(out, changes, command))


def write(workspace: Workspace, result: Result) -> tuple[tuple[Diagnostic, ...], list[str]]:
    """Write the files of a result; return all findings, and a line for each file that changed.

    Where anything is in the way, nothing is written.
    """
    if not result.files:
        return result.diagnostics, []
    out = workspace.project.config.out
    changes = compare(workspace.project.out, result.files, workspace.owned())
    blocked = _blocked(out, result, changes)
    if blocked:
        return (*result.diagnostics, *blocked), []
    refused = writing.apply(workspace.project.out, out, result.files, changes)
    if refused:
        return (*result.diagnostics, refused), []
    return result.diagnostics, list(_done(out, changes))


def _blocked(out: str, result: Result, changes: Sequence[Change]) -> tuple[Diagnostic, ...]:
    return (*collisions(out, result.files), *obstacles(out, changes))


def _done(out: str, changes: Sequence[Change]) -> Iterator[str]:
    """Describe what was done to each file; only a count for those that were up to date."""
    for change in changes:
        if change.state in _DONE:
            yield _DONE[change.state].format(path=f"{out}/{change.path}")
    if all(change.state is State.UNCHANGED for change in changes):
        yield f"{out} is up to date"
