"""An `Outcome` -> JSON for other programs, in the form of `schemas/diff.schema.json`."""

from collections.abc import Sequence

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.diff.comparing import Outcome
from interruptgen.diff.findings import Finding
from interruptgen.diff.show.words import release
from interruptgen.model import Json, JsonObject
from interruptgen.report.machine import dump

FORMAT = 1
"""The form of the document; it changes when a program that reads it has to."""


def render(outcome: Outcome) -> str:
    """Return the document."""
    return dump(document(outcome))


def render_refusal(faults: Sequence[Diagnostic]) -> str:
    """Return the document that says why there is nothing to compare."""
    return dump(
        {
            "format": FORMAT,
            "old": "",
            "new": "",
            "compared": False,
            "fails": True,
            "release": "none",
            "findings": [],
            "faults": [_fault(one) for one in faults],
        }
    )


def document(outcome: Outcome) -> JsonObject:
    """Return the document as values."""
    return {
        "format": FORMAT,
        "old": outcome.old.name,
        "new": outcome.new.name,
        "compared": not outcome.broken,
        "fails": outcome.fails or bool(outcome.broken),
        "release": release(outcome.findings),
        "findings": [_finding(finding) for finding in outcome.findings],
        "faults": [_fault(one) for one in (*outcome.broken, *outcome.unused)],
    }


def _finding(finding: Finding) -> JsonObject:
    change = finding.change
    witness = change.witness
    shown: JsonObject | None = None
    if witness:
        shown = {
            "value": witness.value,
            "acceptedBy": witness.accepted_by,
            "refusedBy": witness.refused_by,
        }
    return {
        "fingerprint": finding.fingerprint,
        "code": change.rule.code,
        "name": change.rule.name,
        "category": finding.category.value,
        "severity": finding.severity.value,
        "fails": finding.fails,
        "accepted": finding.accepted,
        "kind": change.subject.kind,
        "id": change.subject.id,
        "package": change.subject.package,
        "slot": change.slot,
        "side": change.where.side,
        **_place(finding.place),
        "message": change.message,
        "hint": change.hint,
        "before": change.before,
        "after": change.after,
        "witness": shown,
    }


def _fault(one: Diagnostic) -> JsonObject:
    place = _place(one.place)
    said: dict[str, Json] = {"code": one.code, "name": one.rule.name, **place}
    return {**said, "severity": one.severity.value, "message": one.message, "hint": one.hint}


def _place(place: Place) -> JsonObject:
    return {"path": place.path, "line": place.line, "column": place.column}
