"""Holds the pause of a thread and guards it: who may change it, and when."""

from collections.abc import Callable
from typing import TypeAlias

from interruptgen_runtime.client.answers import Answer
from interruptgen_runtime.client.staging import steps
from interruptgen_runtime.client.staging.faults import IncompleteBatch, StagingClosed
from interruptgen_runtime.client.staging.item import Item
from interruptgen_runtime.client.staging.judging import Deferred, Judge
from interruptgen_runtime.client.staging.pause import Pause, Report
from interruptgen_runtime.client.staging.sending import after_failure, batch_error, submission_of
from interruptgen_runtime.client.staging.submission import Submission
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.error_records import BatchError, BatchErrorCode
from interruptgen_runtime.core.json_types import Json


class Transaction:
    """Names the transaction that an operation belongs to; each is equal to itself only."""


Failure: TypeAlias = tuple[BatchErrorCode, str]


class Desk:
    """The one place where a pause is replaced by the next one."""

    def __init__(self, clock: Callable[[], int], judge: Judge) -> None:
        self._clock = clock
        self._judge = judge
        self._pause: Pause | None = None
        self._left: tuple[Report, ...] = ()
        self._transaction: Transaction | None = None

    @property
    def pause(self) -> Pause | None:
        """The pause as it is now."""
        return self._pause

    @property
    def errors(self) -> tuple[BatchError, ...]:
        """The errors of the answers together."""
        reports = self._left if self._pause is None else self._pause.reports
        return tuple(report.error for report in reports)

    def open(self, pause: Pause) -> None:
        """Take over a pause; the one before, its errors and its submission are forgotten."""
        self._outside_transaction()
        self._pause, self._left = pause, ()

    def close(self, keep_errors: bool) -> None:
        """Forget the pause."""
        self._outside_transaction()
        if not keep_errors:
            self._left = ()
        elif self._pause is not None:
            self._left = self._pause.reports
        self._pause = None

    def answer(self, interrupt_id: str, answer: Answer, transaction: Transaction | None) -> bool:
        """Stage an answer; returns whether it is staged."""
        pause = self._changeable(transaction)
        self._pause = steps.answered(pause, interrupt_id, answer, self._judge, self._clock())
        return _is_staged(self._pause, interrupt_id)

    def cancel(self, interrupt_id: str, transaction: Transaction | None) -> bool:
        """Stage a cancellation, or drop what has expired; returns whether that is done."""
        self._pause = steps.cancelled(self._changeable(transaction), interrupt_id, self._clock())
        done = self._pause.item(interrupt_id) is None or _is_staged(self._pause, interrupt_id)
        self._close_if_empty()
        return done

    def clear(self, interrupt_id: str, transaction: Transaction | None) -> None:
        """Take an answer back."""
        self._pause = steps.cleared(self._changeable(transaction), interrupt_id)

    def finish_check(self, deferred: Deferred, checked: Checked) -> None:
        """Hand in a verdict that was promised."""
        if self._pause is not None:
            self._pause = steps.verdict_given(self._pause, deferred, checked)

    def decide_all(self, approved: bool) -> bool:
        """Approve or reject everything; returns whether everything shown is staged."""
        pause = self._at_root()
        after = steps.decided(pause, approved, self._judge, self._clock())
        if after is None:
            self._report(
                pause,
                "unsupported-bulk-operation",
                "only approvals whose decision has no payload can be decided all at once",
            )
            return False
        self._pause = after
        return not _open_items(after)

    def cancel_all(self) -> bool:
        """Cancel everything; returns whether everything is staged, or dropped."""
        self._outside_transaction()
        if self._pause is None:
            return True
        self._pause = steps.all_cancelled(self._at_root(), self._clock())
        done = all(item.is_staged for item in self._pause.resumable())
        self._close_if_empty()
        return done

    def transact(self, body: Callable[[Transaction], Failure | None]) -> bool:
        """Run operations of which either all count or none; returns whether they do.

        They do not if the body returns or raises a failure, or leaves an item open that a person
        is shown. What is not an `Exception` goes on, after the roll-back.
        """
        before, failure = self._at_root(), None
        self._transaction = Transaction()
        try:
            failure = body(self._transaction) or _incomplete(self._pause)
        except Exception as error:
            failure = ("item-validation-failed", str(error) or repr(error))
        except BaseException:
            self._pause = before
            raise
        finally:
            self._transaction = None
        if failure is not None:
            self._report(before, *failure)
        self._close_if_empty()
        return failure is None

    def take(self) -> Submission:
        """Put the answers on their way."""
        pause = steps.without_expired(self._at_root(), self._clock())
        self._pause = pause
        if not pause.is_complete:
            raise _incomplete_batch(pause)
        return self._send(pause, submission_of(pause))

    def retry(self) -> Submission | None:
        """Put the answers that failed on their way again, if that may help."""
        pause = self._at_root()
        if pause.failed is not None:
            return self._send(pause, pause.failed)
        self._report(pause, "transport", "there is no submission that could be sent again")
        return None

    def succeeded(self, submission: Submission) -> None:
        """Retire what was answered; nothing happens if the submission was overtaken."""
        if self._pause is not None and self._pause.active is submission:
            self._pause = self._pause.retired()
            self._close_if_empty()

    def failed(self, submission: Submission, problem: str, received: Json) -> None:
        """Bring the answers back; nothing happens if the submission was overtaken."""
        if self._pause is not None and self._pause.active is submission:
            self._pause = after_failure(self._pause, submission, problem, received)

    def _send(self, pause: Pause, submission: Submission) -> Submission:
        self._pause = pause.sent(submission)
        return submission

    def _report(self, pause: Pause, code: BatchErrorCode, message: str) -> None:
        self._pause = pause.reported(batch_error(pause, code, message))

    def _close_if_empty(self) -> None:
        """Forget a pause of which nothing is left; in a transaction, that has to end first."""
        if self._transaction is None and self._pause is not None and not self._pause.items:
            self.close(keep_errors=True)

    def _outside_transaction(self) -> None:
        if self._transaction is not None:
            raise StagingClosed("a transaction is open: only its own interrupts can be changed")

    def _at_root(self) -> Pause:
        self._outside_transaction()
        return self._changeable(None)

    def _changeable(self, transaction: Transaction | None) -> Pause:
        if transaction is not self._transaction:
            raise StagingClosed("this interrupt belongs to no open transaction, or to another one")
        if self._pause is None:
            raise StagingClosed("nothing is pending")
        if self._pause.active is not None:
            raise StagingClosed("the answers are on their way already")
        return self._pause


def _is_staged(pause: Pause, interrupt_id: str) -> bool:
    item = pause.item(interrupt_id)
    return item is not None and item.is_staged


def _open_items(pause: Pause) -> tuple[Item, ...]:
    return tuple(i for i in pause.resumable() if not (i.is_hidden or i.is_staged))


def _incomplete(pause: Pause | None) -> Failure | None:
    if pause is None or not _open_items(pause):
        return None
    return "incomplete-batch", f"not answered: {_named(_open_items(pause))}"


def _incomplete_batch(pause: Pause) -> IncompleteBatch:
    """Say what is missing, with the errors that it has."""
    items = pause.unanswered()
    if not items:
        return IncompleteBatch((), "nothing that is pending can be answered from here")
    ids = tuple(item.received.id for item in items)
    return IncompleteBatch(ids, f"not everything is answered: {_named(items)}")


def _named(items: tuple[Item, ...]) -> str:
    return "; ".join(
        ": ".join([item.received.id, *(error.message for error in item.errors[:1])])
        for item in items
    )
