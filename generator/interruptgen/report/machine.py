"""Findings -> a JSON list, one object for each finding, for other programs."""

import json
from collections.abc import Sequence

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import Json, JsonObject


def render(findings: Sequence[Diagnostic]) -> str:
    """Return the findings as a JSON list.

    The keys of a finding are stable: `code`, `name`, `severity` (`error`, `warning`, `note`),
    `path`, `line`, `column`, `message`, `hint` (a text or null) and `notes`, a list of objects
    with `path`, `line`, `column` and `message`.
    """
    return dump([_finding(finding) for finding in findings])


def dump(value: Json) -> str:
    """Return JSON in ASCII, which survives every terminal and pipe."""
    return json.dumps(value, indent=2)


def _finding(finding: Diagnostic) -> JsonObject:
    return {
        "code": finding.code,
        "name": finding.rule.name,
        "severity": finding.severity.value,
        **_place(finding.place),
        "message": finding.message,
        "hint": finding.hint,
        "notes": [{**_place(note.place), "message": note.message} for note in finding.notes],
    }


def _place(place: Place) -> JsonObject:
    return {"path": place.path, "line": place.line, "column": place.column}
