"""An entry and what it answers -> the answer, one class for each kind of interrupt.

Each value in an answer is checked once, and carries its verdict from then on.
"""

from typing import TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import ClientToolBinding, ToolApprovalBinding
from interruptgen_runtime.core.contract import GenericContract, ToolContract, Validator
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.core.resume.finding import Verdict, verdict_on


@record()
class Decision:
    """What a person decided about a tool call; `bare` if the answer was only a boolean."""

    approved: bool
    bare: bool
    edited_args: Json | Absent = ABSENT
    payload: Json | Absent = ABSENT


@record()
class ApprovalAnswer:
    """A resolved entry for a tool approval.

    `decision` is nothing if the answer has another form, `edited_args` the verdict on the edited
    arguments, if there are any, and `payload` that on the payload, or nothing for an answer that
    has no envelope. `branch` is what checks the payload of this decision, if anything does.
    """

    entry: ResumeEntry
    binding: ToolApprovalBinding
    tool: ToolContract
    decision: Decision | None = None
    branch: Validator | None = None
    edited_args: Verdict | None = None
    payload: Verdict | None = None


@record()
class ClientToolAnswer:
    """A resolved entry for the execution of a client tool, with the verdict on its output."""

    entry: ResumeEntry
    binding: ClientToolBinding
    tool: ToolContract
    output: Verdict


@record()
class GenericAnswer:
    """A resolved entry for a generic interrupt, with the verdict on its response."""

    entry: ResumeEntry
    response: Verdict


@record()
class Cancellation:
    """A cancelled entry; `tool_call_id` is that of the call which is not going to run."""

    interrupt_id: str
    tool_call_id: str | None


Answer: TypeAlias = ApprovalAnswer | ClientToolAnswer | GenericAnswer | Cancellation


def approval_answer(
    entry: ResumeEntry, binding: ToolApprovalBinding, tool: ToolContract
) -> ApprovalAnswer:
    """Read the answer to an approval, and ask the tool's schemas about each part of it."""
    decision = _read_decision(entry.payload)
    if decision is None:
        return ApprovalAnswer(entry, binding, tool)
    branch = tool.approve if decision.approved else tool.reject
    edited, payload = decision.edited_args, decision.payload
    return ApprovalAnswer(
        entry,
        binding,
        tool,
        decision,
        branch,
        None if edited is ABSENT else verdict_on(tool.input, edited, entry.is_plain),
        None if decision.bare else verdict_on(branch, payload, entry.is_plain),
    )


def client_tool_answer(
    entry: ResumeEntry, binding: ClientToolBinding, tool: ToolContract
) -> ClientToolAnswer:
    """Read the output of a client tool, and ask the tool's schema about it."""
    output = verdict_on(tool.output, entry.payload, entry.is_plain)
    return ClientToolAnswer(entry, binding, tool, output)


def generic_answer(entry: ResumeEntry, contract: GenericContract | None) -> GenericAnswer:
    """Read the answer to a question, and ask its schema; external ones have no contract."""
    response = contract.response if contract else None
    return GenericAnswer(entry, verdict_on(response, entry.payload, entry.is_plain))


def _read_decision(given: Json | Absent) -> Decision | None:
    """Read a boolean or a decision envelope; members that are not known are dropped."""
    if isinstance(given, bool):
        return Decision(approved=given, bare=True)
    approved = given.get("approved") if isinstance(given, dict) else None
    if not isinstance(given, dict) or not isinstance(approved, bool):
        return None
    return Decision(
        approved=approved,
        bare=False,
        edited_args=given.get("editedArgs", ABSENT) if approved else ABSENT,
        payload=given.get("payload", ABSENT),
    )
