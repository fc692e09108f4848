"""Opened answers -> what was decided about each call, and the answers to questions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from interruptgen_runtime.core.absent import Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.resume.answer import Decision
from interruptgen_runtime.core.resume.pending import ResumeBatch
from interruptgen_runtime.core.resume.state import ResumeToolState
from interruptgen_runtime.core.resume.validate import RefusedResume, validate_resume_batch
from interruptgen_runtime.server.answers import (
    Answers,
    ExternalAnswer,
    InterruptAnswer,
    make_answer,
)
from interruptgen_runtime.server.carrying import carry
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.opened import Opened, Place, Question, ResumeRequest, Ticket
from interruptgen_runtime.server.refusal import ResumeRefused


@record()
class Approved:
    """A person agreed, perhaps to other arguments, and may have sent a payload along."""

    edited: JsonObject | None
    payload: Json | Absent


@record()
class Rejected:
    """A person did not agree."""

    payload: Json | Absent


@dataclass(frozen=True, slots=True)
class Cancelled:
    """Nobody decided, and nobody is going to."""


@record()
class Answered:
    """The client has run the tool."""

    output: Json | Absent


CallDecision: TypeAlias = Approved | Rejected | Cancelled | Answered


@record(kw_only=True)
class Accepted:
    """What a continuation goes on with.

    `calls` were open at the pause, with the arguments that they run with now. `decisions` are
    keyed by call id; `approved` are the calls that a person has agreed to in an earlier pause, and
    `edited` those whose arguments that person has changed.
    `fingerprint` is equal for equal answers. `interrupted_run_id` is the run that paused; there is
    none for answers to other producers' interrupts alone, since nothing proves it.
    """

    calls: tuple[ToolCall, ...] = ()
    decisions: Mapping[str, CallDecision] = field(default_factory=dict[str, CallDecision])
    answers: Answers = field(default_factory=Answers)
    approved: frozenset[str] = frozenset()
    edited: frozenset[str] = frozenset()
    ticket: Ticket | None = None
    fingerprint: str = ""
    interrupted_run_id: str | None = None


def accept(
    request: ResumeRequest, opened: Opened, external: Sequence[ExternalAnswer] = ()
) -> Accepted:
    """Validate the answers, all of them; raises `ResumeRefused` with everything that is wrong.

    Of those to `external` interrupts only the form is checked: one entry for each id, and no
    payload with a cancellation. They are part of the fingerprint.
    """
    foreign = dict.fromkeys([answer.id for answer in external])
    records = [Place(interrupt_id, request.correlation).external() for interrupt_id in foreign]
    result = validate_resume_batch(
        ResumeBatch(
            correlation=request.correlation,
            pending=(*opened.pending, *records),
            entries=request.entries,
            tools=opened.tools,
            now=request.now,
        )
    )
    if isinstance(result, RefusedResume):
        raise ResumeRefused(result.errors)
    carried = carry(request, opened, result.state)
    return Accepted(
        calls=carried.calls,
        decisions=dict(_decisions(carried.state)),
        answers=_answers(carried.state, opened.questions, external),
        approved=opened.approved,
        edited=opened.edited,
        ticket=opened.ticket,
        fingerprint=result.fingerprint,
        interrupted_run_id=request.correlation.interrupted_run_id if request.ours else None,
    )


def _decisions(state: ResumeToolState) -> Iterator[tuple[str, CallDecision]]:
    for call_id, decision in state.approvals.items():
        yield call_id, _decided(decision)
    for call_id, output in state.client_tool_results.items():
        yield call_id, Answered(output)
    for call_id in state.cancelled_tool_call_ids:
        yield call_id, Cancelled()


def _decided(decision: Decision) -> CallDecision:
    if not decision.approved:
        return Rejected(decision.payload)
    edited = decision.edited_args
    return Approved(edited if isinstance(edited, dict) else None, decision.payload)


def _answers(
    state: ResumeToolState, questions: Mapping[str, Question], external: Sequence[ExternalAnswer]
) -> Answers:
    ordered = sorted(questions.items(), key=lambda item: item[1].place)
    return Answers([_answer(question, state, name) for name, question in ordered], external)


def _answer(question: Question, state: ResumeToolState, interrupt_id: str) -> InterruptAnswer[Any]:
    given = state.generic_interrupts[interrupt_id]
    resolved = given.status == "resolved"
    return make_answer(question.definition, question.key, resolved, given.payload)
