"""What a comparison of two schemas says: the verdict, and the findings with their witnesses."""

from dataclasses import dataclass
from enum import StrEnum

from interruptgen.diagnostics import Rule
from interruptgen.model import Json, Pointer
from interruptgen.rules.compatibility import ADVISORIES


class Verdict(StrEnum):
    """Whether every value that A accepts also satisfies B."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class Witness:
    """A JSON document that A accepts and B refuses, confirmed by two independent validators."""

    value: Json


@dataclass(frozen=True)
class Finding:
    """One way in which B refuses what A accepts, or may do so.

    `a` and `b` are the places in the two documents, `path` is the place in the value, in which None
    stands for a property that has no certain name. `have` and `want` are what A and B say by
    `keyword`, None where they say nothing; for a property, `want` is its name. `suspected` is the
    rule that would be broken: it is `rule` itself unless the finding is undecided.
    """

    rule: Rule
    suspected: Rule
    a: Pointer
    b: Pointer
    path: tuple[str | int | None, ...]
    keyword: str
    have: Json
    want: Json
    witness: Witness | None = None

    @property
    def is_breaking(self) -> bool:
        """Whether the finding is proven, and about something that a sender does on purpose."""
        return self.witness is not None and self.rule not in ADVISORIES


@dataclass(frozen=True)
class Comparison:
    """The answer to whether B accepts all that A accepts.

    `is_complete` is false where there is more to find than was looked for.
    """

    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    is_complete: bool = True

    @property
    def is_breaking(self) -> bool:
        """Whether anything is proven to be refused that a sender sends on purpose."""
        return any(finding.is_breaking for finding in self.findings)
