"""The pause of a run with everything that was staged: one value for each state it can be in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from interruptgen_runtime.client.staging.item import Event, Item
from interruptgen_runtime.client.staging.submission import Submission
from interruptgen_runtime.core.error_records import BatchError, Correlation
from interruptgen_runtime.core.errors import LocalError


@dataclass(frozen=True, slots=True)
class Report:
    """An error of the answers together; one of the server is replaced by its next verdict."""

    error: BatchError
    is_replaceable: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Pause:
    """A pause is never changed: an operation makes another one, a roll-back takes the old one.

    `active` is the submission that is on its way, `failed` one that may be sent again.
    """

    correlation: Correlation
    items: tuple[Item, ...]
    is_restored: bool = False
    reports: tuple[Report, ...] = ()
    active: Submission | None = None
    failed: Submission | None = None

    def item(self, interrupt_id: str) -> Item | None:
        """Return the item of an interrupt."""
        return next((item for item in self.items if item.received.id == interrupt_id), None)

    def resumable(self) -> Iterator[Item]:
        """Yield the items that an answer from here continues."""
        return (item for item in self.items if item.received.is_resumable)

    def awaited(self) -> Iterator[Item]:
        """Yield the items that a submission has to answer.

        In a pause with a question that can be answered, these are not the client tools: a server
        decides what becomes of them when it has the answer. TanStack AI's client leaves them out
        next to a broken question and an untyped call as well, where no server does without them.
        """
        skip_hidden = any(item.received.is_question for item in self.resumable())
        return (item for item in self.resumable() if not (skip_hidden and item.is_hidden))

    def unanswered(self) -> tuple[Item, ...]:
        """Return the awaited items whose answer is missing."""
        return tuple(item for item in self.awaited() if not item.is_staged)

    @property
    def is_complete(self) -> bool:
        """Whether there are answers to send, and none is missing."""
        return self.active is None and any(self.awaited()) and not self.unanswered()

    def changed(self, interrupt_id: str, change: Callable[[Item], Item]) -> "Pause":
        """Change one item; a person who changes an answer does not want the old ones sent again.

        Raises `LocalError` for an id that is not pending.
        """
        if self.item(interrupt_id) is None:
            raise LocalError(f"interrupt {interrupt_id} is not pending")
        items = tuple(
            change(item) if item.received.id == interrupt_id else item for item in self.items
        )
        return replace(self, items=items, failed=None)

    def without(self, interrupt_id: str) -> "Pause":
        """Take out one item."""
        left = tuple(item for item in self.items if item.received.id != interrupt_id)
        return replace(self, items=left, failed=None)

    def changed_all(self, change: Callable[[Item], Item], where: Callable[[Item], bool]) -> "Pause":
        """Change the resumable items that a condition holds for."""
        items = tuple(
            change(item) if item.received.is_resumable and where(item) else item
            for item in self.items
        )
        return replace(self, items=items, failed=None)

    def reported(self, error: BatchError) -> "Pause":
        """Add an error that was found here."""
        return replace(self, reports=(*self.reports, Report(error)))

    def sent(self, submission: Submission) -> "Pause":
        """Put a submission on its way."""
        moved = self.changed_all(lambda item: item.after(Event.SUBMITTED), lambda _: True)
        return replace(moved, active=submission)

    def retired(self) -> "Pause":
        """Take out everything that the submission on its way has answered or overtaken."""
        left = tuple(item for item in self.items if not item.received.is_resumable)
        return replace(self, items=left, active=None)
