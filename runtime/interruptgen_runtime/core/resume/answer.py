"""An answer together with what it answers, one class for each kind of interrupt.

Each value of an answer is checked once, when it is first asked for.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    ExternalBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.contract import GenericContract, ToolContract, Validator
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.resume.finding import Verdict, verdict_on


@dataclass(frozen=True, slots=True)
class Decision:
    """What a person decided about a tool call; `bare` if the answer was only a boolean."""

    approved: bool
    bare: bool
    edited_args: Json | Absent = ABSENT
    payload: Json | Absent = ABSENT


def read_decision(given: Json | Absent) -> Decision | None:
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


@dataclass(frozen=True)
class ApprovalAnswer:
    """A resolved entry for a tool approval."""

    interrupt_id: str
    binding: ToolApprovalBinding
    tool: ToolContract
    given: Json | Absent

    @cached_property
    def decision(self) -> Decision | None:
        """The decision, or nothing if the answer has another form."""
        return read_decision(self.given)

    @cached_property
    def edited_args(self) -> Verdict | None:
        """The verdict on the edited arguments, if there are any."""
        if self.decision is None or self.decision.edited_args is ABSENT:
            return None
        return verdict_on(self.tool.input, self.decision.edited_args)

    @cached_property
    def payload(self) -> Verdict | None:
        """The verdict on the payload, or nothing for an answer that has no envelope."""
        if self.decision is None or self.decision.bare:
            return None
        return verdict_on(self.branch, self.decision.payload)

    @property
    def branch(self) -> Validator | None:
        """What checks the payload of this decision, if anything does."""
        if self.decision is None:
            return None
        return self.tool.approve if self.decision.approved else self.tool.reject


@dataclass(frozen=True)
class ClientToolAnswer:
    """A resolved entry for the execution of a client tool."""

    interrupt_id: str
    binding: ClientToolBinding
    tool: ToolContract
    given: Json | Absent

    @cached_property
    def output(self) -> Verdict:
        """The verdict on the output of the tool."""
        return verdict_on(self.tool.output, self.given)


@dataclass(frozen=True)
class GenericAnswer:
    """A resolved entry for a generic interrupt; external ones have no contract."""

    interrupt_id: str
    binding: FirstPartyBinding | ExternalBinding
    contract: GenericContract | None
    given: Json | Absent

    @cached_property
    def response(self) -> Verdict:
        """The verdict on the response."""
        return verdict_on(self.contract.response if self.contract else None, self.given)


@dataclass(frozen=True, slots=True)
class Cancellation:
    """A cancelled entry; `tool_call_id` is that of the call which is not going to run."""

    interrupt_id: str
    tool_call_id: str | None


Answer: TypeAlias = ApprovalAnswer | ClientToolAnswer | GenericAnswer | Cancellation
