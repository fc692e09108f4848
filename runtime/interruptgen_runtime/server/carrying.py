"""Answers to earlier versions of definitions -> answers to the present ones, or why not.

They have been accepted by the version that was asked. Before anything runs, each part has to
please the present version as well, as it is or after the upgrade that the application registers.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.earlier import AnswerSlot, Stale, Upgrade, carry_over
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.registry import AnyTool
from interruptgen_runtime.core.resume.answer import Decision
from interruptgen_runtime.core.resume.state import ResumeToolState
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.drift import interrupt_change, tool_change
from interruptgen_runtime.server.opened import Opened, Question, ResumeRequest, Upgrades
from interruptgen_runtime.server.refusal import Complaints
from interruptgen_runtime.server.versions import AnyEarlier


@record()
class Carried:
    """Answers to the present versions, and the calls with the arguments that those run with."""

    state: ResumeToolState
    calls: tuple[ToolCall, ...]


def by_version(upgrades: Iterable[Upgrade]) -> Upgrades:
    """Sort upgrades by what they are of; a later one replaces an earlier one of the same."""
    return {(each.version, each.slot): each for each in upgrades}


def carry(request: ResumeRequest, opened: Opened, state: ResumeToolState) -> Carried:
    """Carry answers over to the present versions; raises `ResumeRefused` for stale ones."""
    if not opened.has_earlier:
        return Carried(state, opened.calls)
    work = _Work(request, opened, Complaints(request.correlation, request.entries))
    approvals, outputs = dict(state.approvals), dict(state.client_tool_results)
    generics = dict(state.generic_interrupts)
    for call_id in opened.earlier_calls:
        if call_id in approvals:
            approvals[call_id] = work.decision(call_id, approvals[call_id])
        elif call_id in outputs:
            outputs[call_id] = work.of_call(call_id, "output", outputs[call_id])
    for interrupt_id, question in opened.questions.items():
        given = generics[interrupt_id]
        if question.version is not None and given.status == "resolved":
            payload = work.response(interrupt_id, question, given.payload)
            generics[interrupt_id] = replace(given, payload=payload)
    work.complaints.raise_if_any()
    carried = replace(
        state,
        approvals=approvals,
        client_tool_results=outputs,
        generic_interrupts=generics,
    )
    calls = tuple(work.calls.get(call.id, call) for call in opened.calls)
    return Carried(carried, calls)


@dataclass(frozen=True, slots=True)
class _Work:
    request: ResumeRequest
    opened: Opened
    complaints: Complaints
    calls: dict[str, ToolCall] = field(default_factory=dict[str, ToolCall])
    """The calls that run with other arguments than the history has."""

    def decision(self, call_id: str, decision: Decision) -> Decision:
        """Carry a decision over, and the arguments of an approved call."""
        branch: AnswerSlot = "approve" if decision.approved else "reject"
        payload = self.of_call(call_id, branch, decision.payload)
        edited = decision.edited_args
        if decision.approved:
            arguments = self._arguments(call_id, edited)
            edited = ABSENT if edited is ABSENT else arguments
        return replace(decision, payload=payload, edited_args=edited)

    def of_call(self, call_id: str, slot: AnswerSlot, value: Json | Absent) -> Json | Absent:
        """Carry over a part of the answer about a call."""
        asked = self.opened.earlier_calls[call_id]
        call = next(each for each in self.opened.calls if each.id == call_id)
        tool = self.request.toolbox.definition(call)
        if tool is None:
            return value
        result = carry_over(value, slot, _schema(tool, slot), self._upgrade(asked.version, slot))
        if isinstance(result, Stale):
            text = f"answers {tool_change(tool, asked.version)}. {_refused(result)}"
            self.complaints.item(asked.interrupt_id, "stale", text)
            return value
        return result

    def response(
        self, interrupt_id: str, question: Question, value: Json | Absent
    ) -> Json | Absent:
        """Carry over the response to a question."""
        definition, version = question.definition, question.version
        if version is None:
            return value
        change = self._upgrade(version, "response")
        result = carry_over(value, "response", definition.response, change)
        if isinstance(result, Stale):
            text = f"answers {interrupt_change(definition, version)}. {_refused(result)}"
            self.complaints.item(interrupt_id, "stale", text)
            return value
        return result

    def _arguments(self, call_id: str, edited: Json | Absent) -> Json | Absent:
        """Return the arguments that a call runs with, and note them if the history has others."""
        call = next(each for each in self.opened.calls if each.id == call_id)
        before: Json = dict(call.arguments)
        after = self.of_call(call_id, "input", before if edited is ABSENT else edited)
        if after is not ABSENT and after != before:
            text = json.dumps(after, ensure_ascii=False, separators=(",", ":"))
            self.calls[call_id] = ToolCall(call.id, call.name, text)
        return after

    def _upgrade(self, version: AnyEarlier, slot: AnswerSlot) -> Upgrade | None:
        return self.request.upgrades.get((version, slot))


def _schema(tool: AnyTool, slot: AnswerSlot) -> Schema[Any] | None:
    schemas: dict[AnswerSlot, Schema[Any] | None] = {
        "input": tool.input,
        "output": tool.output,
        "approve": tool.approve,
        "reject": tool.reject,
    }
    return schemas[slot]


def _refused(stale: Stale) -> str:
    return f"The present version refuses the {stale.slot}: {stale.reason}"
