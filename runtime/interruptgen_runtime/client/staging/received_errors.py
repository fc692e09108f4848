"""The `interruptErrors` of a failed run -> errors of the submission, if they can be believed."""

from collections.abc import Sequence
from typing import Final, get_args

from interruptgen_runtime.client.staging.submission import Submission
from interruptgen_runtime.core.error_records import (
    BatchError,
    BatchErrorCode,
    BatchErrorSource,
    Correlation,
    ItemError,
    ItemErrorCode,
    ItemErrorSource,
    SubmissionError,
)
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_count, read_text

FINAL_CODES: Final = frozenset({"stale", "expired", "conflict"})
"""Where one of these is among the errors, the same submission can never be accepted."""

_ITEM_CODES: Final[dict[str, ItemErrorCode]] = {code: code for code in get_args(ItemErrorCode)}
_BATCH_CODES: Final[dict[str, BatchErrorCode]] = {code: code for code in get_args(BatchErrorCode)}
_ITEM_SOURCES: Final[dict[str, ItemErrorSource]] = {one: one for one in get_args(ItemErrorSource)}
_BATCH_SOURCES: Final[dict[str, BatchErrorSource]] = {
    one: one for one in get_args(BatchErrorSource)
}


def read_submission_errors(value: Json) -> tuple[SubmissionError, ...]:
    """Read a list of errors; nothing comes back if a single one has another shape.

    The shape is the one that TanStack AI's client checks for: known code and source, texts,
    `retryable` and `generation`, and the interrupts that the error is about.
    """
    if not isinstance(value, list):
        return ()
    errors = [_read_error(raw) for raw in value]
    known = tuple(error for error in errors if error is not None)
    return known if len(known) == len(errors) else ()


def matches(error: SubmissionError, submission: Submission) -> bool:
    """Tell whether an error is about this submission: its pause, and exactly its interrupts."""
    if error.correlation != submission.correlation:
        return False
    if isinstance(error, ItemError):
        return error.interrupt_id in submission.interrupt_ids
    return sorted(error.interrupt_ids) == sorted(submission.interrupt_ids)


def may_be_sent_again(errors: Sequence[SubmissionError]) -> bool:
    """Tell whether the server invites to send the same answers again."""
    if any(error.code in FINAL_CODES for error in errors):
        return False
    return any(error.retryable for error in errors)


def _read_error(raw: Json) -> SubmissionError | None:
    if not isinstance(raw, dict):
        return None
    correlation, retryable = _read_correlation(raw), raw.get("retryable")
    if correlation is None or not isinstance(retryable, bool) or "code" not in raw:
        return None
    match raw.get("scope"):
        case "item":
            return _read_item_error(raw, correlation, retryable)
        case "batch":
            return _read_batch_error(raw, correlation, retryable)
        case _:
            return None


def _read_correlation(raw: JsonObject) -> Correlation | None:
    thread_id, run_id = read_text(raw, "threadId"), read_text(raw, "interruptedRunId")
    generation = read_count(raw, "generation")
    if thread_id is None or run_id is None or generation is None:
        return None
    return Correlation(thread_id, run_id, generation)


def _read_item_error(
    raw: JsonObject, correlation: Correlation, retryable: bool
) -> ItemError | None:
    code = _ITEM_CODES.get(read_text(raw, "code") or "")
    source = _ITEM_SOURCES.get(read_text(raw, "source") or "")
    message, interrupt_id = read_text(raw, "message"), read_text(raw, "interruptId")
    if code is None or source is None or message is None or interrupt_id is None:
        return None
    return ItemError(
        correlation=correlation,
        interrupt_id=interrupt_id,
        code=code,
        message=message,
        source=source,
        retryable=retryable,
        path=_read_path(raw.get("path")),
    )


def _read_batch_error(
    raw: JsonObject, correlation: Correlation, retryable: bool
) -> BatchError | None:
    code = _BATCH_CODES.get(read_text(raw, "code") or "")
    source = _BATCH_SOURCES.get(read_text(raw, "source") or "")
    message, ids = read_text(raw, "message"), raw.get("interruptIds")
    if code is None or source is None or message is None or not isinstance(ids, list):
        return None
    names = tuple(one for one in ids if isinstance(one, str))
    if len(names) < len(ids):
        return None
    return BatchError(
        correlation=correlation,
        interrupt_ids=names,
        code=code,
        message=message,
        source=source,
        retryable=retryable,
    )


def _read_path(value: Json) -> tuple[str, ...] | None:
    """Read where in the answer the error is; a path of another form is left out."""
    if not isinstance(value, list) or not all(isinstance(one, str | int) for one in value):
        return None
    return tuple(str(one) for one in value)
