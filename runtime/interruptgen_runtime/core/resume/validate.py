"""A pause and the answers to it -> what may run, or all errors, before anything runs."""

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interruptgen_runtime.core.binding import ClientToolBinding
from interruptgen_runtime.core.canonical import digest
from interruptgen_runtime.core.error_records import (
    BatchError,
    BatchErrorCode,
    ItemError,
    SubmissionError,
)
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.ordering import locale_key
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.examine import Examined, examine
from interruptgen_runtime.core.resume.finding import Finding
from interruptgen_runtime.core.resume.pending import PendingInterrupt, ResumeBatch
from interruptgen_runtime.core.resume.state import ResumeToolState, tool_state


@dataclass(frozen=True, slots=True)
class RefusedResume:
    """Why nothing runs: the errors of the items, then those of the batch."""

    errors: tuple[SubmissionError, ...]


@record()
class AcceptedResume:
    """Answers that are complete and valid.

    `canonical_resolutions` are the entries in canonical form, sorted by id, and `fingerprint` is
    the digest of that text: equal for a repetition of the same answers.
    """

    canonical_resolutions: str
    fingerprint: str
    state: ResumeToolState

    @property
    def resolutions(self) -> tuple[JsonObject, ...]:
        """The entries, sorted by id, with sorted keys."""
        entries: list[JsonObject] = json.loads(self.canonical_resolutions)
        return tuple(entries)


def validate_resume_batch(batch: ResumeBatch) -> AcceptedResume | RefusedResume:
    """Check the answers to a pause, all of them and completely.

    Every pending interrupt needs exactly one entry, resolved or cancelled, and no entry may name
    another interrupt. Client tools may go without an entry in a batch with generic interrupts
    that all have theirs: they wait for what is done about the answers.
    """
    entries = {entry.interrupt_id: entry for entry in reversed(batch.entries)}
    examined = {
        pending.interrupt_id: examine(batch, pending, entries.get(pending.interrupt_id))
        for pending in _to_be_answered(batch, entries)
    }
    has_findings = any([result.findings for result in examined.values()])
    if not has_findings and len(examined) == len(entries) == len(batch.entries):
        return _accept(batch, examined)
    findings = _item_findings(batch, examined)
    return RefusedResume((*_item_errors(batch, findings), *_batch_errors(batch, findings)))


def _to_be_answered(
    batch: ResumeBatch, entries: Mapping[str, ResumeEntry]
) -> Sequence[PendingInterrupt]:
    """Leave out the client tools that may wait and have no entry."""
    missing = [pending for pending in batch.pending if pending.interrupt_id not in entries]
    if not missing:
        return batch.pending
    asks = any(pending.binding.content.kind == "generic" for pending in batch.pending)
    if not asks or any(pending.binding.content.kind == "generic" for pending in missing):
        return batch.pending
    return [
        pending
        for pending in batch.pending
        if pending.interrupt_id in entries
        or not isinstance(pending.binding.content, ClientToolBinding)
    ]


def _item_findings(
    batch: ResumeBatch, examined: Mapping[str, Examined]
) -> Mapping[str, list[Finding]]:
    """Put together what was found about each id: repetitions first, unknown ids last."""
    counts = Counter(entry.interrupt_id for entry in batch.entries)
    findings: defaultdict[str, list[Finding]] = defaultdict(list)
    for interrupt_id, count in counts.items():
        if count > 1:
            message = f"Interrupt {interrupt_id} has duplicate resume entries."
            findings[interrupt_id].append(Finding("conflict", message))
    for interrupt_id, result in examined.items():
        if result.findings:
            findings[interrupt_id] += result.findings
    for entry in batch.entries:
        if entry.interrupt_id not in examined:
            message = f"Resume entry references unknown interrupt {entry.interrupt_id}."
            findings[entry.interrupt_id].append(Finding("unknown-interrupt", message))
    return findings


def _item_errors(
    batch: ResumeBatch, findings: Mapping[str, list[Finding]]
) -> tuple[ItemError, ...]:
    return tuple(
        ItemError(
            correlation=batch.correlation,
            interrupt_id=interrupt_id,
            code=finding.code,
            message=finding.message,
            source=finding.source,
            path=finding.path,
        )
        for interrupt_id in sorted(findings, key=locale_key)
        for finding in findings[interrupt_id]
    )


def _batch_errors(
    batch: ResumeBatch, findings: Mapping[str, list[Finding]]
) -> tuple[BatchError, ...]:
    failed = _batch_error(
        batch, "item-validation-failed", "One or more interrupt resolutions are invalid."
    )
    codes = {finding.code for found in findings.values() for finding in found}
    if "unknown-interrupt" not in codes:
        return (failed,)
    message = "Resume entries must resolve or cancel the complete interrupt batch."
    return (_batch_error(batch, "incomplete-batch", message), failed)


def _batch_error(batch: ResumeBatch, code: BatchErrorCode, message: str) -> BatchError:
    return BatchError(
        correlation=batch.correlation,
        interrupt_ids=tuple(pending.interrupt_id for pending in batch.pending),
        code=code,
        message=message,
    )


def _accept(batch: ResumeBatch, examined: Mapping[str, Examined]) -> AcceptedResume:
    entries: Sequence[ResumeEntry] = batch.entries
    if len(entries) > 1:
        entries = sorted(entries, key=lambda entry: locale_key(entry.interrupt_id))
    text = f"[{','.join(entry.canonical for entry in entries)}]"
    answers = [result.answer for result in examined.values() if result.answer is not None]
    return AcceptedResume(text, digest(text), tool_state(answers))
