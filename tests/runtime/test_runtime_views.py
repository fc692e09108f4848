"""The classes that type the values of schemas: what goes in comes out unchanged."""

import json
from typing import Annotated, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import MISSING, BaseModel, ConfigDict, Field

from interruptgen_runtime import InvalidValue, Json, LocalError, PeerError, Schema
from interruptgen_runtime.core.errors import InvalidIncoming, InvalidOutgoing, ViewMismatch
from interruptgen_runtime.core.views import View
from runtime.desk import models, schemas
from runtime.values import CLEAN_TEXT, json_values


def test_parse_reads_numbers_before_typing() -> None:
    response = schemas.CHOOSE_ITINERARY_RESPONSE.parse({"choice": 3.0})
    assert response == models.ChooseItineraryResponse(choice=3)
    assert type(response.choice) is int


def test_parse_keeps_large_integers() -> None:
    assert schemas.CHOOSE_ITINERARY_RESPONSE.parse({"choice": 10**30}).choice == 10**30


def test_parse_takes_tuples_enumerations_and_roots_from_json() -> None:
    refund = schemas.REFUND_INPUT.parse(
        {"price": {"amount": 2, "currency": "EUR"}, "traveller": "Ada", "reference": None}
    )
    assert refund.price.currency is models.Currency.EUR
    payload = schemas.CHOOSE_ITINERARY_PAYLOAD.parse({"options": ["x"], "legs": [["a", "b"]]})
    assert payload.legs == [models.Leg(("a", "b"))]
    assert schemas.REFUND_OUTPUT.parse("paid").root == "paid"


def test_parse_refuses_with_issues_and_blames_the_peer() -> None:
    with pytest.raises(InvalidIncoming) as caught:
        schemas.CHOOSE_ITINERARY_RESPONSE.parse({"choice": -1})
    assert caught.value.issues[0].path == ("choice",)
    assert isinstance(caught.value, PeerError)
    assert isinstance(caught.value, InvalidValue)


@pytest.mark.parametrize(
    "value",
    [
        {"choice": 1},
        {"choice": 1, "remark": None},
        {"choice": 1, "remark": "x", "holdUntil": "2026-01-01"},
    ],
)
def test_dump_gives_back_what_was_parsed(value: Any) -> None:
    one = schemas.CHOOSE_ITINERARY_RESPONSE
    assert one.dump(one.parse(value)) == value


def test_dump_leaves_defaults_out_and_keeps_required_nulls_and_extra_keys() -> None:
    refund = models.RefundInput(
        price=models.Price(amount=2.0, currency=models.Currency.USD),
        traveller="Ada",
        reference=None,
    )
    assert schemas.REFUND_INPUT.dump(refund) == {
        "price": {"amount": 2, "currency": "USD"},
        "traveller": "Ada",
        "reference": None,
    }
    given = {"options": ["x"], "extra": {"deep": [None, 1.5]}}
    payload = schemas.CHOOSE_ITINERARY_PAYLOAD.parse(given)
    assert schemas.CHOOSE_ITINERARY_PAYLOAD.dump(payload) == given


@pytest.mark.parametrize(
    ("amount", "path"), [(0, ("amount",)), (float("nan"), ("amount",)), (float("inf"), ("amount",))]
)
def test_dump_checks_what_the_class_does_not(amount: float, path: tuple[str]) -> None:
    document = {"properties": {"amount": {"exclusiveMinimum": 0}}}
    price: Schema[models.Price] = Schema(
        view=lambda: models.Price, hash="", text=json.dumps(document)
    )
    with pytest.raises(InvalidOutgoing) as caught:
        price.dump(models.Price(amount=amount, currency=models.Currency.EUR))
    assert caught.value.issues[0].path == path
    assert isinstance(caught.value, LocalError)


def test_dump_refuses_an_instance_of_another_class() -> None:
    other: Any = models.RefundReject(reason="x")
    with pytest.raises(LocalError, match="ChooseItineraryResponse, not of RefundReject"):
        schemas.CHOOSE_ITINERARY_RESPONSE.dump(other)


class Narrow(BaseModel):
    model_config = ConfigDict(strict=True)
    count: int


def test_a_class_narrower_than_its_schema_is_named() -> None:
    one: Schema[Narrow] = Schema(view=lambda: Narrow, hash="", text='{"type":"object"}')
    with pytest.raises(ViewMismatch, match=r"Narrow refuses.*Field required.*interruptgen build"):
        one.parse({})


class Open(BaseModel):
    model_config = ConfigDict(extra="allow", strict=True)
    optional: int | None = None
    either: int | MISSING | None = MISSING
    renamed: int | None = Field(default=None, alias="a-b")
    child: "Open | None" = None


OPEN: Schema[Open] = Schema(
    view=lambda: Open,
    hash="",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "optional": {"type": "integer"},
                "either": {"type": ["integer", "null"]},
                "a-b": {"type": "integer"},
                "child": {"$ref": "#"},
            },
        }
    ),
)


@given(
    st.recursive(
        st.just({}),
        lambda inner: st.fixed_dictionaries(
            {},
            optional={
                "optional": st.integers(-(10**20), 10**20),
                "either": st.none() | st.integers(),
                "a-b": st.integers(),
                "child": inner,
                "extra": json_values(CLEAN_TEXT, st.integers()),
            },
        ),
        max_leaves=5,
    )
)
def test_what_is_accepted_comes_back_unchanged(value: dict[str, Any]) -> None:
    assert OPEN.accepts(value)
    assert OPEN.dump(OPEN.parse(value)) == value


class Renamed(BaseModel):
    model_config = ConfigDict(extra="allow", validate_by_name=True)

    edited_args: Annotated[int | None, Field(alias="editedArgs")] = None


def test_a_key_that_is_spelled_like_a_field_is_another_key() -> None:
    view = View(Renamed)
    values: list[Json] = [{"edited_args": "text"}, {"edited_args": 1, "editedArgs": 2}]
    for value in values:
        assert view.unload(view.load(value)) == value
    assert view.load({"edited_args": 7}).edited_args is None
