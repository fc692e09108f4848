"""An item of a pause: what it was classified as, how far its answer is, and how that changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from interruptgen_runtime.client.answers import Status
from interruptgen_runtime.client.staging.faults import StagingClosed
from interruptgen_runtime.client.staging.judging import Waiting
from interruptgen_runtime.client.terms import Terms
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import ItemError
from interruptgen_runtime.core.resume.entry import ResumeEntry


class Kind(StrEnum):
    """What an interrupt is to this client."""

    APPROVAL = "approval"
    QUESTION = "question"
    CLIENT_TOOL = "client tool"
    UNTYPED = "untyped"
    INVALID = "invalid"
    UNBOUND = "unbound"


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """An interrupt as it was classified once, when it was received.

    `bound_to` is the tool name or definition id of the generated class, and `terms` are those of
    the class; both are `None` where no class fits. `problem` says why it cannot be answered.
    `expires_at` is in milliseconds since 1970. `is_question` tells whether its binding is that of
    a question, of a definition or of another producer.
    """

    descriptor: InterruptDescriptor
    kind: Kind
    bound_to: str | None = None
    terms: Terms | None = None
    problem: str | None = None
    expires_at: int | None = None
    is_question: bool = False

    @property
    def id(self) -> str:
        """The interrupt's id."""
        return self.descriptor.id

    @property
    def is_resumable(self) -> bool:
        """Whether an answer from here continues the run."""
        return self.kind not in (Kind.INVALID, Kind.UNBOUND)


class Event(StrEnum):
    """What can happen to an item."""

    ACCEPTED = "accepted"
    CANCELLED = "cancelled"
    REFUSED = "refused"
    DEFERRED = "deferred"
    CLEARED = "cleared"
    SUBMITTED = "submitted"
    FAILED = "failed"
    KEPT = "kept"


Fate: TypeAlias = Literal["keep", "take", "drop"]


@dataclass(frozen=True, slots=True)
class Rule:
    """Where an event leads, and what becomes of the draft and of the errors."""

    to: Status
    draft: Fate
    errors: Fate


_OPEN: Final = frozenset({Status.PENDING, Status.VALIDATING, Status.STAGED, Status.ERROR})
_UNDER_WAY: Final = frozenset({Status.SUBMITTING})
_ROWS: Final = (
    (Event.ACCEPTED, _OPEN, Rule(Status.STAGED, draft="take", errors="drop")),
    (Event.CANCELLED, _OPEN, Rule(Status.STAGED, draft="take", errors="drop")),
    (Event.REFUSED, _OPEN, Rule(Status.ERROR, draft="keep", errors="take")),
    (Event.DEFERRED, _OPEN, Rule(Status.VALIDATING, draft="keep", errors="drop")),
    (Event.CLEARED, _OPEN, Rule(Status.PENDING, draft="drop", errors="drop")),
    (Event.SUBMITTED, _OPEN, Rule(Status.SUBMITTING, draft="keep", errors="keep")),
    (Event.FAILED, _UNDER_WAY, Rule(Status.ERROR, draft="keep", errors="take")),
    (Event.KEPT, _UNDER_WAY, Rule(Status.STAGED, draft="keep", errors="drop")),
)
TRANSITIONS: Final[Mapping[tuple[Status, Event], Rule]] = {
    (status, event): rule for event, statuses, rule in _ROWS for status in statuses
}
"""Everything that can happen to an item; what is not in the table is refused.

`FAILED` makes a person look at an answer again; `KEPT` is for the output of a client tool, which
nobody sees and nobody could stage again without running the tool twice.
"""


@dataclass(frozen=True, slots=True)
class Item:
    """An interrupt and its answer; `waiting` is the verdict that a validating item waits for."""

    received: Received
    status: Status = Status.PENDING
    draft: ResumeEntry | None = None
    errors: tuple[ItemError, ...] = ()
    waiting: Waiting | None = None

    def after(
        self,
        event: Event,
        *,
        draft: ResumeEntry | None = None,
        errors: tuple[ItemError, ...] = (),
        waiting: Waiting | None = None,
    ) -> "Item":
        """Return the item after an event; `StagingClosed` if that cannot happen to it now."""
        rule = TRANSITIONS.get((self.status, event))
        if rule is None:
            raise StagingClosed(
                f"interrupt {self.received.id} is {self.status}, and cannot be {event}"
            )
        drafts = {"keep": self.draft, "take": draft, "drop": None}
        fates = {"keep": self.errors, "take": errors, "drop": ()}
        return Item(self.received, rule.to, drafts[rule.draft], fates[rule.errors], waiting)

    @property
    def is_hidden(self) -> bool:
        """Whether nobody is shown the item: the client runs the tool itself."""
        return self.received.kind is Kind.CLIENT_TOOL

    @property
    def is_staged(self) -> bool:
        """Whether the answer counts."""
        return self.status is Status.STAGED and self.draft is not None
