"""What became of an entry of the corpus, as values that travel between processes."""

from dataclasses import dataclass
from enum import StrEnum

from interruptgen.model import Json


class Fate(StrEnum):
    """How far an entry came."""

    REFUSED = "refused"
    CRASHED = "crashed"
    BUILT = "built"
    IMPORTED = "imported"


class Fault(StrEnum):
    """What can be wrong with one instance."""

    TOO_WIDE = "accepted, though the schema refuses it"
    TOO_NARROW = "refused, though the schema accepts it"
    LOST = "accepted, but does not come back unchanged"
    RAISED = "raised something that is no finding"


@dataclass(frozen=True)
class Finding:
    """An error of the compiler."""

    code: str
    message: str


@dataclass(frozen=True)
class Deviation:
    """An instance that is not judged as its own dialect does, or is lost; `why` are the words."""

    fault: Fault
    keywords: tuple[str, ...]
    why: str
    data: Json


@dataclass(frozen=True)
class Outcome:
    """What became of the entry with a number.

    `valid` and `invalid` count its instances by their own dialect's verdict, `undecided` those that
    the judge gave up on; `relabelled` has, for those that the corpus calls otherwise, the reason.
    """

    number: int
    fate: Fate
    seconds: float
    findings: tuple[Finding, ...] = ()
    failure: str = ""
    warnings: tuple[str, ...] = ()
    valid: int = 0
    invalid: int = 0
    undecided: int = 0
    relabelled: tuple[str, ...] = ()
    deviations: tuple[Deviation, ...] = ()
