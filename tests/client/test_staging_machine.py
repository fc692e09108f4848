"""Any sequence of operations: the rules of staging hold after each of them."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from client.staging_pauses import (
    BINDINGS,
    BROKEN,
    CLOSE,
    CREDIT,
    EXPIRED,
    EXTERNAL,
    FOREIGN,
    METER,
    PHOTO,
    REFUND,
    REPLY,
    RUN,
    THREAD,
    TRANSFER,
    UNBOUND,
    Clock,
    Interrupt,
    emitted,
)
from field_service.generated.visits.server import registry as visits
from interruptgen_runtime import InterruptDescriptor, Json, JsonObject, LocalError
from interruptgen_runtime.client import Status
from interruptgen_runtime.client.answers import Decision, Value
from interruptgen_runtime.client.staging import IncompleteBatch, Staging, StagingClosed, Submission
from interruptgen_runtime.core.contract import GenericContract
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.resume.entry import read_resume
from interruptgen_runtime.core.resume.pending import ResumeBatch, pending_from_descriptor
from interruptgen_runtime.core.resume.validate import AcceptedResume, validate_resume_batch
from payments.generated.payments.server import registry as payments
from support_desk.generated.desk.server import choose_reply
from support_desk.generated.desk.server import registry as desk

pytestmark = pytest.mark.slow

ITEMS: dict[str, Json] = {
    str(one["id"]): one
    for one in [
        *emitted(REFUND, TRANSFER, CLOSE, CREDIT, PHOTO, METER),
        EXTERNAL,
        UNBOUND,
        BROKEN,
        FOREIGN,
    ]
    if isinstance(one, dict)
}
TOOLS = {
    name: tool.contract
    for registry in (payments, desk, visits)
    for name, tool in registry.tools.items()
}
REPLY_CONTRACT = GenericContract(
    definition_id=choose_reply.id, key="reply", response=choose_reply.response
)
NOT_OURS = ("unbound", "broken", "foreign")
ANSWERS: list[Value | Decision] = [
    Decision(True),
    Decision(False),
    Decision(True, payload={"ticket": "T-1"}),
    Decision(True, payload={"secondFactor": "123456"}),
    Decision(False, payload={"reason": "fraud", "secondFactor": "123456"}),
    Decision(True, edited_args={"amount": 1}, payload={"secondFactor": "123456"}),
    Value({"draft": 0}),
    Value({"draft": -1}),
    Value({"mediaType": "image/png", "data": ""}),
    Value(17),
    Value(None),
    Value({"approved": True}),
]
"""Most of them fit some interrupts and not the others."""

pauses = st.lists(st.sampled_from(sorted(ITEMS)), unique=True, max_size=6)
names = st.sampled_from([*ITEMS, "reply"])
answers = st.sampled_from(ANSWERS)


class StagingMachine(RuleBasedStateMachine):
    """Drives a staging as people, tools and servers could, in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = Clock()
        self.staging: Staging[Interrupt] = Staging(BINDINGS, clock=self.clock)
        self.descriptors: list[Json] = []
        self.sent: Submission | None = None

    @rule(chosen=pauses, asks=st.booleans(), restored=st.booleans())
    def hydrate(self, chosen: list[str], asks: bool, restored: bool) -> None:
        self.descriptors = [ITEMS[name] for name in chosen] + (emitted(REPLY) if asks else [])
        self.staging.hydrate(self.descriptors, thread_id=THREAD, run_id=RUN, restored=restored)
        self.sent = None

    @rule(name=names, answer=answers)
    def answer(self, name: str, answer: Value | Decision) -> None:
        self._guarded(lambda: self.staging.answer(name, answer))

    @rule(name=names, cancels=st.booleans())
    def take_back(self, name: str, cancels: bool) -> None:
        operation = self.staging.cancel if cancels else self.staging.clear
        self._guarded(lambda: operation(name))

    @rule(decision=st.booleans())
    def decide_all(self, decision: bool) -> None:
        self._guarded(lambda: self.staging.resolve_all(decision))

    @rule()
    def cancel_all(self) -> None:
        self._guarded(self.staging.cancel_all)

    @rule(moves=st.lists(answers | st.sampled_from(["cancel", "clear", "fail"]), max_size=6))
    def transact(self, moves: list[Any]) -> None:
        before, queue = self._state(), [*moves]

        def resolver(interrupt: Any) -> None:
            move = queue.pop(0) if queue else "nothing"
            if move == "fail":
                raise ValueError("changed my mind")
            if isinstance(move, str):
                getattr(interrupt, move, lambda: None)()
            elif isinstance(move, Value) and hasattr(interrupt, "resolve"):
                interrupt.resolve(move.given)

        try:
            done = self.staging.resolve_all(resolver)
        except StagingClosed:
            done = False
        if not done:
            assert self._state() == before

    @rule(late=st.booleans())
    def move_clock(self, late: bool) -> None:
        self.clock.now = EXPIRED if late else EXPIRED - 1

    @rule()
    def send(self) -> None:
        complete = self.staging.is_complete
        try:
            self.sent = self.staging.take_submission()
        except IncompleteBatch as error:
            assert not self.staging.is_complete
            assert set(error.interrupt_ids) == set(self.staging.unanswered)
        except StagingClosed:
            assert self.staging.submitting or self.staging.correlation is None
        else:
            assert complete
            self._check_submission(self.sent)

    @rule()
    def retry(self) -> None:
        can_retry = self.staging.can_retry
        try:
            again = self.staging.retry()
        except StagingClosed:
            return
        assert (again is not None) == can_retry
        if again is not None:
            assert self.sent is not None and again.fingerprint == self.sent.fingerprint

    @rule()
    def succeed(self) -> None:
        was_submitting = self.staging.submitting
        if self.sent is not None:
            self.staging.submitted_ok(self.sent)
        if was_submitting:
            assert not any(one.can_resolve for one in self.staging.interrupts)

    @rule(errors=st.sampled_from(["none", "malformed", "item", "batch", "foreign"]))
    def fail(self, errors: str) -> None:
        drafts = self._drafts()
        if self.sent is not None:
            self.staging.submission_failed(self.sent, "cut off", self._errors(errors))
        assert self._drafts() == drafts
        assert not self.staging.submitting

    @precondition(lambda self: self.staging.correlation is not None)
    @rule()
    def restart(self) -> None:
        snapshot = json.loads(json.dumps(self.staging.save()))
        again = Staging(BINDINGS, clock=self.clock)
        again.restore(snapshot)
        if self.clock.now < EXPIRED:
            assert again.save() == snapshot
        self.staging, self.sent = again, None

    @invariant()
    def completeness_is_what_is_shown(self) -> None:
        staging = self.staging
        assert not (staging.is_complete and (staging.unanswered or staging.submitting))
        assert staging.submitting <= (staging.correlation is not None)
        for one in staging.interrupts:
            assert one.status is not Status.SUBMITTING
            assert one.can_resolve or one.id not in staging.unanswered
            if one.status is Status.PENDING and one.can_resolve:
                assert one.id in staging.unanswered
            if one.status is Status.ERROR:
                assert one.id not in self._counting()
        if staging.can_retry:
            assert not staging.submitting

    @invariant()
    def nothing_is_lost(self) -> None:
        """What came and was not retired is shown, on its way, or a call of this client."""
        if self.staging.submitting or self.staging.correlation is None:
            return
        saved: Any = self.staging.save()
        held = {one["id"] for one in saved["pendingInterrupts"]}
        visible = {one.id for one in self.staging.interrupts}
        assert visible <= held
        assert held - visible <= {"photo", "meter"}

    def _guarded(self, operation: Callable[[], object]) -> None:
        """An operation that is refused changes nothing."""
        before = self._state()
        try:
            operation()
        except LocalError:
            assert self._state() == before

    def _state(self) -> object:
        shown = [(one.id, one.status, one.errors) for one in self.staging.interrupts]
        return shown, self.staging.save(), self.staging.can_retry, self.staging.submitting

    def _drafts(self) -> object:
        saved: Any = self.staging.save() or {"drafts": []}
        return [(one["interruptId"], one.get("payload")) for one in saved["drafts"]]

    def _counting(self) -> list[str]:
        saved: Any = self.staging.save() or {"drafts": []}
        return [one["interruptId"] for one in saved["drafts"] if one["counts"]]

    def _errors(self, kind: str) -> Json:
        common: JsonObject = {
            **Correlation(THREAD, RUN if kind != "foreign" else "other").to_json(),
            "message": "m",
            "source": "server",
            "retryable": kind == "batch",
        }
        ids = [] if self.sent is None else [*self.sent.interrupt_ids]
        batch: JsonObject = {**common, "scope": "batch", "code": "server", "interruptIds": [*ids]}
        item: JsonObject = {
            **common,
            "scope": "item",
            "code": "stale",
            "interruptId": "".join(ids[:1]),
        }
        chosen: dict[str, Json] = {
            "none": None,
            "malformed": [batch, {**item, "code": "made-up"}],
            "item": [item],
            "batch": [batch],
            "foreign": [batch],
        }
        return chosen[kind]

    def _check_submission(self, submission: Submission) -> None:
        """What is sent is what a server accepts, with everything that was not dropped."""
        saved: Any = self.staging.save()
        held = {one["id"] for one in saved["pendingInterrupts"]}
        pending = tuple(
            pending_from_descriptor(
                InterruptDescriptor(one), REPLY_CONTRACT if one["id"] == "reply" else None
            )
            for one in self.descriptors
            if isinstance(one, dict) and one["id"] in held.difference(NOT_OURS)
        )
        batch = ResumeBatch(
            correlation=submission.correlation,
            pending=pending,
            entries=read_resume(submission.resume),
            tools=TOOLS,
            now=self.clock.now,
        )
        verdict = validate_resume_batch(batch)
        assert isinstance(verdict, AcceptedResume), verdict
        assert verdict.fingerprint == submission.fingerprint


StagingMachine.TestCase.settings = settings(max_examples=80, stateful_step_count=40, deadline=None)
TestStagingMachine = StagingMachine.TestCase
