"""Definitions of interrupts and tools, requests, conditions, registries and versions."""

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest

from interruptgen_runtime import (
    Condition,
    InterruptDefinition,
    InvalidRequest,
    Json,
    LocalError,
    Phase,
    Registry,
    ToolDefinition,
    lazy_module,
    require_emitter_format,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.errors import (
    DuplicateDefinition,
    IncompatibleCode,
    InvalidOutgoing,
)
from runtime.desk import models, schemas, server

PAYLOAD = models.ChooseItineraryPayload(options=["IC 1", "RE 2"])


def test_a_request_takes_its_defaults_from_the_definition() -> None:
    request = server.choose_itinerary.interrupt(key="trip", payload=PAYLOAD)
    assert request.definition is server.choose_itinerary
    assert (request.reason, request.message) == (
        "choice-required",
        "Which itinerary shall we book?",
    )
    assert request.payload is PAYLOAD
    assert request.payload_json == {"options": ["IC 1", "RE 2"]}
    assert request.expiry(1_000_000) == "1970-01-01T00:31:40.000Z"


def test_a_request_overrides_the_defaults() -> None:
    request = server.choose_itinerary.interrupt(
        key="trip", payload=PAYLOAD, reason="r", message="m", expires_at="2030-01-01"
    )
    assert (request.reason, request.message) == ("r", "m")
    assert request.expiry(0) == "2030-01-01"


def test_a_definition_without_schemas_and_defaults() -> None:
    request = server.call_desk.interrupt(key="k", reason="r", message="m")
    assert request.payload is None
    assert request.payload_json is ABSENT
    assert request.expiry(0) is None


@pytest.mark.parametrize(
    ("moment", "text"),
    [
        (datetime(2030, 1, 1, tzinfo=UTC), "2030-01-01T00:00:00.000Z"),
        (
            datetime(2030, 1, 1, 2, 0, 0, 1999, tzinfo=timezone(timedelta(hours=2))),
            "2030-01-01T00:00:00.001Z",
        ),
    ],
)
def test_a_moment_is_written_in_utc(moment: datetime, text: str) -> None:
    request = server.call_desk.interrupt(key="k", reason="r", message="m", expires_at=moment)
    assert request.expires_at == text


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("key", ""),
        ("key", " \n"),
        ("reason", "  "),
        ("reason", None),
        ("message", ""),
        ("message", None),
        ("expires_at", "soon"),
        ("expires_at", ""),
        ("expires_at", datetime(2030, 1, 1)),
        ("payload", PAYLOAD),
    ],
)
def test_an_error_names_the_argument(field: str, value: Any) -> None:
    given: Any = {"key": "k", "reason": "r", "message": "m", field: value}
    with pytest.raises(InvalidRequest, match=f"call-desk: {field} ") as caught:
        server.call_desk.interrupt(**given)
    assert caught.value.field == field
    assert isinstance(caught.value, LocalError)


def test_a_payload_is_required_where_it_has_a_schema() -> None:
    given: Any = {"key": "k"}
    with pytest.raises(InvalidRequest, match="payload is required"):
        server.choose_itinerary.interrupt(**given)


def test_a_payload_is_checked_at_once() -> None:
    with pytest.raises(InvalidOutgoing):
        server.choose_itinerary.interrupt(
            key="k", payload=models.ChooseItineraryPayload(options=[])
        )


def test_parametrised_definitions_can_be_made() -> None:
    definition = InterruptDefinition[None, Json](id="x", payload=None, response=None)
    assert definition.phases == ()
    assert ToolDefinition[Any, Any, None, None](name="x", input=None, output=None).name == "x"
    assert Phase("afterTools") is Phase.AFTER_TOOLS


def test_definitions_do_not_change() -> None:
    definition: Any = server.choose_itinerary
    with pytest.raises(AttributeError):
        definition.id = "other"


def arguments(amount: Json, traveller: str = "Ada") -> dict[str, Json]:
    return {"price": {"amount": amount, "currency": "EUR"}, "traveller": traveller}


@pytest.mark.parametrize(
    ("amount", "asks"), [(100, False), (100.0, False), (100.5, True), (10**30, True)]
)
def test_a_condition_decides_by_the_arguments(amount: Json, asks: bool) -> None:
    assert server.refund.asks(arguments(amount)) is asks


@pytest.mark.parametrize("bad", [float("nan"), "\ud800", {1: 2}, 10**400])
def test_arguments_that_are_no_json_are_asked_about(bad: Any) -> None:
    assert server.refund.asks({"price": {"amount": 1}, "x": bad})


def test_a_pattern_that_gives_up_asks() -> None:
    condition = Condition(json.dumps({"properties": {"a": {"pattern": r"(a*)*\1b"}}}))
    assert not condition.matches({"a": "c"})
    assert condition.matches({"a": "a" * 50})


@pytest.mark.parametrize("needs", [True, False])
def test_tools_that_always_or_never_ask(needs: bool) -> None:
    tool = ToolDefinition[dict[str, Json], Json, None, None](
        name="t", needs_approval=needs, input=None, output=None, response_hash="h"
    )
    assert tool.asks({}) is needs


def test_a_tool_that_asks_needs_a_response_hash() -> None:
    with pytest.raises(LocalError, match="response_hash"):
        ToolDefinition[Any, Any, None, None](name="t", needs_approval=True, input=None, output=None)


def test_description() -> None:
    assert server.refund.describe(arguments(120.0)) == "Refund 120 EUR to Ada?"
    assert server.pick_file.describe({}) == "Approval required to run pick_file"


def test_registry() -> None:
    assert server.registry.interrupts["choose-itinerary"] is server.choose_itinerary
    assert server.registry.tools["refund"] is server.refund
    assert server.refund in server.registry
    twin: InterruptDefinition[None, Json] = InterruptDefinition(
        id="call-desk", payload=None, response=None
    )
    assert twin not in server.registry
    other = Registry(tools=(ToolDefinition(name="beep", input=None, output=None),))
    both = server.registry | other
    assert list(both.tools) == ["refund", "pick_file", "beep"]
    assert list(both.interrupts) == ["choose-itinerary", "call-desk"]


def test_a_registry_refuses_duplicates() -> None:
    twin: InterruptDefinition[None, Json] = InterruptDefinition(
        id="call-desk", payload=None, response=None
    )
    tool: ToolDefinition[Any, Any, None, None] = ToolDefinition(
        name="refund", input=None, output=None
    )
    with pytest.raises(DuplicateDefinition, match="call-desk"):
        _ = server.registry | Registry(interrupts=(twin,))
    with pytest.raises(DuplicateDefinition, match="refund"):
        _ = server.registry | Registry(tools=(tool,))


@pytest.mark.parametrize(
    ("version", "remedy"), [(0, "interruptgen build"), (2, "pip install -U interruptgen-runtime")]
)
def test_generated_code_of_another_format_says_which_side_to_change(
    version: int, remedy: str
) -> None:
    with pytest.raises(IncompatibleCode, match=f"desk was generated in format {version}.*{remedy}"):
        require_emitter_format(version, "desk")


def test_lazy_modules() -> None:
    module = lazy_module("runtime.desk", "models")
    assert module.RefundReject is models.RefundReject
    assert repr(module) == "<lazy module 'runtime.desk.models'>"
    with pytest.raises(AttributeError):
        _ = module.Nothing
    with pytest.raises(LocalError, match="not part of a package"):
        lazy_module(None, "models")


def test_schema_hashes_of_tools() -> None:
    assert server.refund.input_hash == schemas.REFUND_INPUT.hash
    assert server.refund.contract.response_hash == server.refund.response_hash
