"""What type checkers make of answers: right ones are clean, each wrong one is an error."""

from pathlib import Path

import pytest

from type_checkers import refused_by_mypy, refused_by_pyright, write_uses, wrong_lines

USES = """
from typing import assert_never, assert_type

from field_service.generated.visits import client as visits
from interruptgen_runtime import Json
from interruptgen_runtime.client import (
    Bindings,
    Chat,
    InvalidInterrupt,
    Status,
    UnboundInterrupt,
    UntypedInterrupt,
)
from interruptgen_runtime.client.staging import Answerable, Shown, Staging
from payments.generated.payments import client as payments
from payments.generated.payments import models as pay
from support_desk.generated.desk import client as desk
from support_desk.generated.desk import models as des
from travel_desk.generated.bookings import client as bookings
from travel_desk.generated.bookings import models as book

both = payments.bindings | bookings.bindings
assert_type(both, Bindings[payments.Interrupt | bookings.Interrupt])
staging = Staging(both, clock=lambda: 0)
assert_type(staging.interrupts, tuple[Shown[payments.Interrupt | bookings.Interrupt], ...])
wider: Staging[payments.Interrupt | bookings.Interrupt | desk.Interrupt] = staging
narrower: Staging[payments.Interrupt] = staging  # wrong: it may show others


def question(choose: bookings.ChooseItinerary, pause: bookings.PauseForAgent) -> None:
    assert_type(choose.resolve(book.ChooseItineraryResponse(choice=0)), bool)
    choose.resolve({"choice": 0, "seat": "window"})
    choose.resolve(0)  # wrong: neither the model nor an object
    choose.resolve("first")  # wrong: neither the model nor an object
    choose.resolve(book.ConfirmBookingResponse(decision="book"))  # wrong: another question's
    choose.resolve()  # wrong: no answer
    choose.resolve({"choice": object()})  # wrong: no JSON
    choose.approve()  # wrong: a question is not approved
    pause.resolve(None)
    pause.resolve(["anything"])
    pause.resolve(object())  # wrong: no JSON
    assert_type(choose.status, Status)
    choose.status = Status.STAGED  # wrong: read only
    choose.cancel()
    choose.clear()
    if choose.errors:
        assert_type(choose.errors[0].path, tuple[str, ...] | None)


def payload_for_both(refund: payments.RefundApproval) -> None:
    assert_type(refund.approve(payload=pay.RefundApprove(ticket="T-1")), bool)
    refund.approve(payload=pay.RefundApprove(ticket="T-1"), edited_args=refund.original_args)
    refund.reject(payload=pay.RefundReject(reason="fraud"))
    refund.approve()  # wrong: no payload
    refund.reject()  # wrong: no payload
    refund.approve(payload=None)  # wrong: null
    refund.approve(payload=pay.RefundReject(reason="fraud"))  # wrong: that of rejecting
    refund.reject(payload=pay.RefundApprove(ticket="T-1"))  # wrong: that of approving
    refund.approve(payload={"ticket": "T-1"})  # wrong: not the class
    refund.approve(pay.RefundApprove(ticket="T-1"))  # wrong: not by name
    refund.approve(payload=pay.RefundApprove(ticket="T-1"), edited_args={"a": 1})  # wrong: a dict
    refund.resolve({"approved": True})  # wrong: an approval is not resolved


def one_schema_for_both(transfer: payments.TransferApproval) -> None:
    factor = pay.TransferDecision(second_factor="123456")
    transfer.approve(payload=factor, edited_args=transfer.original_args)
    transfer.reject(payload=factor)
    transfer.reject(payload=factor, edited_args=transfer.original_args)  # wrong: nothing runs
    transfer.approve(edited_args=transfer.original_args)  # wrong: no payload


def no_payload(close: payments.CloseAccountApproval) -> None:
    close.approve()
    close.reject()
    close.approve(edited_args=pay.CloseAccountInput(account_id="A", balance=1))
    close.approve(payload={"a": 1})  # wrong: there is no payload
    close.approve(edited_args=pay.ExchangeRateInput(from_="a", to="b"))  # wrong: another tool's
    close.reject(payload=pay.RefundReject(reason="fraud"))  # wrong: there is no payload


def payload_for_one(credit: desk.IssueCreditApproval) -> None:
    credit.approve()
    credit.reject(payload=des.IssueCreditReject(reason="It did arrive."))
    credit.reject()  # wrong: no payload
    credit.approve(payload=des.IssueCreditReject(reason="x"))  # wrong: there is no payload


def untyped(other: UntypedInterrupt, invalid: InvalidInterrupt, unbound: UnboundInterrupt) -> None:
    other.resolve({"approved": True})
    other.resolve(object())  # wrong: no JSON
    other.approve()  # wrong: has no type
    assert_type(invalid.problem, str)
    invalid.resolve(1)  # wrong: cannot be answered
    unbound.cancel()  # wrong: somebody else's


def complete(shown: Shown[payments.Interrupt | bookings.Interrupt]) -> None:
    match shown:
        case bookings.ChooseItinerary():
            shown.resolve(book.ChooseItineraryResponse(choice=0))
        case bookings.ConfirmBooking() | bookings.PauseForAgent():
            shown.cancel()
        case payments.RefundApproval():
            shown.reject(payload=pay.RefundReject(reason="other"))
        case payments.TransferApproval() | payments.CloseAccountApproval():
            shown.cancel()
        case UntypedInterrupt():
            shown.resolve(None)
        case InvalidInterrupt():
            print(shown.problem)
        case UnboundInterrupt():
            print(shown.message)
        case _:
            assert_never(shown)


def incomplete() -> None:
    for shown in staging.interrupts:
        match shown:
            case bookings.ChooseItinerary() | bookings.ConfirmBooking():
                pass
            case payments.RefundApproval() | payments.TransferApproval():
                pass
            case UntypedInterrupt() | InvalidInterrupt() | UnboundInterrupt():
                pass
            case _:
                assert_never(shown)  # wrong: two are missing


async def over_a_chat(chat: Chat[visits.Interrupt]) -> None:
    turn = await chat.send("hello")
    for shown in turn.interrupts:
        match shown:
            case visits.SharePositionApproval():
                shown.approve()
            case UntypedInterrupt() | InvalidInterrupt() | UnboundInterrupt():
                pass
            case _:
                assert_never(shown)


def resolver(interrupt: Answerable[payments.Interrupt | bookings.Interrupt]) -> None:
    interrupt.cancel() if not isinstance(interrupt, InvalidInterrupt) else None


def too_narrow(interrupt: payments.Interrupt) -> None:
    interrupt.cancel()


staging.resolve_all(resolver)
staging.resolve_all(True)
staging.resolve_all(too_narrow)  # wrong: it is called with others too
staging.resolve_all("yes")  # wrong: not a decision
value: Json = staging.take_submission().resume
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_uses(tmp_path_factory.mktemp("typing"), USES, ("runtime", "generated_examples"))


@pytest.mark.slow
def test_mypy(module: Path) -> None:
    found, said = refused_by_mypy(module)
    assert found == wrong_lines(USES), said


@pytest.mark.slow
def test_pyright(module: Path) -> None:
    found, said = refused_by_pyright(module)
    assert found == wrong_lines(USES), said
