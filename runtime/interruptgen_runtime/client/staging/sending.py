"""A complete pause -> its submission; a failed submission -> the errors on items and batch."""

from collections.abc import Iterable
from dataclasses import replace

from interruptgen_runtime.client.staging.item import Event, Item
from interruptgen_runtime.client.staging.pause import Pause, Report
from interruptgen_runtime.client.staging.received_errors import (
    matches,
    may_be_sent_again,
    read_submission_errors,
)
from interruptgen_runtime.client.staging.submission import DecidedCall, Submission, submission
from interruptgen_runtime.core.error_records import (
    BatchError,
    BatchErrorCode,
    BatchErrorSource,
    ItemError,
)
from interruptgen_runtime.core.json_types import Json

LEGACY_APPROVAL_REASON = "approval_required"


def submission_of(pause: Pause) -> Submission:
    """Collect the answers of a complete pause."""
    items = tuple(pause.awaited())
    entries = (item.draft for item in items if item.draft is not None)
    return submission(pause.correlation, entries, _decided(items))


def after_failure(pause: Pause, sent: Submission, problem: str, received: Json) -> Pause:
    """Bring the answers back after a failure.

    With errors that can be believed, those about this submission land where they belong, and the
    submission may be sent again if the server says so; without any, it is a transport failure and
    may.
    """
    errors = read_submission_errors(received)
    back = replace(pause, active=None)
    if not errors:
        reported = back.reported(batch_error(back, "transport", problem, "transport", True))
        return replace(_returned(reported, {}), failed=sent)
    ours = tuple(error for error in errors if matches(error, sent))
    if len(ours) < len(errors):
        back = back.reported(
            batch_error(back, "protocol", "the server reports errors of another submission")
        )
    items = {error.interrupt_id: error for error in ours if isinstance(error, ItemError)}
    batches = [error for error in ours if isinstance(error, BatchError)]
    returned = replace(_returned(back, items), reports=_merged(back.reports, batches))
    return replace(returned, failed=sent if may_be_sent_again(ours) else None)


def batch_error(
    pause: Pause,
    code: BatchErrorCode,
    message: str,
    source: BatchErrorSource = "client",
    retryable: bool = False,
) -> BatchError:
    """Return an error about everything that can be answered."""
    return BatchError(
        correlation=pause.correlation,
        interrupt_ids=tuple(item.received.id for item in pause.resumable()),
        code=code,
        message=message,
        source=source,
        retryable=retryable,
    )


def _returned(pause: Pause, errors: dict[str, ItemError]) -> Pause:
    """Make a person look at all answers again; the output of a client tool stays staged."""

    def back(item: Item) -> Item:
        error = errors.get(item.received.id)
        if item.is_hidden and item.draft is not None and error is None:
            return item.after(Event.KEPT)
        return item.after(Event.FAILED, errors=item.errors if error is None else (error,))

    return pause.changed_all(back, lambda _: True)


def _merged(reports: tuple[Report, ...], incoming: list[BatchError]) -> tuple[Report, ...]:
    """Add the server's errors; they replace those that it gave for the same batch before."""
    fresh = [error for error in incoming if error.source != "transport"]
    kept = (
        report
        for report in reports
        if not (report.is_replaceable and any(_same_batch(report.error, one) for one in fresh))
    )
    return (*kept, *(Report(error, error.source != "transport") for error in incoming))


def _same_batch(one: BatchError, other: BatchError) -> bool:
    return one.correlation == other.correlation and (
        sorted(one.interrupt_ids) == sorted(other.interrupt_ids)
    )


def _decided(items: Iterable[Item]) -> Iterable[DecidedCall]:
    """Yield the decisions that belong to a call which was announced as an approval."""
    for item in items:
        descriptor = item.received.descriptor
        payload = item.draft.payload if item.draft is not None else None
        approved = payload.get("approved") if isinstance(payload, dict) else None
        announced = (
            descriptor.metadata.get("kind") == "approval"
            or descriptor.reason == LEGACY_APPROVAL_REASON
        )
        if announced and descriptor.tool_call_id and isinstance(approved, bool):
            yield DecidedCall(descriptor.tool_call_id, approved)
