"""What a pause shows, who may change it, and what becomes of it."""

from typing import Any

import pytest

from client.staging_pauses import (
    BROKEN,
    CLOSE,
    CREDIT,
    EXTERNAL,
    FOREIGN,
    HANDOVER,
    METER,
    PHOTO,
    REFUND,
    REPLY,
    RUN,
    THREAD,
    TRANSFER,
    UNBOUND,
    emitted,
    shown,
    staged_with,
)
from interruptgen_runtime import Json, JsonObject, LocalError, PeerError
from interruptgen_runtime.client import (
    Bindings,
    InvalidInterrupt,
    Status,
    ToolApproval,
    UnboundInterrupt,
    UntypedInterrupt,
)
from interruptgen_runtime.client.answers import Value
from interruptgen_runtime.client.staging import IncompleteBatch, Staging, StagingClosed
from payments.generated.payments.client import RefundApproval, TransferApproval
from support_desk.generated.desk.client import ChooseReply
from travel_desk.generated.bookings.client import PauseForAgent

GOOD_TOOL: JsonObject = {"mediaType": "image/png", "data": ""}


def test_each_interrupt_gets_its_class() -> None:
    descriptors = [*emitted(REFUND, TRANSFER, PHOTO, REPLY, HANDOVER), EXTERNAL, UNBOUND]
    staging = staged_with([*descriptors, BROKEN, FOREIGN])
    assert [type(one) for one in staging.interrupts] == [
        RefundApproval,
        TransferApproval,
        ChooseReply,
        PauseForAgent,
        UntypedInterrupt,
        UnboundInterrupt,
        InvalidInterrupt,
        InvalidInterrupt,
    ]
    assert staging.interrupts == staging.interrupts
    assert all(one is other for one, other in zip(*[staging.interrupts] * 2, strict=True))
    assert [one.can_resolve for one in staging.interrupts] == [True] * 5 + [False] * 3


def test_what_is_not_known_here_is_untyped_and_can_be_answered() -> None:
    nothing: Bindings[ToolApproval[Any, Any, Any]] = Bindings()
    staging = Staging(nothing, clock=lambda: 0)
    staging.hydrate(emitted(REFUND, REPLY), thread_id=THREAD, run_id=RUN)
    refund, reply = staging.interrupts
    assert isinstance(refund, UntypedInterrupt) and isinstance(reply, UntypedInterrupt)
    assert isinstance(refund.response_schema, dict)
    assert refund.metadata["toolName"] == "refund"
    assert refund.resolve({"approved": True, "payload": {"ticket": "T-1"}})
    assert reply.resolve({"draft": 0})
    entries = staging.take_submission().resume
    assert isinstance(entries[1], dict) and "metadata" in entries[1]


def test_what_is_broken_says_why_and_takes_no_answer() -> None:
    staging = staged_with([BROKEN, FOREIGN, *emitted(CLOSE)])
    broken, foreign = shown(staging)["broken"], shown(staging)["foreign"]
    assert "binding" in broken.problem and "another run" in foreign.problem
    assert [error.code for error in broken.errors] == ["stale"]
    assert not staging.answer("foreign", Value(1))
    assert [error.code for error in foreign.errors] == ["invalid-response-schema"]
    assert staging.unanswered == ("close",)
    shown(staging)["close"].approve()
    assert staging.take_submission().interrupt_ids == ("close",)


def test_what_is_somebody_elses_is_left_alone() -> None:
    staging = staged_with([UNBOUND])
    assert not staging.blocks_messages
    assert not staging.is_complete
    assert staging.cancel_all()
    with pytest.raises(LocalError, match="not answered from here"):
        staging.answer("unbound", Value(1))
    with pytest.raises(IncompleteBatch, match="nothing that is pending"):
        staging.take_submission()
    assert staged_with([UNBOUND, BROKEN]).blocks_messages


@pytest.mark.parametrize(
    ("interrupts", "message"),
    [
        ([{"reason": "r"}], "an object with an id"),
        (["text"], "an object with an id"),
        ([UNBOUND, UNBOUND], "the same id"),
        ([{**UNBOUND, "responseSchema": float("nan")}], "cannot be read"),
    ],
)
def test_a_pause_that_cannot_be_read_leaves_the_one_before(
    interrupts: list[Json], message: str
) -> None:
    staging = staged_with(emitted(CLOSE))
    shown(staging)["close"].approve()
    with pytest.raises(PeerError, match=message):
        staging.hydrate(interrupts, thread_id=THREAD, run_id=RUN)
    assert staging.is_complete


def test_descriptors_are_copied() -> None:
    descriptor = emitted(HANDOVER)[0]
    assert isinstance(descriptor, dict)
    staging = staged_with([descriptor])
    descriptor["message"] = "changed"
    assert staging.interrupts[0].message == "A colleague looks at your booking."


def test_nothing_but_our_own_submission_retires_an_interrupt() -> None:
    staging = staged_with([*emitted(CLOSE), UNBOUND])
    close = shown(staging)["close"]
    close.approve()
    sent = staging.take_submission()
    assert (close.status, staging.submitting) == (Status.SUBMITTING, True)
    assert [one.id for one in staging.interrupts] == ["unbound"]
    staging.submitted_ok(sent)
    assert [one.id for one in staging.interrupts] == ["unbound"]
    with pytest.raises(StagingClosed, match="not pending any more"):
        close.cancel()


@pytest.mark.parametrize("how", ["answered", "sent", "failed"])
def test_r15_late_failure(how: str) -> None:
    staging = staged_with(emitted(CLOSE))
    shown(staging)["close"].approve()
    first = staging.take_submission()
    staging.hydrate(emitted(CREDIT, run_id="run-2"), thread_id=THREAD, run_id="run-2")
    assert staging.resolve_all(True)
    if how != "answered":
        second = staging.take_submission()
        if how == "failed":
            staging.submission_failed(second, "cut off")
    before = (staging.save(), staging.errors, staging.submitting, staging.can_retry)
    error: JsonObject = {
        **first.correlation.to_json(),
        "scope": "item",
        "interruptId": "close",
        "code": "expired",
        "message": "too late",
        "source": "server",
        "retryable": False,
    }
    staging.submission_failed(first, "cut off")
    staging.submission_failed(first, "refused", [error])
    staging.submitted_ok(first)
    assert (staging.save(), staging.errors, staging.submitting, staging.can_retry) == before


def test_nothing_is_left_of_a_pause_that_was_answered() -> None:
    staging = staged_with(emitted(CLOSE, PHOTO))
    staging.cancel_all()
    staging.submitted_ok(staging.take_submission())
    assert (staging.correlation, staging.save(), staging.client_tools) == (None, None, ())
    assert not staging.blocks_messages


def test_interrupts_of_an_earlier_pause_are_dead() -> None:
    staging = staged_with(emitted(CLOSE))
    (old,) = staging.interrupts
    staging.hydrate(emitted(CLOSE), thread_id=THREAD, run_id=RUN)
    (new,) = staging.interrupts
    with pytest.raises(StagingClosed):
        _ = old.status
    assert new.status is Status.PENDING
    staging.reset()
    with pytest.raises(StagingClosed):
        _ = new.status


def test_a_transaction_is_all_or_nothing() -> None:
    staging = staged_with([*emitted(CLOSE, CREDIT, REPLY), UNBOUND, BROKEN])
    shown(staging)["credit"].approve()
    before = staging.save()
    visited: list[str] = []

    def half(interrupt: Any) -> None:
        visited.append(interrupt.id)
        if interrupt.id != "reply":
            interrupt.clear() if interrupt.id == "credit" else None

    assert not staging.resolve_all(half)
    assert visited == ["close", "credit", "reply", "broken"]
    assert staging.errors[-1].code == "incomplete-batch"
    assert "close" in staging.errors[-1].message and "reply" in staging.errors[-1].message
    assert staging.save() == before

    def whole(interrupt: Any) -> None:
        match interrupt:
            case ChooseReply():
                interrupt.resolve({"draft": 0})
            case ToolApproval():
                interrupt.cancel()
            case _:
                pass

    assert staging.resolve_all(whole)
    assert staging.is_complete


def test_an_interruption_rolls_a_transaction_back_and_goes_on() -> None:
    staging = staged_with(emitted(CLOSE))

    def interrupted(interrupt: Any) -> None:
        interrupt.cancel()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        staging.resolve_all(interrupted)
    assert shown(staging)["close"].status is Status.PENDING
    assert shown(staging)["close"].cancel()


@pytest.mark.parametrize("operation", ["hydrate", "reset", "take_submission", "retry"])
def test_nothing_else_happens_inside_of_a_transaction(operation: str) -> None:
    staging = staged_with(emitted(CLOSE))
    calls: dict[str, Any] = {
        "hydrate": lambda: staging.hydrate([], thread_id=THREAD, run_id=RUN),
        "reset": staging.reset,
        "take_submission": staging.take_submission,
        "retry": staging.retry,
    }

    def misled(interrupt: Any) -> None:
        interrupt.approve()
        calls[operation]()

    assert not staging.resolve_all(misled)
    assert "a transaction is open" in staging.errors[-1].message
    assert shown(staging)["close"].status is Status.PENDING


def test_a_failed_submission_keeps_the_output_of_a_tool() -> None:
    staging = staged_with(emitted(CLOSE, CREDIT, PHOTO))
    (photo,) = staging.client_tools
    photo.settle(GOOD_TOOL)
    assert staging.resolve_all(True)
    staging.submission_failed(staging.take_submission(), "cut off")
    assert [error.code for error in staging.errors] == ["transport"]
    assert staging.can_retry and staging.client_tools == ()
    assert staging.unanswered == ("close", "credit")
    shown(staging)["close"].cancel()
    assert not staging.can_retry
    shown(staging)["credit"].approve()
    assert staging.take_submission().entries[2].payload == GOOD_TOOL


def test_an_output_that_the_server_refuses_does_not_run_the_tool_again() -> None:
    staging = staged_with(emitted(PHOTO))
    (photo,) = staging.client_tools
    photo.settle(GOOD_TOOL)
    submission = staging.take_submission()
    error: JsonObject = {
        **submission.correlation.to_json(),
        "scope": "item",
        "interruptId": "photo",
        "code": "invalid-tool-output",
        "message": "too dark",
        "source": "server",
        "retryable": False,
        "path": ["data", 0],
    }
    staging.submission_failed(submission, "refused", [error])
    (photo,) = staging.client_tools
    assert not photo.runs_now
    assert [one.path for one in photo.controls.errors] == [("data", "0")]
    assert not staging.can_retry and staging.retry() is None
    assert staging.cancel_all() and staging.is_complete


def test_an_output_can_be_replaced_but_not_taken_back() -> None:
    staging = staged_with(emitted(METER))
    (meter,) = staging.client_tools
    meter.settle(1)
    with pytest.raises(LocalError, match="cannot be taken back"):
        staging.clear("meter")
    assert meter.settle(2)
    assert staging.take_submission().entries[0].payload == 2


def test_tools_wait_where_the_pause_asks_a_question_and_after_a_restart() -> None:
    for staging in (staged_with(emitted(METER, REPLY)), staged_with(emitted(METER), restored=True)):
        assert [call.runs_now for call in staging.client_tools] == [False]
    assert staged_with(emitted(METER, CLOSE)).client_tools[0].runs_now
    mixed = staged_with(emitted(METER, REPLY))
    shown(mixed)["reply"].cancel()
    assert mixed.take_submission().interrupt_ids == ("reply",)
    assert mixed.client_tools == ()


def test_all_at_once_is_for_approvals_without_a_payload() -> None:
    staging = staged_with(emitted(CLOSE, CREDIT))
    assert not staging.resolve_all(False)
    assert [error.code for error in staging.errors] == ["unsupported-bulk-operation"]
    assert staging.resolve_all(True)
    assert [entry.payload for entry in staging.take_submission().entries] == [
        {"approved": True},
        {"approved": True},
    ]


def test_nothing_is_pending_in_a_new_staging() -> None:
    staging = staged_with([])
    staging.reset()
    assert (staging.interrupts, staging.client_tools, staging.unanswered) == ((), (), ())
    assert staging.cancel_all()
    with pytest.raises(StagingClosed, match="nothing is pending"):
        staging.take_submission()
