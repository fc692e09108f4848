"""A pending interrupt and its entry -> what the rules find, and the answer."""

from dataclasses import dataclass

from interruptgen_runtime.core.binding import ClientToolBinding, ToolApprovalBinding
from interruptgen_runtime.core.resume.answer import (
    Answer,
    ApprovalAnswer,
    Cancellation,
    ClientToolAnswer,
    GenericAnswer,
)
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.finding import Finding
from interruptgen_runtime.core.resume.pending import PendingInterrupt, ResumeBatch
from interruptgen_runtime.core.resume.rules import (
    APPROVAL_RULES,
    CANCELLATION_RULES,
    CLIENT_TOOL_RULES,
    DEFINITION_RULES,
    ENTRY_RULES,
    GENERIC_RULES,
    WAITING_RULES,
    Waiting,
    apply,
)


@dataclass(frozen=True, slots=True)
class Examined:
    """What was found out about one interrupt; the answer counts only if nothing was found."""

    findings: tuple[Finding, ...]
    answer: Answer | None = None


def examine(batch: ResumeBatch, pending: PendingInterrupt, entry: ResumeEntry | None) -> Examined:
    """Apply all rules to one interrupt."""
    found, _ = apply(WAITING_RULES, Waiting(batch, pending))
    if entry is None:
        message = f"Missing resume entry for interrupt {pending.interrupt_id}."
        return Examined((Finding("unknown-interrupt", message), *found))
    wrong, stopped = apply(ENTRY_RULES, entry)
    if stopped:
        return Examined((*found, *wrong))
    examined = _examine_entry(batch, pending, entry)
    return Examined((*found, *examined.findings), examined.answer)


def _examine_entry(batch: ResumeBatch, pending: PendingInterrupt, entry: ResumeEntry) -> Examined:
    binding = pending.binding.content
    if isinstance(binding, ToolApprovalBinding | ClientToolBinding):
        if entry.status == "cancelled":
            return _examine_cancellation(entry, binding.tool_call_id)
        return _examine_tool_answer(batch, binding, entry)
    stale, _ = apply(DEFINITION_RULES, pending)
    if entry.status == "cancelled":
        examined = _examine_cancellation(entry, None)
    else:
        answer = GenericAnswer(entry.interrupt_id, binding, pending.generic, entry.payload)
        examined = Examined(apply(GENERIC_RULES, answer)[0], answer)
    return Examined((*stale, *examined.findings), examined.answer)


def _examine_cancellation(entry: ResumeEntry, tool_call_id: str | None) -> Examined:
    findings, _ = apply(CANCELLATION_RULES, entry)
    return Examined(findings, Cancellation(entry.interrupt_id, tool_call_id))


def _examine_tool_answer(
    batch: ResumeBatch, binding: ToolApprovalBinding | ClientToolBinding, entry: ResumeEntry
) -> Examined:
    tool = batch.tools.get(binding.tool_name)
    if tool is None:
        message = f"Tool {binding.tool_name} is unavailable for interrupt {entry.interrupt_id}."
        return Examined((Finding("stale", message, "server"),))
    if isinstance(binding, ClientToolBinding):
        output = ClientToolAnswer(entry.interrupt_id, binding, tool, entry.payload)
        return Examined(apply(CLIENT_TOOL_RULES, output)[0], output)
    approval = ApprovalAnswer(entry.interrupt_id, binding, tool, entry.payload)
    return Examined(apply(APPROVAL_RULES, approval)[0], approval)
