"""Findings -> the workflow commands that GitHub shows as annotations of a pull request."""

from collections.abc import Sequence

from interruptgen.diagnostics import Diagnostic, Severity

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(findings: Sequence[Diagnostic], prefix: str) -> str:
    """Return one `::error ...::` or `::warning ...::` line for each finding."""
    return "\n".join(_command(finding, prefix) for finding in findings)


def _command(finding: Diagnostic, prefix: str) -> str:
    properties = {
        "file": prefix + finding.place.path,
        "line": str(finding.place.line),
        "col": str(finding.place.column),
        "title": f"{finding.code} {finding.rule.name}",
    }
    written = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    notes = [f"{note.place}: {note.message}" for note in finding.notes]
    hint = [f"hint: {finding.hint}"] if finding.hint else []
    message = "\n".join([finding.message, *notes, *hint])
    return f"::{_COMMANDS[finding.severity]} {written}::{_data(message)}"


def _data(text: str) -> str:
    """Escape a message as the runner's own toolkit does."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """Escape a property, which a colon or a comma would end."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
