"""Findings -> their printed form and the exit code."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from interruptgen.cli.console import Console
from interruptgen.cli.options import DataFormat
from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic, has_errors
from interruptgen.project import history
from interruptgen.project.locate import Unusable
from interruptgen.report import Format, SourceText, machine, render, summary
from interruptgen.rules import configuration, output

_NO_TEXTS: Mapping[str, str] = {}

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
        output.BUILD_UNDER_WAY,
    }
)
"""The rules whose findings say that a command could not do its work where it was run."""


def report(
    console: Console, format: Format, findings: Sequence[Diagnostic], workspace: Workspace
) -> int:
    """Print findings as the result of a command and return the exit code."""
    count = len(workspace.collected.files)
    origin = _Origin(workspace.project.root, workspace.source, count)
    return _print(console, format, findings, origin)


def refuse(console: Console, format: Format, unusable: Unusable) -> int:
    """Print why there is no project as the result of a command and return the exit code."""
    origin = _Origin(unusable.root, unusable.texts.get)
    return _print(console, format, unusable.diagnostics, origin)


def complain(
    console: Console, findings: Sequence[Diagnostic], source: SourceText = _NO_TEXTS.get
) -> int:
    """Print findings that keep a command from its result, and return the exit code."""
    paint = console.paint(error=True)
    console.error(render(Format.TEXT, findings, source=source, paint=paint))
    return exit_code(findings)


def withhold(
    console: Console,
    format: DataFormat,
    findings: Sequence[Diagnostic],
    source: SourceText = _NO_TEXTS.get,
) -> int:
    """Say why a command has no data, as data where data were asked for; return the exit code."""
    if format is DataFormat.TEXT:
        return complain(console, findings, source)
    console.out(machine.render(findings))
    return exit_code(findings)


def exit_code(findings: Sequence[Diagnostic]) -> int:
    """Return what the findings mean for the exit code of a command."""
    if any(finding.rule in _ENVIRONMENT for finding in findings):
        return ENVIRONMENT
    return FINDINGS if has_errors(findings) else FINE


@dataclass(frozen=True)
class _Origin:
    """What findings are about: a folder, its texts, and how many definition files it has."""

    root: Path
    source: SourceText
    files: int | None = None


def _print(
    console: Console, format: Format, findings: Sequence[Diagnostic], origin: _Origin
) -> int:
    in_repository = format in (Format.GITHUB, Format.SARIF)
    prefix = history.prefix(origin.root) if in_repository else ""
    text = render(format, findings, source=origin.source, paint=console.paint(), prefix=prefix)
    console.out(text)
    console.note(summary(findings, origin.files))
    return exit_code(findings)
