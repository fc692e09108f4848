"""What each interrupt of a pause is given to reach its own item."""

from interruptgen_runtime.client.answers import Answer, Status
from interruptgen_runtime.client.staging.desk import Desk, Transaction
from interruptgen_runtime.client.staging.faults import StagingClosed
from interruptgen_runtime.client.staging.item import Item, Received
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.error_records import ItemError
from interruptgen_runtime.core.json_types import Json


class ItemControls:
    """Reaches one item of one pause; with a transaction, only while that one is open."""

    def __init__(
        self, desk: Desk, received: Received, transaction: Transaction | None = None
    ) -> None:
        self._desk = desk
        self._received = received
        self._transaction = transaction

    @property
    def status(self) -> Status:
        """How far the answer is."""
        return self._item.status

    @property
    def errors(self) -> tuple[ItemError, ...]:
        """Why the last answer was refused, or why none can be given."""
        return self._item.errors

    @property
    def can_resolve(self) -> bool:
        """Whether an answer would be taken."""
        return self._item.received.is_resumable

    @property
    def draft(self) -> Json | Absent:
        """The payload that was staged last."""
        draft = self._item.draft
        return ABSENT if draft is None else draft.payload

    def answer(self, answer: Answer) -> bool:
        """Stage an answer."""
        return self._desk.answer(self._item.received.id, answer, self._transaction)

    def cancel(self) -> bool:
        """Stage a cancellation."""
        return self._desk.cancel(self._item.received.id, self._transaction)

    def clear(self) -> None:
        """Take the answer back."""
        self._desk.clear(self._item.received.id, self._transaction)

    @property
    def _item(self) -> Item:
        """The item, as long as the very pause that this belongs to is there."""
        pause = self._desk.pause
        item = None if pause is None else pause.item(self._received.id)
        if item is None or item.received is not self._received:
            raise StagingClosed(f"interrupt {self._received.id} is not pending any more")
        return item
