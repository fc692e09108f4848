"""A pause and a person's answers to it, step by step, -> one submission that continues the run."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from interruptgen_runtime.client.answers import Answer
from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.staging.client_calls import ClientToolCall
from interruptgen_runtime.client.staging.desk import Desk, Failure, Transaction
from interruptgen_runtime.client.staging.handles import ItemControls
from interruptgen_runtime.client.staging.item import Kind, Received
from interruptgen_runtime.client.staging.judging import SCHEMA_JUDGE, Deferred, Judge
from interruptgen_runtime.client.staging.pause import Pause
from interruptgen_runtime.client.staging.receiving import Pausing, receive
from interruptgen_runtime.client.staging.resolving import visit
from interruptgen_runtime.client.staging.showing import (
    Answerable,
    Shown,
    client_calls,
    is_shown,
    shown,
)
from interruptgen_runtime.client.staging.snapshot import read_snapshot, write_snapshot
from interruptgen_runtime.client.staging.steps import redrafted
from interruptgen_runtime.client.staging.submission import Submission
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.error_records import BatchError, Correlation
from interruptgen_runtime.core.json_types import Json, JsonObject

B_co = TypeVar("B_co", bound=BoundInterrupt, covariant=True)


class Staging(Generic[B_co]):
    """Holds the pause of a thread and the answers to it, as TanStack AI's `InterruptManager` does.

    Nothing is sent from here, and nothing waits: `take_submission` gives what is to be sent, and
    `submitted_ok` or `submission_failed` says what came of it. Late news of a submission that is
    no longer the one on its way changes nothing. `clock` returns the milliseconds
    since 1970, and is asked whenever an answer is staged or taken.
    """

    def __init__(
        self,
        bindings: Bindings[B_co],
        *,
        clock: Callable[[], int],
        judge: Judge = SCHEMA_JUDGE,
    ) -> None:
        self._bindings = bindings
        self._clock = clock
        self._judge = judge
        self._desk = Desk(clock, judge)
        self._shown: tuple[Shown[B_co], ...] = ()

    def hydrate(
        self,
        interrupts: Sequence[Json],
        *,
        thread_id: str,
        run_id: str,
        generation: int | None = None,
        restored: bool = False,
    ) -> None:
        """Take over the interrupts that ended a run, in place of what was pending before.

        `run_id` is the id that the client gave the request which was answered with the pause.
        Without a `generation`, the one counts that all items agree on, else 0. The tools of a
        `restored` pause are not to be executed on their own. Raises `PeerError` for an item
        without an id, an id that comes twice, and values that are not JSON; the pause before
        stays then.
        """
        pause = receive(Pausing(interrupts, thread_id, run_id, generation), self._bindings)
        self._open(replace(pause, is_restored=restored))

    def reset(self, *, keep_errors: bool = False) -> None:
        """Drop the pause with all answers; a submission that is on its way is not waited for."""
        self._desk.close(keep_errors)

    @property
    def correlation(self) -> Correlation | None:
        """Thread, interrupted run and generation of the pause; `None` if nothing is pending."""
        pause = self._desk.pause
        return None if pause is None else pause.correlation

    @property
    def is_restored(self) -> bool:
        """Whether the pause was taken up again: its client tools wait to be settled then."""
        return self._desk.pause is not None and self._desk.pause.is_restored

    @property
    def interrupts(self) -> tuple[Shown[B_co], ...]:
        """What a person is shown, in the order received: no client tools, nothing on its way.

        The same objects until the next `hydrate`.
        """
        pause = self._desk.pause
        ids = set[str]() if pause is None else {i.received.id for i in pause.items if is_shown(i)}
        return tuple(one for one in self._shown if one.id in ids)

    @property
    def client_tools(self) -> tuple[ClientToolCall, ...]:
        """The calls that this client has to execute, and that are not settled yet."""
        pause = self._desk.pause
        return () if pause is None else tuple(client_calls(pause, self._bindings, self._attach))

    @property
    def errors(self) -> tuple[BatchError, ...]:
        """What is wrong with the answers together, oldest first; a new pause clears them."""
        return self._desk.errors

    @property
    def blocks_messages(self) -> bool:
        """Whether a new message has to wait: something is pending that is not somebody else's."""
        pause = self._desk.pause
        return pause is not None and any(i.received.kind is not Kind.UNBOUND for i in pause.items)

    @property
    def submitting(self) -> bool:
        """Whether a submission was taken, and nothing is known yet of what came of it."""
        return self._desk.pause is not None and self._desk.pause.active is not None

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The ids of the interrupts that a submission waits for, client tools included.

        Tools of the client are not waited for where the pause also asks a question: the server
        asks for them again afterwards.
        """
        pause = self._desk.pause
        return () if pause is None else tuple(item.received.id for item in pause.unanswered())

    @property
    def is_complete(self) -> bool:
        """Whether `take_submission` would give a submission."""
        return self._desk.pause is not None and self._desk.pause.is_complete

    @property
    def can_retry(self) -> bool:
        """Whether `retry` would give a submission."""
        return self._desk.pause is not None and self._desk.pause.failed is not None

    def answer(self, interrupt_id: str, answer: Answer) -> bool:
        """Stage an answer to any interrupt; returns whether it is staged.

        Raises `StagingClosed`, `NotJson`, and `LocalError` for an id that is not pending or that
        is somebody else's.
        """
        return self._desk.answer(interrupt_id, answer, None)

    def cancel(self, interrupt_id: str) -> bool:
        """Stage a cancellation; returns whether it is staged. Raises as `answer` does.

        An interrupt that has expired is dropped: it is not pending any more, and nothing is sent.
        """
        return self._desk.cancel(interrupt_id, None)

    def clear(self, interrupt_id: str) -> None:
        """Take an answer back. Raises as `answer` does."""
        self._desk.clear(interrupt_id, None)

    def finish_check(self, deferred: Deferred, checked: Checked) -> None:
        """Hand in the verdict that the judge promised; nothing happens if it was overtaken."""
        self._desk.finish_check(deferred, checked)

    def resolve_all(self, decision: bool | Callable[[Answerable[B_co]], None]) -> bool:
        """Answer everything in one transaction; returns whether all is staged, else see `errors`.

        A boolean approves or rejects everything, if all that is pending are approvals whose
        decision has no payload. A function is called with each interrupt, and stages on it; where
        it raises, returns something or leaves one open, all answers are as they were before. Raises
        `StagingClosed` if nothing is pending, or the answers are on their way.
        """
        if isinstance(decision, bool):
            return self._desk.decide_all(decision)

        def body(transaction: Transaction) -> Failure | None:
            def attach(received: Received) -> ItemControls:
                return ItemControls(self._desk, received, transaction)

            return visit(self._desk.pause, self._bindings, attach, decision)

        return self._desk.transact(body)

    def cancel_all(self) -> bool:
        """Stage the cancellation of everything, client tools included; drop what has expired."""
        return self._desk.cancel_all()

    def take_submission(self) -> Submission:
        """Return the answers, which count as on their way from now on.

        Raises `IncompleteBatch` if an answer is missing or one has expired meanwhile, and
        `StagingClosed` if a submission is on its way already.
        """
        return self._desk.take()

    def retry(self) -> Submission | None:
        """Return the failed submission again, if it may be sent again; else add an error."""
        return self._desk.retry()

    def submitted_ok(self, submission: Submission) -> None:
        """Say that the run that carried the submission ended without an error.

        This retires everything that was answered; what is somebody else's, or broken, stays until
        the next `hydrate` or `reset`.
        """
        self._desk.succeeded(submission)

    def submission_failed(self, submission: Submission, problem: str, errors: Json = None) -> None:
        """Say that the submission failed; the drafts are kept, but have to be staged again.

        `errors` is the `interruptErrors` list of a RUN_ERROR, not checked yet. With a usable list
        its errors land on the items and in `errors`; without one, `problem` is reported as a
        transport error that can be retried.
        """
        self._desk.failed(submission, problem, errors)

    def save(self) -> JsonObject | None:
        """Return the pause with its drafts as JSON, or `None` if nothing is pending.

        The object is a TanStack AI resume snapshot (`resumeState`, `pendingInterrupts`) with
        `drafts` in addition.
        """
        return None if self._desk.pause is None else write_snapshot(self._desk.pause)

    def restore(self, snapshot: Json) -> None:
        """Take over what `save` returned, or a resume snapshot of TanStack AI's client.

        Each draft is checked again. Client tools of the pause are not executed on their own.
        Raises `PeerError` for what is no snapshot.
        """
        saved = read_snapshot(snapshot)
        pause = replace(receive(saved.pausing, self._bindings), is_restored=True)
        self._open(redrafted(pause, saved.drafts, self._judge, self._clock()))

    def _open(self, pause: Pause) -> None:
        self._desk.open(pause)
        visible = (item.received for item in pause.items if not item.is_hidden)
        self._shown = tuple(shown(one, self._bindings, self._attach) for one in visible)

    def _attach(self, received: Received) -> ItemControls:
        return ItemControls(self._desk, received)
