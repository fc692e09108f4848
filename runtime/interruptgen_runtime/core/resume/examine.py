"""A pending interrupt and its entry -> what the rules find, and the answer."""

from interruptgen_runtime.core.binding import ClientToolBinding, ToolApprovalBinding
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.answer import (
    Answer,
    Cancellation,
    approval_answer,
    client_tool_answer,
    generic_answer,
)
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.finding import Finding, Findings
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


@record()
class Examined:
    """What was found out about one interrupt; the answer counts only if nothing was found."""

    findings: Findings
    answer: Answer | None = None


def examine(batch: ResumeBatch, pending: PendingInterrupt, entry: ResumeEntry | None) -> Examined:
    """Apply all rules to one interrupt."""
    found, _ = apply(WAITING_RULES, Waiting(batch, pending))
    if entry is None:
        message = f"Missing resume entry for interrupt {pending.interrupt_id}."
        return Examined((Finding("unknown-interrupt", message), *found))
    wrong, stopped = apply(ENTRY_RULES, entry)
    if stopped:
        return Examined(found + wrong)
    findings, answer = _examine_entry(batch, pending, entry)
    return Examined(found + findings, answer)


def _examine_entry(
    batch: ResumeBatch, pending: PendingInterrupt, entry: ResumeEntry
) -> tuple[Findings, Answer | None]:
    match pending.binding.content:
        case ToolApprovalBinding() | ClientToolBinding() as binding:
            if entry.status == "cancelled":
                return _examine_cancellation(entry, binding.tool_call_id)
            return _examine_tool_answer(batch, binding, entry)
        case _:
            stale, _ = apply(DEFINITION_RULES, pending)
            if entry.status == "cancelled":
                findings, answer = _examine_cancellation(entry, None)
            else:
                answer = generic_answer(entry, pending.generic)
                findings, _ = apply(GENERIC_RULES, answer)
            return stale + findings, answer


def _examine_cancellation(entry: ResumeEntry, tool_call_id: str | None) -> tuple[Findings, Answer]:
    findings, _ = apply(CANCELLATION_RULES, entry)
    return findings, Cancellation(entry.interrupt_id, tool_call_id)


def _examine_tool_answer(
    batch: ResumeBatch, binding: ToolApprovalBinding | ClientToolBinding, entry: ResumeEntry
) -> tuple[Findings, Answer | None]:
    tool = batch.tools.get(binding.tool_name)
    if tool is None:
        message = f"Tool {binding.tool_name} is unavailable for interrupt {entry.interrupt_id}."
        return (Finding("stale", message, "server"),), None
    if isinstance(binding, ClientToolBinding):
        output = client_tool_answer(entry, binding, tool)
        return apply(CLIENT_TOOL_RULES, output)[0], output
    approval = approval_answer(entry, binding, tool)
    return apply(APPROVAL_RULES, approval)[0], approval
