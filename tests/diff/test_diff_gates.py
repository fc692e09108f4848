"""A condition that stays as it is, and an input that changes below it: who is asked about what."""

import json
from pathlib import Path

import pytest

from diff.states import Captured, compared
from interruptgen.model import Json, JsonObject

pytestmark = pytest.mark.usefixtures("plain")

NUMBER: JsonObject = {"type": "number"}
TEXT: JsonObject = {"type": "string"}
MANY: JsonObject = {"properties": {"amount": {"type": "number", "minimum": 5}}}
MUCH: JsonObject = {**MANY, "required": ["amount"]}


def inputs(*required: str, **properties: Json) -> JsonObject:
    return {"type": "object", "properties": properties, "required": [*required]}


def tool(schema: JsonObject, condition: JsonObject) -> str:
    keys: JsonObject = {"inputSchema": schema, "needsApproval": {"when": condition}}
    return json.dumps({"interruptgen": 1, "package": "desk", "tools": {"pay": keys}})


GONE = "the condition asks about `amount`, which the input has no longer"
MISSING = "`amount` may be missing now, and nobody is asked about such a call"
NONE = "no call of tool `pay` can be such that it is asked about"
WIDER = '`amount` may be `"text"` now, and nobody is asked about such a call'
PRICE: JsonObject = {"$ref": "#/$defs/Price"}

CASES: list[tuple[str, JsonObject, JsonObject, JsonObject, list[str]]] = [
    ("renamed", MUCH, inputs("amount", amount=NUMBER), inputs("total", total=NUMBER), [GONE]),
    (
        "renamed and closed",
        MUCH,
        inputs("amount", amount=NUMBER),
        {**inputs("total", total=NUMBER), "additionalProperties": False},
        [NONE],
    ),
    ("optional", MUCH, inputs("amount", amount=NUMBER), inputs(amount=NUMBER), [MISSING]),
    ("optional and asked", MANY, inputs("amount", amount=NUMBER), inputs(amount=NUMBER), []),
    (
        "of another type",
        MUCH,
        inputs("amount", amount=NUMBER),
        inputs("amount", amount=TEXT),
        [NONE],
    ),
    (
        "of a type more",
        MUCH,
        inputs("amount", amount=NUMBER),
        inputs("amount", amount={"type": ["number", "string"]}),
        [WIDER],
    ),
    (
        "of a type more, and asked",
        {"properties": {"amount": {"minimum": 5}}, "required": ["amount"]},
        inputs("amount", amount={"type": "number", "minimum": 5}),
        inputs("amount", amount={"type": ["number", "string"], "minimum": 5}),
        [],
    ),
    (
        "narrower",
        MUCH,
        inputs("amount", amount=NUMBER),
        inputs("amount", amount={"type": "integer"}),
        [],
    ),
    (
        "something else",
        MUCH,
        inputs("amount", amount=NUMBER),
        inputs("amount", amount=NUMBER, to=TEXT),
        [],
    ),
    (
        "in a shared schema",
        MUCH,
        {**inputs("amount", amount=PRICE), "$defs": {"Price": NUMBER}},
        {**inputs("amount", amount=PRICE), "$defs": {"Price": {"type": ["number", "string"]}}},
        [WIDER],
    ),
    (
        "an input that is a reference",
        MUCH,
        {
            "type": "object",
            "$ref": "#/$defs/Input",
            "$defs": {"Input": inputs("amount", amount=NUMBER)},
        },
        {"type": "object", "$ref": "#/$defs/Input", "$defs": {"Input": inputs(amount=NUMBER)}},
        [MISSING],
    ),
    (
        "a condition that is a reference",
        {"$ref": "#/$defs/Much", "$defs": {"Much": MUCH}},
        inputs("amount", amount=NUMBER),
        inputs("total", total=NUMBER),
        [GONE],
    ),
    (
        "one of several conditions",
        {"anyOf": [MUCH, {"properties": {"to": {"const": "abroad"}}, "required": ["to"]}]},
        inputs("amount", amount=NUMBER),
        inputs("total", total=NUMBER),
        [GONE],
    ),
    (
        "in parts",
        {"allOf": [MUCH, {"properties": {"amount": {"multipleOf": 2}}}]},
        inputs("amount", amount=NUMBER),
        {"type": "object", "allOf": [inputs("amount", amount={"type": ["number", "string"]})]},
        [WIDER],
    ),
    ("never asked", MUCH, inputs("a", a=TEXT), inputs("a", a=NUMBER), []),
]


@pytest.mark.parametrize(
    ("condition", "old", "new", "said"), [one[1:] for one in CASES], ids=[one[0] for one in CASES]
)
def test_an_input_under_a_condition(
    condition: JsonObject,
    old: JsonObject,
    new: JsonObject,
    said: list[str],
    tmp_path: Path,
    capsys: Captured,
) -> None:
    document = compared(tmp_path, capsys, tool(old, condition), tool(new, condition))
    assert document["compared"], document["faults"]
    found = [one for one in document["findings"] if one["code"] == "IG775"]
    assert [one["message"] for one in found] == said
    assert all(one["witness"] is None and one["hint"] for one in found)


def test_each_has_a_fingerprint_of_its_own(tmp_path: Path, capsys: Captured) -> None:
    both: JsonObject = {
        "properties": {"amount": {"minimum": 5}, "to": {"const": "abroad"}},
        "required": ["amount", "to"],
    }
    old = tool(inputs("amount", "to", amount=NUMBER, to=TEXT), both)
    new = tool(inputs(amount=NUMBER, to=TEXT), both)
    found = compared(tmp_path, capsys, old, new)["findings"]
    prints = [one["fingerprint"] for one in found if one["code"] == "IG775"]
    assert len(prints) == len(set(prints)) == 2
