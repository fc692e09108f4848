"""Bound interrupts and bindings of a generated client module."""

from typing import Any

import pytest

from interruptgen_runtime import InterruptDescriptor, Json, JsonObject, LocalError, PeerError
from interruptgen_runtime.client import Bindings, ClientTool, GenericInterrupt
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)
from interruptgen_runtime.core.errors import DuplicateDefinition, InvalidIncoming
from runtime.desk import client, models, server

ARGUMENTS: dict[str, Json] = {
    "price": {"amount": 120.5, "currency": "EUR"},
    "traveller": "Ada",
    "reference": 7,
}
APPROVAL, TOOL, QUESTION, CALL = build_batch(
    [
        ApprovalAsked(tool=server.refund, call_id="c1", arguments=ARGUMENTS),
        ClientToolAsked(tool=server.pick_file, call_id="c2", arguments={"from": "/"}),
        GenericAsked(
            request=server.choose_itinerary.interrupt(
                key="trip", payload=models.ChooseItineraryPayload(options=["IC 1"])
            ),
            expires_at="2030-01-01",
        ),
        GenericAsked(request=server.call_desk.interrupt(key="now", reason="r", message="m")),
    ],
    make_id=lambda asked, index: f"i{index}",
    run_id="run-1",
)


def test_generic_interrupt() -> None:
    interrupt = client.ChooseItinerary(QUESTION)
    assert (interrupt.id, interrupt.reason) == ("i2", "choice-required")
    assert interrupt.message == "Which itinerary shall we book?"
    assert interrupt.expires_at == "2030-01-01"
    assert interrupt.key == "trip"
    assert interrupt.payload == models.ChooseItineraryPayload(options=["IC 1"])
    assert interrupt.payload is interrupt.payload
    assert repr(interrupt) == "<ChooseItinerary 'i2'>"


def test_generic_interrupt_without_schemas() -> None:
    interrupt = client.CallDesk(CALL)
    assert interrupt.payload is None
    assert interrupt.expires_at is None


def test_a_payload_that_its_schema_refuses_is_the_peer_s_fault() -> None:
    bad: JsonObject = {
        **QUESTION.json,
        "metadata": {**QUESTION.metadata, "tanstack:interruptPayload": {}},
    }
    with pytest.raises(InvalidIncoming) as caught:
        _ = client.ChooseItinerary(InterruptDescriptor(bad)).payload
    assert caught.value.issues[0].path == ("options",)
    assert isinstance(caught.value, PeerError)


def test_approval() -> None:
    approval = client.RefundApproval(APPROVAL)
    assert approval.tool_call_id == "c1"
    assert approval.message == "Refund 120.5 EUR to Ada?"
    assert approval.original_args == models.RefundInput(
        price=models.Price(amount=120.5, currency=models.Currency.EUR),
        traveller="Ada",
        reference=7,
    )
    assert client.RefundApproval.response_hash == server.refund.response_hash


def test_client_tool() -> None:
    tool = client.PickFile(TOOL)
    assert tool.tool_call_id == "c2"
    assert tool.input == {"from": "/"}
    assert client.PickFile.description == "Let the person choose a file."


def test_a_descriptor_of_another_kind() -> None:
    with pytest.raises(PeerError, match="not bound to an approval"):
        _ = client.RefundApproval(TOOL).original_args
    with pytest.raises(PeerError, match="not bound to a definition"):
        _ = client.ChooseItinerary(APPROVAL).key
    with pytest.raises(PeerError, match="not bound to a client tool"):
        _ = client.PickFile(QUESTION).tool_call_id


def test_bindings() -> None:
    assert client.bindings.interrupts["choose-itinerary"] is client.ChooseItinerary
    assert client.bindings.approvals["refund"] is client.RefundApproval
    assert client.bindings.client_tools["pick_file"] is client.PickFile
    assert client.bindings.interrupts.get("refund") is None


class Other(GenericInterrupt[None, Json]):
    definition_id = "other"


class Twin(GenericInterrupt[None, Json]):
    definition_id = "choose-itinerary"


class Beep(ClientTool[dict[str, Json], Json]):
    tool_name = "beep"


def test_bindings_combine() -> None:
    both = client.bindings | Bindings(interrupts=(Other,), client_tools=(Beep,))
    assert list(both.interrupts) == ["choose-itinerary", "call-desk", "other"]
    assert list(both.client_tools) == ["pick_file", "beep"]
    assert list(both.approvals) == ["refund"]


def test_bindings_refuse_duplicates() -> None:
    with pytest.raises(DuplicateDefinition, match="ChooseItinerary and Twin"):
        _ = client.bindings | Bindings(interrupts=(Twin,))


def test_bindings_refuse_classes_of_another_kind() -> None:
    wrong: Any = client.PickFile
    with pytest.raises(LocalError, match="PickFile is no GenericInterrupt"):
        Bindings(interrupts=(wrong,))
    with pytest.raises(LocalError, match="RefundApproval is no GenericInterrupt"):
        Bindings(interrupts=(client.RefundApproval,))
