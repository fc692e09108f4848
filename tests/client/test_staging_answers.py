"""Answers through the generated classes: what is staged, what is refused, and why."""

from typing import Any

import pytest

from client.staging_pauses import (
    CLOSE,
    CREDIT,
    EXPIRED,
    EXTERNAL,
    HANDOVER,
    METER,
    PHOTO,
    REFUND,
    REPLY,
    TRANSFER,
    TRANSFER_INPUT,
    UNBOUND,
    Clock,
    emitted,
    shown,
    staged_with,
)
from field_service.generated.visits.models import ReadMeterOutput
from interruptgen_runtime import InvalidValue, JsonObject, LocalError, NotJson
from interruptgen_runtime.client import Status
from interruptgen_runtime.client.answers import Decision, Value
from interruptgen_runtime.client.staging import DecidedCall, IncompleteBatch, StagingClosed
from interruptgen_runtime.core.absent import ABSENT
from payments.generated.payments.client import RefundApproval, TransferApproval
from payments.generated.payments.models import RefundApprove, RefundReject, TransferInput
from payments.generated.payments.models import TransferDecision as Factor
from support_desk.generated.desk.client import ChooseReply
from support_desk.generated.desk.models import ChooseReplyResponse, IssueCreditReject


def only(asked: Any) -> Any:
    """Return the only interrupt of a pause."""
    staging = staged_with(emitted(asked))
    (interrupt,) = staging.interrupts
    return interrupt


def errors_of(interrupt: Any) -> list[tuple[str, str, tuple[str, ...] | None]]:
    return [(error.code, error.source, error.path) for error in interrupt.errors]


def test_a_question_takes_a_model_and_a_json_value() -> None:
    reply = only(REPLY)
    assert isinstance(reply, ChooseReply)
    assert reply.resolve(ChooseReplyResponse(draft=1))
    assert (reply.status, reply.draft) == (Status.STAGED, {"draft": 1})
    assert reply.resolve({"draft": 2, "edited": "On its way."})
    assert reply.draft == {"draft": 2, "edited": "On its way."}


def test_a_model_within_its_types_but_not_within_its_bounds_is_refused_with_the_place() -> None:
    reply = only(REPLY)
    assert not reply.resolve(ChooseReplyResponse(draft=-1))
    assert errors_of(reply) == [("invalid-payload", "client", ("draft",))]
    assert (reply.status, reply.draft) == (Status.ERROR, ABSENT)


def test_a_refused_answer_keeps_the_draft_which_does_not_count_then() -> None:
    reply = only(REPLY)
    reply.resolve({"draft": 3})
    assert not reply.resolve({"draft": "3", "more": 1})
    assert sorted(errors_of(reply)) == [
        ("invalid-payload", "client", ("draft",)),
        ("invalid-payload", "client", ("more",)),
    ]
    assert (reply.status, reply.draft) == (Status.ERROR, {"draft": 3})
    reply.clear()
    assert (reply.status, reply.draft, reply.errors) == (Status.PENDING, ABSENT, ())


def test_a_staged_value_is_a_snapshot() -> None:
    reply, transfer, handover = only(REPLY), only(TRANSFER), only(HANDOVER)
    response: JsonObject = {"draft": 0}
    reply.resolve(response)
    response["draft"] = 7
    model = TransferInput.model_validate(TRANSFER_INPUT)
    transfer.approve(edited_args=model, payload=Factor(second_factor="123456"))
    model.recipient.iban = "changed"
    deep: JsonObject = {"notes": ["a"]}
    handover.resolve(deep)
    deep["notes"] = []
    assert reply.draft == {"draft": 0}
    assert transfer.draft["editedArgs"] == TRANSFER_INPUT
    assert handover.draft == {"notes": ["a"]}


@pytest.mark.parametrize("wrong", [RefundReject(reason="fraud"), object(), {1, 2}])
def test_another_class_is_the_callers_fault_and_changes_nothing(wrong: Any) -> None:
    reply = only(REPLY)
    reply.resolve({"draft": 1})
    with pytest.raises(LocalError):
        reply.resolve(wrong)
    assert (reply.status, reply.draft) == (Status.STAGED, {"draft": 1})


@pytest.mark.parametrize("wrong", [float("nan"), {"a": {1}}, [object()], "\ud800"])
def test_what_is_no_json_is_the_callers_fault(wrong: Any) -> None:
    handover = only(HANDOVER)
    with pytest.raises(NotJson):
        handover.resolve(wrong)
    assert handover.status is Status.PENDING


def test_an_approval_with_payloads_for_both_decisions() -> None:
    refund = only(REFUND)
    assert isinstance(refund, RefundApproval)
    assert refund.approve(payload=RefundApprove(ticket="T-1"))
    assert refund.draft == {"approved": True, "payload": {"ticket": "T-1"}}
    assert refund.reject(payload=RefundReject(reason="fraud"))
    assert refund.draft == {"approved": False, "payload": {"reason": "fraud"}}
    assert not refund.approve(payload=RefundApprove(ticket="1"))
    assert errors_of(refund) == [("invalid-payload", "client", ("ticket",))]


def test_a_payload_is_required_or_refused_by_the_branch() -> None:
    credit: Any = only(CREDIT)
    assert not credit.reject()
    assert errors_of(credit) == [("invalid-payload", "client", None)]
    assert not credit.approve(payload={"reason": "x"})
    assert not credit.approve(payload=None)
    assert errors_of(credit) == [("invalid-payload", "client", None)]
    assert credit.approve()
    assert credit.reject(payload=IssueCreditReject(reason="It did arrive."))


def test_edited_arguments() -> None:
    transfer = only(TRANSFER)
    assert isinstance(transfer, TransferApproval)
    assert transfer.takes_edits and not only(REFUND).takes_edits
    edited = transfer.original_args.model_copy(update={"reference": "corrected"})
    assert transfer.approve(edited_args=edited, payload=Factor(second_factor="123456"))
    assert transfer.draft == {
        "approved": True,
        "editedArgs": {**TRANSFER_INPUT, "reference": "corrected"},
        "payload": {"secondFactor": "123456"},
    }
    long = transfer.original_args.model_copy(update={"reference": "x" * 141})
    assert not transfer.approve(edited_args=long, payload=Factor(second_factor="123456"))
    assert errors_of(transfer) == [("invalid-edited-args", "client", ("reference",))]


def test_edits_are_refused_where_the_definition_does_not_allow_them() -> None:
    refund = only(REFUND)
    ticket = RefundApprove(ticket="T-1")
    assert not refund.approve(edited_args=refund.original_args, payload=ticket)
    assert errors_of(refund) == [("invalid-edited-args", "client", None)]


def test_edits_are_refused_where_the_pause_does_not_allow_them() -> None:
    (descriptor,) = emitted(TRANSFER)
    assert isinstance(descriptor, dict) and isinstance(descriptor["metadata"], dict)
    descriptor["metadata"]["interruptgen"] = {"allowEdits": False}
    (transfer,) = staged_with([descriptor]).interrupts
    assert isinstance(transfer, TransferApproval)
    assert not transfer.takes_edits
    assert not transfer.approve(
        edited_args=transfer.original_args, payload=Factor(second_factor="123456")
    )
    assert errors_of(transfer) == [("invalid-edited-args", "client", None)]


def test_answers_by_id_in_json() -> None:
    staging = staged_with([*emitted(REFUND, TRANSFER, REPLY), EXTERNAL])
    assert staging.answer("refund", Value({"approved": True, "payload": {"ticket": "T-1"}}))
    edits = {**TRANSFER_INPUT, "reference": "x"}
    assert staging.answer("transfer", Decision(True, edits, {"secondFactor": "123456"}))
    assert staging.answer("reply", Value({"draft": 0}))
    assert staging.answer("external", Decision(False))
    drafts = {name: one.draft for name, one in shown(staging).items()}
    assert drafts["external"] == {"approved": False}
    assert drafts["transfer"]["editedArgs"] == edits
    assert not staging.answer("refund", Value({"approve": True}))
    assert not staging.answer("refund", Value([]))
    with pytest.raises(LocalError, match="none is asked for"):
        staging.answer("reply", Decision(True))
    with pytest.raises(LocalError, match="not pending"):
        staging.answer("nobody", Value(1))


def test_an_expired_question_takes_no_answer_at_all() -> None:
    clock = Clock()
    staging = staged_with(emitted(REPLY, CLOSE), clock=clock)
    reply, close = shown(staging)["reply"], shown(staging)["close"]
    clock.now = EXPIRED - 1
    assert reply.resolve({"draft": 0}) and close.approve()
    clock.now = EXPIRED
    with pytest.raises(IncompleteBatch, match=r"reply: it expired at 2025-06-15T16:00") as caught:
        staging.take_submission()
    assert caught.value.interrupt_ids == ("reply",)
    assert errors_of(reply) == [("expired", "client", None)]
    assert reply.draft == {"draft": 0}
    assert not reply.resolve({"draft": 0})
    assert not staging.is_complete
    assert close.status is Status.STAGED


def test_what_has_expired_is_dropped_when_it_is_cancelled() -> None:
    clock = Clock()
    staging = staged_with(emitted(REPLY, CLOSE), clock=clock)
    reply, close = shown(staging)["reply"], shown(staging)["close"]
    assert close.approve()
    clock.now = EXPIRED
    assert reply.cancel()
    with pytest.raises(StagingClosed, match="not pending any more"):
        reply.cancel()
    assert [one.id for one in staging.interrupts] == ["close"]
    assert staging.is_complete
    assert staging.take_submission().interrupt_ids == ("close",)


def drop(interrupt: Any) -> None:
    assert interrupt.cancel()


@pytest.mark.parametrize("how", ["itself", "all", "transaction"])
def test_nothing_is_pending_when_all_that_expired_is_dropped(how: str) -> None:
    clock = Clock()
    staging = staged_with(emitted(REPLY), clock=clock)
    clock.now = EXPIRED
    match how:
        case "itself":
            assert shown(staging)["reply"].cancel()
        case "all":
            assert staging.cancel_all()
        case _:
            assert staging.resolve_all(drop)
    assert (staging.correlation, staging.interrupts, staging.errors) == (None, (), ())
    assert not staging.blocks_messages and not staging.is_complete


def test_the_earlier_expiry_of_descriptor_and_binding_counts() -> None:
    clock = Clock()
    clock.now = EXPIRED
    (descriptor,) = emitted(REPLY)
    assert isinstance(descriptor, dict)
    del descriptor["expiresAt"]
    (reply,) = staged_with([descriptor], clock=clock).interrupts
    assert isinstance(reply, ChooseReply)
    assert not reply.resolve({"draft": 0})


def test_the_submission_has_everything_that_the_request_needs() -> None:
    staging = staged_with([*emitted(REFUND, CLOSE, REPLY, PHOTO), EXTERNAL, UNBOUND])
    items = shown(staging)
    items["refund"].reject(payload=RefundReject(reason="fraud"))
    items["close"].cancel()
    items["reply"].resolve({"draft": 0})
    with pytest.raises(IncompleteBatch, match="external"):
        staging.take_submission()
    items["external"].resolve(None)
    assert staging.is_complete
    submission = staging.take_submission()
    assert submission.interrupt_ids == ("close", "external", "refund", "reply")
    assert submission.correlation == staging.correlation
    assert submission.resume[0] == {"interruptId": "close", "status": "cancelled"}
    assert submission.resume[1] == {
        "interruptId": "external",
        "status": "resolved",
        "payload": None,
    }
    assert isinstance(submission.resume[3], dict)
    assert isinstance(submission.resume[3]["metadata"], dict)
    assert list(submission.resume[3]["metadata"]) == ["tanstack:interruptContinuation"]
    assert submission.decided_calls == (DecidedCall("c-refund", False),)
    with pytest.raises(StagingClosed, match="on their way"):
        staging.take_submission()


def test_a_client_tool_takes_its_output_or_a_failure() -> None:
    staging = staged_with(emitted(PHOTO, METER))
    photo, meter = staging.client_tools
    assert photo.runs_now and meter.runs_now
    assert photo.bound is not None and photo.bound.input == photo.bound.input
    assert meter.settle(ReadMeterOutput(17))
    assert not photo.settle({"mediaType": "image/jpeg"})
    assert [(error.code, error.interrupt_ids) for error in staging.errors] == [
        ("item-validation-failed", ("photo",))
    ]
    (photo,) = staging.client_tools
    assert not photo.runs_now
    assert staging.unanswered == ("photo",)
    assert photo.fail("no camera")
    assert [entry.payload for entry in staging.take_submission().entries] == [17, ABSENT]


def test_a_failure_is_an_output_where_no_schema_is_against_it() -> None:
    (descriptor,) = emitted(METER)
    assert isinstance(descriptor, dict) and isinstance(descriptor["metadata"], dict)
    binding = descriptor["metadata"]["tanstack:interruptBinding"]
    assert isinstance(binding, dict)
    binding["outputSchemaHash"] = "sha256:other"
    staging = staged_with([descriptor])
    (call,) = staging.client_tools
    assert call.bound is None and call.runs_now
    assert [one.id for one in staging.interrupts] == ["meter"]
    assert call.fail("broken glass")
    assert staging.take_submission().entries[0].payload == {"error": "broken glass"}


def test_an_unattached_interrupt_says_so() -> None:
    (reply,) = staged_with(emitted(REPLY)).interrupts
    detached = ChooseReply(reply.descriptor)
    with pytest.raises(LocalError, match="does not belong to a pause"):
        detached.resolve({"draft": 0})


def test_the_issues_of_a_model_are_those_of_its_schema() -> None:
    reply = only(REPLY)
    bad = ChooseReplyResponse(draft=-1)
    with pytest.raises(InvalidValue) as caught:
        assert ChooseReply.response_schema is not None
        ChooseReply.response_schema.dump(bad)
    reply.resolve(bad)
    assert [e.message for e in reply.errors] == [i.message for i in caught.value.issues]
