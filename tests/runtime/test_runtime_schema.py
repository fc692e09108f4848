"""Schemas: the JSON Schema decides, the pydantic class only types."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import MISSING, BaseModel, ConfigDict, Field, RootModel

from interruptgen_runtime import InvalidValue, Issue, LocalError, PeerError, Schema, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.checker import MAX_ISSUES
from interruptgen_runtime.core.errors import (
    BrokenSchema,
    InvalidIncoming,
    InvalidOutgoing,
    ViewMismatch,
)
from runtime.desk import models, schemas
from runtime.values import ANY_TEXT, CLEAN_TEXT, NUMBERS, json_values


class Anything(RootModel[Any]):
    """A view of everything."""


def schema(document: Any) -> Schema[Anything]:
    return Schema(view=lambda: Anything, hash=hash_json(document), text=json.dumps(document))


def nested(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("document", "value", "issues"),
    [
        ({"type": "integer"}, 3.0, ()),
        ({"type": "integer"}, 10**300, ()),
        ({"const": 3}, 3.0, ()),
        ({"const": 1}, True, (Issue((), "1 was expected"),)),
        ({"type": "string", "format": "date"}, "no date", ()),
        (
            {"maximum": 2**60},
            2**60 + 1,
            (Issue((), f"the value is greater than the maximum of {2**60}"),),
        ),
        (
            {"properties": {"a": {"items": {"type": "string"}}}},
            {"a": ["x", 1]},
            (Issue(("a", 1), 'the value is not of type "string"'),),
        ),
        ({"required": ["b"]}, {"a": 1}, (Issue(("b",), "is required"),)),
        (
            {"properties": {"a": {"required": ["b", "c"]}}},
            {"a": {}},
            (Issue(("a", "b"), "is required"), Issue(("a", "c"), "is required")),
        ),
        (
            {"items": {"properties": {"a": {}}, "additionalProperties": False}},
            [{"x": 1, "y": 2}],
            (Issue((0, "x"), "is not expected here"), Issue((0, "y"), "is not expected here")),
        ),
        ({"unevaluatedProperties": False}, {"x": 1}, (Issue(("x",), "is not expected here"),)),
        (
            {},
            {"a": "\ud800"},
            (Issue(("a",), "a string with a lone surrogate cannot be written in UTF-8"),),
        ),
        ({}, {"a": [float("nan")]}, (Issue(("a", 0), "nan is not a JSON number"),)),
        ({}, [10**309], (Issue((0,), "an integer beyond the range of a double"),)),
        ({}, {1: 1}, (Issue((), "an object key must be a string, not int"),)),
        ({}, [(1,)], (Issue((0,), "tuple is not a JSON type"),)),
        ({}, ABSENT, (Issue((), "a value is required"),)),
        ({}, nested(128), ()),
        (
            {},
            nested(129),
            (Issue((0,) * 128, "more than 128 arrays and objects inside one another"),),
        ),
    ],
)
def test_issues(document: Any, value: Any, issues: tuple[Issue, ...]) -> None:
    one = schema(document)
    assert one.issues(value) == issues
    assert one.accepts(value) is not bool(issues)


def test_messages_do_not_repeat_the_value() -> None:
    issues = schema({"properties": {"pin": {"enum": ["a", "b"]}}}).issues({"pin": "top secret"})
    assert "top secret" not in str(issues)


def test_issues_are_limited() -> None:
    assert len(schema({"items": {"type": "string"}}).issues([1] * 1000)) == MAX_ISSUES


@pytest.mark.parametrize("wrap", ["plain", "not", "if", "anyOf"])
def test_a_costly_pattern_refuses_the_value_wherever_it_stands(wrap: str) -> None:
    costly = {"pattern": r"(a*)*\1b"}
    documents = {
        "plain": costly,
        "not": {"not": costly},
        "if": {"if": costly, "then": False},
        "anyOf": {"anyOf": [costly, {"const": 1}]},
    }
    assert not schema(documents[wrap]).accepts("a" * 50)


@pytest.mark.parametrize(
    ("pattern", "accepted", "refused"),
    [
        (r"^\d+$", "12", "\u0661"),
        (r"^\w+$", "a_1", "é"),
        (r"^\s$", "\ufeff", "\u0085"),
        (r"^.$", "😀", "\u2028"),
        (r"^a$", "a", "a\n"),
        (r"^\p{L}+$", "é", "1"),
        (r"^(?!x)[a-z]+$", "ab", "xb"),
        (r"^\cA$", "\x01", "A"),
        (r"b", "abc", "ac"),
    ],
)
def test_patterns_are_those_of_ecmascript(pattern: str, accepted: str, refused: str) -> None:
    one = schema({"type": "string", "pattern": pattern})
    assert one.accepts(accepted)
    assert not one.accepts(refused)


def test_nothing_is_fetched() -> None:
    with pytest.raises(BrokenSchema, match="interruptgen build"):
        schema({"$ref": "https://example.com/schema"}).issues(1)


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


@given(json_values(ANY_TEXT, NUMBERS))
def test_checking_never_raises(value: Any) -> None:
    one = schema({"anyOf": [{"type": "integer"}, {"items": {"minimum": 3}, "minProperties": 1}]})
    checked = one.check(value)
    assert checked.issues or checked.value == value


def test_document_is_the_text() -> None:
    assert schema({"type": "integer"}).document == {"type": "integer"}
    assert json.loads(schemas.REFUND_INPUT.text) == schemas.REFUND_INPUT.document
