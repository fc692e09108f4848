"""What type checkers make of generated code: right uses are clean, wrong ones are errors."""

from pathlib import Path

import pytest

from type_checkers import refused_by_mypy, refused_by_pyright, write_uses, wrong_lines

USES = """
from typing import Never, assert_type

from interruptgen_runtime import InterruptRequest, Json, Schema
from interruptgen_runtime.client import Bindings
from runtime.desk import client, models, schemas, server

PAYLOAD = models.ChooseItineraryPayload(options=["x"])

assert_type(schemas.REFUND_OUTPUT, Schema[models.RefundOutput])
assert_type(schemas.REFUND_OUTPUT.parse("x"), models.RefundOutput)
assert_type(
    server.choose_itinerary.interrupt(key="k", payload=PAYLOAD),
    InterruptRequest[models.ChooseItineraryPayload, models.ChooseItineraryResponse],
)
assert_type(
    server.call_desk.interrupt(key="k", reason="r", message="m"), InterruptRequest[None, Json]
)
server.choose_itinerary.interrupt(key="k")  # wrong: no payload
server.choose_itinerary.interrupt(key="k", payload=None)  # wrong: null
server.choose_itinerary.interrupt(key="k", payload={"options": ["x"]})  # wrong: a dict
server.choose_itinerary.interrupt(key="k", payload=models.RefundReject(reason="x"))  # wrong: other
server.choose_itinerary.interrupt(payload=PAYLOAD)  # wrong: no key
server.choose_itinerary.interrupt(key="k", payload=PAYLOAD, extra=1)  # wrong: extra argument
server.call_desk.interrupt(key="k", payload=None)  # wrong: payload without a schema
server.call_desk.interrupt(key="k", payload=PAYLOAD)  # wrong: payload without a schema
schemas.REFUND_OUTPUT.dump(models.RefundReject(reason="x"))  # wrong: another class
server.refund.name = "x"  # wrong: frozen


def read(interrupt: client.Interrupt, tool: client.PickFile) -> None:
    match interrupt:
        case client.ChooseItinerary():
            assert_type(interrupt.payload, models.ChooseItineraryPayload)
            interrupt.payload.price  # wrong: no such field
        case client.CallDesk():
            assert_type(interrupt.payload, None)
        case client.RefundApproval():
            assert_type(interrupt.original_args, models.RefundInput)
    assert_type(tool.input, dict[str, Json])


OTHER: Bindings[client.CallDesk] = Bindings(interrupts=(client.CallDesk,))
NONE: Bindings[Never] = Bindings(client_tools=(client.PickFile,))
assert_type(client.bindings, Bindings[client.Interrupt])
assert_type(NONE | OTHER, Bindings[client.CallDesk])
WIDER: Bindings[client.ChooseItinerary | client.CallDesk] = OTHER
NARROWER: Bindings[client.CallDesk] = client.bindings  # wrong: may find others
Bindings(client_tools=(client.CallDesk,))  # wrong: not a client tool
Bindings(interrupts=(models.RefundReject,))  # wrong: not bound
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_uses(tmp_path_factory.mktemp("typing"), USES, ("runtime", "tests"))


@pytest.mark.slow
def test_mypy(module: Path) -> None:
    found, said = refused_by_mypy(module)
    assert found == wrong_lines(USES), said


@pytest.mark.slow
def test_pyright(module: Path) -> None:
    found, said = refused_by_pyright(module)
    assert found == wrong_lines(USES), said
