"""Batches of descriptors, built from definitions."""

from typing import Any

import pytest

from interruptgen_runtime import Json, LocalError, hash_json
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
    in_batch_order,
)
from interruptgen_runtime.core.binding import FirstPartyBinding
from interruptgen_runtime.core.binding_reader import read_interrupt_binding
from interruptgen_runtime.core.continuation import continuation_from_descriptor
from interruptgen_runtime.core.envelope import EMPTY_SCHEMA_HASH, UNDEFINED_SCHEMA_HASH
from interruptgen_runtime.core.tool import ToolDefinition
from runtime.desk import models, schemas, server

ARGUMENTS: dict[str, Json] = {
    "price": {"amount": 120, "currency": "EUR"},
    "traveller": "Ada",
    "reference": None,
}
QUESTION = server.choose_itinerary.interrupt(
    key="trip", payload=models.ChooseItineraryPayload(options=["IC 1"])
)
CALL = server.call_desk.interrupt(key="now", reason="help", message="A colleague looks.")
ASKED: tuple[Asked, ...] = (
    GenericAsked(request=QUESTION, expires_at="2030-01-01T00:00:00Z"),
    ClientToolAsked(tool=server.pick_file, call_id="c2", arguments={"from": "/"}),
    ApprovalAsked(tool=server.refund, call_id="c9", arguments=ARGUMENTS),
    ApprovalAsked(tool=server.refund, call_id="c1", arguments=ARGUMENTS),
    GenericAsked(request=CALL),
)


def long_id(asked: Asked, index: int) -> str:
    return f"ig1.k1.{type(asked).__name__}.{index}.".ljust(150, "x")


BATCH = build_batch(ASKED, make_id=long_id, run_id="run-1")


def holds_null(value: Json) -> bool:
    if isinstance(value, dict):
        return any(map(holds_null, value.values()))
    if isinstance(value, list):
        return any(map(holds_null, value))
    return value is None


def test_order() -> None:
    kinds = [type(item).__name__ for item in in_batch_order(ASKED)]
    assert kinds == ["ApprovalAsked"] * 2 + ["ClientToolAsked"] + ["GenericAsked"] * 2
    assert [one.tool_call_id for one in BATCH] == ["c9", "c1", "c2", None, None]


def test_every_binding_can_be_read_back() -> None:
    for descriptor in BATCH:
        opened = read_interrupt_binding(descriptor.json)
        assert opened is not None
        assert opened.content.interrupt_id == descriptor.id
        assert (opened.interrupted_run_id, opened.generation) == ("run-1", 0)
        assert len(descriptor.id) == 150


def test_response_schemas_match_their_hashes() -> None:
    for descriptor in BATCH[:4]:
        opened = descriptor.binding
        assert opened is not None
        assert hash_json(descriptor.response_schema) == opened.content.response_schema_hash


def test_approval() -> None:
    json = BATCH[0].json
    assert list(json) == [
        "id",
        "reason",
        "message",
        "toolCallId",
        "responseSchema",
        "metadata",
    ]
    assert json["reason"] == "tool_call"
    assert json["message"] == "Refund 120 EUR to Ada?"
    metadata: Any = json["metadata"]
    assert metadata["kind"] == "approval"
    assert metadata["toolName"] == "refund"
    assert metadata["input"] == ARGUMENTS
    assert metadata["interruptgen"] == {"allowEdits": False}
    assert metadata["tanstack:interruptBinding"]["originalArgs"] == ARGUMENTS


def test_client_tool() -> None:
    json: Any = BATCH[2].json
    assert json["reason"] == "tanstack:client_tool_execution"
    assert json["message"] == "Client tool pick_file is ready to run"
    assert json["responseSchema"] == schemas.PICK_FILE_OUTPUT.document
    assert json["metadata"]["kind"] == "client_tool"
    assert json["metadata"]["input"] == {"from": "/"}


def test_client_tool_without_a_schema() -> None:
    tool: ToolDefinition[dict[str, Json], Json, None, None] = ToolDefinition(
        name="beep", runs_on="client", input=None, output=None
    )
    (descriptor,) = build_batch(
        [ClientToolAsked(tool=tool, call_id="c", arguments={})],
        make_id=lambda asked, index: "a",
        run_id="r",
    )
    binding: Any = descriptor.metadata["tanstack:interruptBinding"]
    assert descriptor.response_schema == {}
    assert binding["responseSchemaHash"] == EMPTY_SCHEMA_HASH
    assert binding["outputSchemaHash"] == UNDEFINED_SCHEMA_HASH


def test_generics_count_their_place_in_the_whole_batch() -> None:
    indexes = [
        one.binding.content.batch_index
        for one in BATCH
        if one.binding and isinstance(one.binding.content, FirstPartyBinding)
    ]
    assert indexes == [3, 4]


def test_generic() -> None:
    json: Any = BATCH[3].json
    assert json["reason"] == "choice-required"
    assert json["message"] == "Which itinerary shall we book?"
    assert json["expiresAt"] == "2030-01-01T00:00:00Z"
    assert json["metadata"]["tanstack:interruptPayload"] == {"options": ["IC 1"]}
    assert json["metadata"]["tanstack:interruptBinding"]["expiresAt"] == "2030-01-01T00:00:00Z"
    continuation = continuation_from_descriptor(json)
    assert continuation is not None
    assert continuation.key == "trip"
    assert continuation.payload == {"options": ["IC 1"]}


def test_generic_without_schemas() -> None:
    json: Any = BATCH[4].json
    assert "responseSchema" not in json
    assert set(json["metadata"]) == {"tanstack:interruptBinding"}
    assert "responseSchemaHash" not in json["metadata"]["tanstack:interruptBinding"]


def test_no_nulls_but_those_of_the_arguments() -> None:
    for descriptor in BATCH[2:]:
        assert not holds_null(descriptor.json)


@pytest.mark.parametrize("interrupt_id", ["", "a b", "ä", "a/b", "a\n"])
def test_ids_that_are_refused(interrupt_id: str) -> None:
    with pytest.raises(LocalError, match="may not be"):
        build_batch(ASKED[:1], make_id=lambda asked, index: interrupt_id, run_id="r")


def test_ids_are_unique() -> None:
    with pytest.raises(LocalError, match="same id"):
        build_batch(ASKED, make_id=lambda asked, index: "a", run_id="r")


def test_a_tool_without_approval_cannot_ask_for_one() -> None:
    asked = ApprovalAsked(tool=server.pick_file, call_id="c", arguments={})
    with pytest.raises(LocalError, match="no approval to ask for"):
        build_batch([asked], make_id=long_id, run_id="r")
