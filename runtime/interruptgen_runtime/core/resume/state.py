"""Accepted answers -> what the run does with them."""

from collections.abc import Iterable, Mapping
from typing import Literal

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.answer import (
    Answer,
    ApprovalAnswer,
    Cancellation,
    ClientToolAnswer,
    Decision,
    GenericAnswer,
)
from interruptgen_runtime.core.resume.finding import passed_on


@record()
class GenericResolution:
    """The answer to a generic interrupt; a resolved one may still have no payload."""

    interrupt_id: str
    status: Literal["resolved", "cancelled"]
    payload: Json | Absent = ABSENT


@record(kw_only=True)
class ResumeToolState:
    """What the answers mean for the run.

    Decisions, outputs and denials are keyed by tool call id, generic answers by interrupt id. A
    denied call is among the approvals too; its value is the payload of the rejection. Values are
    the checked ones, never the ones that were sent.
    """

    approvals: Mapping[str, Decision]
    client_tool_results: Mapping[str, Json | Absent]
    generic_interrupts: Mapping[str, GenericResolution]
    cancelled_tool_call_ids: tuple[str, ...]

    @property
    def denied_tool_results(self) -> Mapping[str, Json | Absent]:
        """The payloads of the rejections."""
        return {
            call_id: decision.payload
            for call_id, decision in self.approvals.items()
            if not decision.approved
        }


def tool_state(answers: Iterable[Answer]) -> ResumeToolState:
    """Sort accepted answers by what has to be done about them."""
    approvals: dict[str, Decision] = {}
    outputs: dict[str, Json | Absent] = {}
    generics: dict[str, GenericResolution] = {}
    cancelled: list[str] = []
    for answer in answers:
        match answer:
            case ApprovalAnswer(binding=binding):
                approvals[binding.tool_call_id] = _decided(answer)
            case ClientToolAnswer(binding=binding):
                outputs[binding.tool_call_id] = passed_on(answer.output)
            case GenericAnswer(entry=entry):
                interrupt_id, response = entry.interrupt_id, passed_on(answer.response)
                generics[interrupt_id] = GenericResolution(interrupt_id, "resolved", response)
            case Cancellation(interrupt_id, call_id):
                if call_id is None:
                    generics[interrupt_id] = GenericResolution(interrupt_id, "cancelled")
                else:
                    cancelled.append(call_id)
    return ResumeToolState(
        approvals=approvals,
        client_tool_results=outputs,
        generic_interrupts=generics,
        cancelled_tool_call_ids=tuple(cancelled),
    )


def _decided(answer: ApprovalAnswer) -> Decision:
    """Return the decision with the values that the schemas let through."""
    edited, payload = answer.edited_args, answer.payload
    return Decision(
        approved=answer.decision is not None and answer.decision.approved,
        bare=payload is None,
        edited_args=ABSENT if edited is None else passed_on(edited),
        payload=ABSENT if payload is None else passed_on(payload),
    )
