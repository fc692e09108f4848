"""Changes -> findings: each with its category, severity, fingerprint and places."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import get_args

from interruptgen.diagnostics import Diagnostic, Note, Place, Rule, Severity
from interruptgen.diff.accepted import ACCEPTS_NAME, Accept
from interruptgen.diff.changes import Category, Change, Where
from interruptgen.diff.fingerprints import fingerprinted
from interruptgen.diff.places import Sources
from interruptgen.project.fail_on import FailOn
from interruptgen.rules import changes_for_people, changes_in_code, changes_in_flight, compatibility
from interruptgen.rules.changes_for_people import (
    ADDED_DEFINITION,
    CHANGED_DESCRIPTION,
    CHANGED_EXAMPLES,
    COMPATIBLE_SCHEMA,
    UNUSED_ACCEPT,
)

_THRESHOLDS: tuple[FailOn, ...] = get_args(FailOn)

_SAFE = frozenset({ADDED_DEFINITION, CHANGED_DESCRIPTION, CHANGED_EXAMPLES, COMPATIBLE_SCHEMA})
_CATEGORIES: Mapping[str, Category] = {
    **{rule.code: Category.SOURCE for rule in changes_in_code.RULES},
    **{rule.code: Category.WIRE for rule in compatibility.RULES},
    **{rule.code: Category.IN_FLIGHT for rule in changes_in_flight.RULES},
    **{rule.code: Category.ADVISORY for rule in changes_for_people.RULES},
    **{rule.code: Category.ADVISORY for rule in compatibility.ADVISORIES},
    **{rule.code: Category.SAFE for rule in _SAFE},
}
_ORDER = tuple(Category)


@dataclass(frozen=True)
class Policy:
    """What counts how much: `fail_on` is the mildest category that fails a comparison.

    In a category that is milder, what would be an error is a warning. `advisory` and `safe` have
    no errors of their own: asking for one of them makes all of its findings errors. `severity`
    decides by the code of a rule, whatever the category.
    """

    fail_on: FailOn = "in-flight"
    severity: Mapping[str, Severity] = field(default_factory=dict[str, Severity])

    def of(self, rule: Rule) -> Severity:
        """Return the severity of the findings of a rule."""
        if rule.code in self.severity:
            return self.severity[rule.code]
        category = _CATEGORIES[rule.code]
        if self.fail_on == "never" or _ORDER.index(category) > _THRESHOLDS.index(self.fail_on):
            return Severity.WARNING if rule.severity is Severity.ERROR else rule.severity
        is_mild = category in (Category.ADVISORY, Category.SAFE)
        return Severity.ERROR if is_mild else rule.severity


@dataclass(frozen=True)
class Finding:
    """A change, judged. `place` is where it stands; `annotation` is a place in the new files.

    `accepted` is the reason for which somebody has accepted it: it does not fail then.
    """

    change: Change
    category: Category
    severity: Severity
    fingerprint: str
    place: Place
    annotation: Place
    notes: tuple[Note, ...] = ()
    accepted: str | None = None

    @property
    def fails(self) -> bool:
        """Whether the comparison fails for it."""
        return self.severity is Severity.ERROR and self.accepted is None

    def diagnostic(self, place: Place) -> Diagnostic:
        """Return the finding as one of the compiler's, at one of its places."""
        rule = replace(self.change.rule, severity=self.severity)
        return Diagnostic(rule, place, self.change.message, self.change.hint, self.notes)


def judged(
    changes: Iterable[Change],
    sources: Sources,
    policy: Policy,
    accepts: Mapping[str, Accept],
) -> tuple[Finding, ...]:
    """Judge changes; the findings come in the order of categories, subjects and places."""
    found = [
        _finding(change, fingerprint, sources, policy, accepts.get(fingerprint))
        for fingerprint, change in fingerprinted(changes)
    ]
    return tuple(sorted(found, key=_position))


def unused(accepts: Mapping[str, Accept], findings: Iterable[Finding]) -> Iterator[Accept]:
    """Yield the accepts that accept nothing."""
    known = {finding.fingerprint for finding in findings if finding.accepted is not None}
    yield from (one for one in sorted(accepts.values()) if one.fingerprint not in known)


def unused_diagnostic(accept: Accept, policy: Policy) -> Diagnostic:
    """Return a finding about an accept that accepts nothing."""
    severity = policy.severity.get(UNUSED_ACCEPT.code, UNUSED_ACCEPT.severity)
    message = f"`{accept.fingerprint}` accepts nothing ({accept.code}, `{accept.definition}`)"
    hint = "`interruptgen accept --prune` removes such entries"
    rule = replace(UNUSED_ACCEPT, severity=severity)
    return rule.at(Place(ACCEPTS_NAME), message, hint=hint)


def _finding(
    change: Change, fingerprint: str, sources: Sources, policy: Policy, accept: Accept | None
) -> Finding:
    is_meant = accept is not None and accept.is_of(change.rule.code, change.subject.key)
    return Finding(
        change=change,
        category=_CATEGORIES[change.rule.code],
        severity=policy.of(change.rule),
        fingerprint=fingerprint,
        place=sources.place(change.where),
        annotation=_annotation(change, sources),
        notes=tuple(_notes(change, sources)),
        accepted=accept.reason if accept and is_meant else None,
    )


def _annotation(change: Change, sources: Sources) -> Place:
    """Return a place on the new side: the finding's own, its counterpart, or the file's begin."""
    for where in (change.where, change.other):
        if where and where.side == "new":
            return sources.plain_place(where)
    return Place(change.where.path)


def _notes(change: Change, sources: Sources) -> Iterator[Note]:
    other: Where | None = change.other
    if other:
        label, value = ("before", change.before) if other.side == "old" else ("after", change.after)
        yield Note(sources.place(other), f"{label}: {value}" if value else label)


def _position(finding: Finding) -> tuple[object, ...]:
    change = finding.change
    order = _ORDER.index(finding.category)
    return (order, change.subject, change.rule.code, finding.place, finding.fingerprint)
