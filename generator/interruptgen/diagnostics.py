"""The findings of a build as values: what is wrong, where, and what to do about it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """What a finding asks for: an error stops the build, a note asks for nothing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, order=True)
class Place:
    """A position in a file: `line` and `column` count from 1, columns in code points.

    `path` is relative to the project root, with forward slashes on every system.
    """

    path: str
    line: int = 1
    column: int = 1

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Note:
    """A second place that belongs to a finding, with what stands there."""

    place: Place
    message: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding; made by `Rule.at`, never by hand."""

    rule: "Rule"
    place: Place
    message: str
    hint: str | None = None
    notes: tuple[Note, ...] = ()

    @property
    def code(self) -> str:
        """The stable code of the rule, such as `IG201`."""
        return self.rule.code

    @property
    def severity(self) -> Severity:
        """What the finding asks for."""
        return self.rule.severity


@dataclass(frozen=True)
class Rule:
    """One kind of fault: `name` says the fault, never the remedy.

    `explanation` is Markdown for `interruptgen explain CODE`: what the rule looks for, why it
    matters, a wrong example and the right one.
    """

    code: str
    name: str
    severity: Severity
    explanation: str = field(repr=False)

    def at(
        self, place: Place, message: str, *, hint: str | None = None, notes: Iterable[Note] = ()
    ) -> Diagnostic:
        """Make a finding of this rule at `place`."""
        return Diagnostic(self, place, message, hint, tuple(notes))


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort findings by place, then code, then message, and drop exact repetitions."""
    unique = dict.fromkeys(diagnostics)
    return tuple(sorted(unique, key=lambda d: (d.place, d.code, d.message)))


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Tell whether any finding stops the build."""
    return any(d.severity is Severity.ERROR for d in diagnostics)
