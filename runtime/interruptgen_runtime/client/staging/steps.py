"""A pause and what a person does to it -> the next pause; moment and judge are arguments."""

from collections.abc import Iterable
from dataclasses import replace

from interruptgen_runtime.client.answers import Answer, Decision, Status, Value
from interruptgen_runtime.client.staging.item import Event, Item, Kind
from interruptgen_runtime.client.staging.judging import (
    Accepted,
    Deferred,
    Judge,
    Outcome,
    Refused,
    Waiting,
    judge_answer,
)
from interruptgen_runtime.client.staging.pause import Pause, Report
from interruptgen_runtime.client.staging.snapshot import SavedDraft
from interruptgen_runtime.client.terms import ApprovalTerms
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.continuation import (
    continuation_from_descriptor,
    continuation_metadata,
)
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.core.error_records import (
    BatchError,
    Correlation,
    ItemError,
    ItemErrorCode,
)
from interruptgen_runtime.core.errors import Issue, LocalError, PeerError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.resume.entry import ResumeEntry


def answered(pause: Pause, interrupt_id: str, answer: Answer, judge: Judge, now: int) -> Pause:
    """Stage an answer, or put down why it is refused.

    Raises `LocalError` for an interrupt that is not pending or somebody else's, and what
    `judge_answer` raises.
    """
    item = _item(pause, interrupt_id)
    obstacle = _obstacle(item, now)
    outcome = obstacle or judge_answer(item.received.terms, answer, judge)
    return with_outcome(pause, item, outcome)


def cancelled(pause: Pause, interrupt_id: str, now: int) -> Pause:
    """Stage a cancellation; also of what cannot be answered, which is never sent then.

    An interrupt that has expired is dropped: the server takes no cancellation of it any more.
    """
    item = _item(pause, interrupt_id)
    if item.received.is_resumable and _expiry(item, now):
        return pause.without(interrupt_id)
    draft = draft_of(item, "cancelled", ABSENT)
    return pause.changed(interrupt_id, lambda one: one.after(Event.CANCELLED, draft=draft))


def cleared(pause: Pause, interrupt_id: str) -> Pause:
    """Take an answer back.

    Raises `LocalError` for a client tool, which would run a second time: its output is replaced.
    """
    if _item(pause, interrupt_id).is_hidden:
        raise LocalError(f"the output of client tool {interrupt_id} cannot be taken back")
    return pause.changed(interrupt_id, lambda one: one.after(Event.CLEARED))


def decided(pause: Pause, approved: bool, judge: Judge, now: int) -> Pause | None:
    """Approve or reject everything; nothing comes back if that is not possible.

    It is where all that a person is asked are approvals, and the decision carries no payload.
    """
    items = [item for item in pause.resumable() if not item.is_hidden]
    if not items or not all(_takes_bare(item, approved) for item in items):
        return None
    for item in items:
        pause = answered(pause, item.received.id, Decision(approved), judge, now)
    return pause


def all_cancelled(pause: Pause, now: int) -> Pause:
    """Cancel everything that an answer would continue, client tools included; drop the expired."""
    for item in tuple(pause.resumable()):
        pause = cancelled(pause, item.received.id, now)
    return pause


def without_expired(pause: Pause, now: int) -> Pause:
    """Refuse the answers that were staged in time, but would be sent too late."""
    for item in tuple(pause.awaited()):
        obstacle = _obstacle(item, now) if item.is_staged else None
        if obstacle is not None:
            pause = with_outcome(pause, item, obstacle)
    return pause


def verdict_given(pause: Pause, deferred: Deferred, checked: Checked) -> Pause:
    """Go on with the answer that waits for a verdict; nothing happens if it was overtaken."""
    for item in pause.items:
        if item.waiting is not None and item.waiting.on is deferred:
            return with_outcome(pause, item, item.waiting.then(checked))
    return pause


def redrafted(pause: Pause, drafts: Iterable[SavedDraft], judge: Judge, now: int) -> Pause:
    """Take drafts up again, and check them again; one that is refused now is kept with the errors.

    Raises `PeerError` for a draft of an interrupt that cannot have one.
    """
    for saved in drafts:
        item = pause.item(saved.interrupt_id)
        if item is None or item.received.kind is Kind.UNBOUND:
            raise PeerError(f"there is no interrupt {saved.interrupt_id} for a saved draft")
        pause = _redrafted(pause, item, saved, judge, now)
    return pause


def _redrafted(pause: Pause, item: Item, saved: SavedDraft, judge: Judge, now: int) -> Pause:
    if saved.is_cancelled:
        judged, status = cancelled(pause, saved.interrupt_id, now), "cancelled"
    else:
        answer = Value(saved.payload)
        judged, status = answered(pause, saved.interrupt_id, answer, judge, now), "resolved"
    found = judged.item(saved.interrupt_id) or item
    if found.status is not Status.ERROR and saved.counts:
        return judged
    draft, errors = found.draft or draft_of(item, status, saved.payload), found.errors
    return judged.changed(
        saved.interrupt_id,
        lambda one: one.after(Event.ACCEPTED, draft=draft).after(Event.REFUSED, errors=errors),
    )


def with_outcome(pause: Pause, item: Item, outcome: Outcome) -> Pause:
    """Put down what the judge made of an answer."""
    interrupt_id = item.received.id
    match outcome:
        case Accepted(payload=payload):
            draft = draft_of(item, "resolved", payload)
            return pause.changed(interrupt_id, lambda one: one.after(Event.ACCEPTED, draft=draft))
        case Waiting():
            return pause.changed(
                interrupt_id, lambda one: one.after(Event.DEFERRED, waiting=outcome)
            )
        case Refused():
            errors = _errors(pause.correlation, interrupt_id, outcome)
            refused = pause.changed(
                interrupt_id, lambda one: one.after(Event.REFUSED, errors=errors)
            )
            return _with_hidden_refusal(refused, errors[0]) if item.is_hidden else refused


def draft_of(item: Item, status: str, payload: Json | Absent) -> ResumeEntry:
    """Return an answer as it is sent: with what a question repeats for a server without a store."""
    continuation = continuation_from_descriptor(item.received.descriptor.json)
    return ResumeEntry(
        interrupt_id=item.received.id,
        status=status,
        payload=payload,
        metadata=ABSENT if continuation is None else continuation_metadata(continuation),
    )


def _item(pause: Pause, interrupt_id: str) -> Item:
    item = pause.item(interrupt_id)
    if item is None:
        raise LocalError(f"interrupt {interrupt_id} is not pending")
    if item.received.kind is Kind.UNBOUND:
        raise LocalError(f"interrupt {interrupt_id} is not answered from here")
    return item


def _obstacle(item: Item, now: int) -> Refused | None:
    """Return what is in the way of any answer at all."""
    if not item.received.is_resumable:
        problem = item.received.problem or "it is broken"
        return _refused("invalid-response-schema", f"it cannot be answered: {problem}")
    expires_at = _expiry(item, now)
    return (
        None
        if expires_at is None
        else _refused("expired", f"it expired at {date_text(expires_at)}")
    )


def _expiry(item: Item, now: int) -> int | None:
    """Return when an interrupt expired, if it has."""
    expires_at = item.received.expires_at
    return None if expires_at is None or expires_at > now else expires_at


def _refused(code: ItemErrorCode, message: str) -> Refused:
    return Refused(code, (Issue((), message),))


def _errors(correlation: Correlation, interrupt_id: str, refused: Refused) -> tuple[ItemError, ...]:
    return tuple(
        ItemError(
            correlation=correlation,
            interrupt_id=interrupt_id,
            code=refused.code,
            message=issue.message,
            path=tuple(map(str, issue.path)) or None,
        )
        for issue in refused.issues
    )


def _with_hidden_refusal(pause: Pause, error: ItemError) -> Pause:
    """Report the refusal of an output, of which nobody sees the item; a later one replaces it."""
    fresh = BatchError(
        correlation=error.correlation,
        interrupt_ids=(error.interrupt_id,),
        code="item-validation-failed",
        message=error.message,
    )
    kept = (
        report
        for report in pause.reports
        if report.error.code != fresh.code or error.interrupt_id not in report.error.interrupt_ids
    )
    return replace(pause, reports=(*kept, Report(fresh)))


def _takes_bare(item: Item, approved: bool) -> bool:
    terms = item.received.terms
    if not isinstance(terms, ApprovalTerms):
        return False
    return (terms.approve if approved else terms.reject) is None
