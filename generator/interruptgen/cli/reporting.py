"""Findings -> their printed form and the exit code."""

from collections.abc import Sequence

from interruptgen import history
from interruptgen.cli.console import Console
from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic, has_errors
from interruptgen.report import Format, render, summary
from interruptgen.rules import configuration, output

FINE, FINDINGS, ENVIRONMENT = 0, 1, 2

_ENVIRONMENT = frozenset(
    {
        configuration.NO_CONFIGURATION,
        configuration.CONFIGURATION_SYNTAX,
        configuration.UNKNOWN_SETTING,
        configuration.INVALID_SETTING,
        configuration.TWO_CONFIGURATIONS,
        configuration.UNAVAILABLE_TARGET,
        configuration.PATH_OUTSIDE,
        configuration.NO_SOURCES,
        configuration.UNREADABLE_SOURCE,
        output.OUTPUT_NOT_A_FOLDER,
        output.OUTPUT_NOT_WRITABLE,
    }
)
"""The rules whose findings say that a command could not do its work where it was run."""


def report(
    console: Console,
    format: Format,
    findings: Sequence[Diagnostic],
    workspace: Workspace | None,
) -> int:
    """Print findings as the result of a command and return the exit code."""
    machine = format in (Format.GITHUB, Format.SARIF)
    prefix = history.prefix(workspace.project.root) if workspace and machine else ""
    source = workspace.source if workspace else _no_text
    console.out(render(format, findings, source=source, paint=console.paint(), prefix=prefix))
    console.note(summary(findings, len(workspace.collected.files) if workspace else None))
    return exit_code(findings)


def complain(console: Console, findings: Sequence[Diagnostic], workspace: Workspace | None) -> int:
    """Print findings that keep a command from its result, and return the exit code."""
    source = workspace.source if workspace else _no_text
    paint = console.paint(error=True)
    console.error(render(Format.TEXT, findings, source=source, paint=paint))
    return exit_code(findings)


def exit_code(findings: Sequence[Diagnostic]) -> int:
    """Return what the findings mean for the exit code of a command."""
    if any(finding.rule in _ENVIRONMENT for finding in findings):
        return ENVIRONMENT
    return FINDINGS if has_errors(findings) else FINE


def _no_text(path: str) -> str | None:
    del path
    return None
