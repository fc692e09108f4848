"""What the forms of a report have in common: their order, and the words for a witness."""

from collections.abc import Iterable
from typing import Literal, TypeAlias

from interruptgen.diff.changes import Category, Witness
from interruptgen.diff.findings import Finding
from interruptgen.rules.changes_for_people import ADDED_DEFINITION, COMPATIBLE_SCHEMA
from interruptgen.schema.canonical import canonical

Release: TypeAlias = Literal["major", "minor", "patch", "none"]

_WHEN = {"old": "before", "new": "now"}
_SHOWN = 400


def by_subject(findings: Iterable[Finding]) -> list[Finding]:
    """Sort findings by what has changed; those about one thing keep their order."""
    return sorted(findings, key=lambda finding: finding.change.subject)


def witness_text(witness: Witness, limit: int = _SHOWN) -> tuple[str, str]:
    """Return what a witness shows, and the witness as JSON, cut where it is long."""
    text = canonical(witness.value)
    shown = text if len(text) <= limit else text[:limit] + "…"
    taken, refused = _WHEN[witness.accepted_by], _WHEN[witness.refused_by]
    if witness.is_call:
        return f"a call that is asked about {taken}, and not {refused}", shown
    return f"accepted {taken}, refused {refused}", shown


def release(findings: Iterable[Finding]) -> Release:
    """Return what semantic versioning makes of a change of a package with these definitions."""
    found = list(findings)
    if any(_breaks(finding) for finding in found):
        return "major"
    if any(finding.category in (Category.ADVISORY, Category.IN_FLIGHT) for finding in found):
        return "minor"
    if any(finding.change.rule in (ADDED_DEFINITION, COMPATIBLE_SCHEMA) for finding in found):
        return "minor"
    return "patch" if found else "none"


def _breaks(finding: Finding) -> bool:
    """Tell whether a finding is breaking by its rule, whatever the configuration says of it."""
    return finding.change.rule.severity == "error"
