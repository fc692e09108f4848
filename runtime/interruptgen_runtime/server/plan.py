"""Calls without a result, and decisions about them -> which end, which wait, and which run."""

import json
from collections.abc import Iterable, Mapping
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.batch import ApprovalAsked, ClientToolAsked
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.records import record
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.decisions import (
    Answered,
    Approved,
    CallDecision,
    Cancelled,
    Rejected,
)
from interruptgen_runtime.server.replay import ToolResult
from interruptgen_runtime.server.toolbox import Toolbox

_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

CANCELLED: Final = ToolResult('{"error":"Tool execution cancelled"}', failed=True)
"""The result of a call that is never going to run."""

DECLINED: Final = ToolResult('{"error":"User declined tool execution"}', failed=True)
"""The result of a call that a person rejected without a payload."""


EDITED: Final = "A person edited this call before it ran."
"""What the model is told of a call that a person has changed."""


@record()
class Execution:
    """A call that runs now, with the arguments that it runs with."""

    call: ToolCall
    arguments: JsonObject
    edited: bool = False
    approval: Json | Absent = ABSENT


class Plan:
    """What becomes of the calls of a turn.

    `results` need nothing to run. As long as there are `approvals`, nothing runs and only
    `client_tools` without a gate wait beside them.
    """

    def __init__(self) -> None:
        self.results: dict[str, ToolResult] = {}
        self.approvals: list[ApprovalAsked] = []
        self.client_tools: list[ClientToolAsked] = []
        self.executions: list[Execution] = []

    @property
    def waiting(self) -> list[ApprovalAsked | ClientToolAsked]:
        """What has to be answered before the run can go on."""
        return [*self.approvals, *self.client_tools]

    @property
    def runnable(self) -> list[Execution]:
        """What runs now: nothing before everything is decided."""
        return [] if self.approvals else self.executions


def make_plan(
    calls: Iterable[ToolCall],
    toolbox: Toolbox,
    decisions: Mapping[str, CallDecision],
    approved: frozenset[str] = frozenset(),
) -> Plan:
    """Plan what becomes of calls; `approved` were agreed to in an earlier pause."""
    plan = Plan()
    for call in calls:
        decision = decisions.get(call.id)
        if decision is None and call.id in approved:
            decision = Approved(None, ABSENT)
        _place(plan, call, toolbox, decision)
    return plan


def _place(plan: Plan, call: ToolCall, toolbox: Toolbox, decision: CallDecision | None) -> None:
    result = _result_of(decision)
    if result is not None:
        plan.results[call.id] = result
        return
    problem = toolbox.problem(call)
    definition = toolbox.definition(call)
    if problem is not None or definition is None:
        plan.results[call.id] = failure(problem or "")
        return
    agreed = decision if isinstance(decision, Approved) else None
    edited = agreed.edited if agreed else None
    arguments = call.arguments if edited is None else edited
    if agreed is None and definition.asks(arguments):
        asked = ApprovalAsked(tool=definition, call_id=call.id, arguments=arguments)
        plan.approvals.append(asked)
    elif definition.runs_on == "client":
        plan.client_tools.append(
            ClientToolAsked(tool=definition, call_id=call.id, arguments=arguments)
        )
    else:
        payload = agreed.payload if agreed else ABSENT
        plan.executions.append(Execution(call, arguments, edited is not None, payload))


def _result_of(decision: CallDecision | None) -> ToolResult | None:
    match decision:
        case Cancelled():
            return CANCELLED
        case Rejected(payload):
            return DECLINED if payload is ABSENT else ToolResult(content_of(payload), failed=True)
        case Answered(output):
            return ToolResult(content_of(None if output is ABSENT else output))
        case _:
            return None


def failure(message: str) -> ToolResult:
    """Return the result of a call that failed."""
    return ToolResult(content_of({"error": message}), failed=True)


def content_of(value: Json) -> str:
    """Write a value as the content of a result: text as it is, anything else as JSON."""
    if isinstance(value, str):
        return value
    return _encode(value)


def note_on_edits(arguments: JsonObject) -> str:
    """Tell the model that a person has changed a call, and to what."""
    return f"{EDITED} It ran with: {canonical(arguments)}"
