"""An `Outcome` -> annotations of a pull request: GitHub's commands, and SARIF."""

from collections.abc import Iterator
from dataclasses import replace

from interruptgen.diagnostics import Diagnostic
from interruptgen.diff.comparing import Outcome
from interruptgen.diff.findings import Finding
from interruptgen.diff.show.words import witness_text
from interruptgen.model import Json, JsonObject
from interruptgen.report import github, sarif


def render_github(outcome: Outcome, prefix: str) -> str:
    """Return a command for each finding that nobody has accepted."""
    open_ = [finding for finding in outcome.findings if finding.accepted is None]
    found = [*map(_diagnostic, open_), *outcome.unused, *outcome.broken]
    return github.render(found, prefix)


def render_sarif(outcome: Outcome, prefix: str) -> str:
    """Return a log in which every finding has its fingerprint, and accepted ones are suppressed."""
    found = [*map(_diagnostic, outcome.findings), *outcome.unused, *outcome.broken]
    extras = [_extra(finding) for finding in outcome.findings]
    return sarif.render(found, prefix, extras)


def _diagnostic(finding: Finding) -> Diagnostic:
    """Return the finding where the pull request can show it: in a file as it is now."""
    lines = "\n".join(_lines(finding))
    diagnostic = finding.diagnostic(finding.annotation)
    return replace(diagnostic, message=lines, notes=())


def _lines(finding: Finding) -> Iterator[str]:
    label, message = finding.change.subject.label, finding.change.message
    yield message if label in message else f"{label}: {message}"
    if finding.change.witness:
        said, value = witness_text(finding.change.witness)
        yield f"{said}: {value}"
    if finding.fails:
        yield f"fingerprint: {finding.fingerprint}"


def _extra(finding: Finding) -> JsonObject:
    prints: JsonObject = {"interruptgen/v1": finding.fingerprint}
    properties: JsonObject = {"category": finding.category.value}
    extra: dict[str, Json] = {"partialFingerprints": prints, "properties": properties}
    if finding.accepted is not None:
        suppression: JsonObject = {"kind": "external", "justification": finding.accepted}
        extra["suppressions"] = [suppression]
    return extra
