"""What a finding says: sentences that are true, and that can be understood without the schemas."""

import json
from pathlib import Path
from typing import Any

import pytest

from diff.states import Captured, compared
from interruptgen.model import Json, JsonObject

pytestmark = pytest.mark.usefixtures("plain")

INT: JsonObject = {"type": "integer"}
TEXT: JsonObject = {"type": "string"}
BOTH: JsonObject = {"type": "object", "properties": {"a": TEXT, "then": TEXT}}


def pair(*items: Json) -> JsonObject:
    return {"type": "array", "prefixItems": list[Json](items), "items": False}


def asking(slot: str, schema: Json) -> str:
    keys: Json = {"message": "Well?", slot: schema}
    return json.dumps({"interruptgen": 1, "package": "desk", "interrupts": {"ask": keys}})


def on_the_wire(tmp_path: Path, captured: Captured, slot: str, old: Json, new: Json) -> list[Any]:
    document = compared(tmp_path, captured, asking(slot, old), asking(slot, new))
    assert document["compared"], document["faults"]
    return [one for one in document["findings"] if one["category"] == "wire"]


CASES: list[tuple[str, str, JsonObject, JsonObject, str]] = [
    (
        "an item less",
        "responseSchema",
        pair(TEXT, INT),
        pair(TEXT),
        "`[1]` is refused now, and was accepted before",
    ),
    (
        "an item more",
        "payloadSchema",
        pair(TEXT),
        pair(TEXT, INT),
        "`[1]` may be there now, and was refused before",
    ),
    (
        "required by a condition",
        "responseSchema",
        BOTH,
        {**BOTH, "if": {"required": ["a"]}, "then": {"required": ["then"]}},
        "`then` is required now by `then`, and was not before",
    ),
    (
        "required by another property",
        "responseSchema",
        BOTH,
        {**BOTH, "dependentRequired": {"then": ["a"]}},
        "`a` is required now by `dependentRequired`, and was not before",
    ),
    (
        "required in a property with the name of a keyword",
        "responseSchema",
        {"type": "object", "properties": {"then": BOTH}},
        {"type": "object", "properties": {"then": {**BOTH, "required": ["a"]}}},
        "`a` of `then` is required now, and was not before",
    ),
    (
        "no longer required by another property",
        "payloadSchema",
        {**BOTH, "dependentRequired": {"then": ["a"]}},
        BOTH,
        "`a` may be missing now, and was required before by `dependentRequired`",
    ),
    (
        "excluded",
        "responseSchema",
        BOTH,
        {**BOTH, "not": {"required": ["a"]}},
        "some values are refused by `not` now, and were accepted before",
    ),
    (
        "excluded in a part",
        "responseSchema",
        {"type": "object", "properties": {"b": BOTH}},
        {"type": "object", "properties": {"b": {**BOTH, "not": {"required": ["a"]}}}},
        "some values of `b` are refused by `not` now, and were accepted before",
    ),
]


@pytest.mark.parametrize(
    ("slot", "old", "new", "said"), [one[1:] for one in CASES], ids=[one[0] for one in CASES]
)
def test_what_is_said(
    slot: str, old: JsonObject, new: JsonObject, said: str, tmp_path: Path, capsys: Captured
) -> None:
    (found,) = on_the_wire(tmp_path, capsys, slot, old, new)
    assert found["message"].partition(": ")[2] == said
    assert found["witness"]


@pytest.mark.parametrize(
    ("slot", "before", "after"),
    [
        ("responseSchema", "not required", "required"),
        ("payloadSchema", "required", "not required"),
    ],
)
def test_before_and_after_of_what_is_required(
    slot: str, before: str, after: str, tmp_path: Path, capsys: Captured
) -> None:
    free: JsonObject = {"type": "object", "properties": {"a": INT}}
    states: list[Json] = [free, {**free, "required": ["a"]}]
    if slot == "payloadSchema":
        states.reverse()
    (found,) = on_the_wire(tmp_path, capsys, slot, *states)
    assert (found["before"], found["after"]) == (before, after)


@pytest.mark.parametrize(
    ("bounds", "values", "refused"),
    [((1, 3), [1, 2, 3], None), ((1, 4), [1, 2, 3], 4), ((0, 60), list(range(60)), 60)],
)
def test_few_integers_are_compared_one_by_one(
    bounds: tuple[int, int],
    values: list[int],
    refused: int | None,
    tmp_path: Path,
    capsys: Captured,
) -> None:
    old: Json = {"type": "integer", "minimum": bounds[0], "maximum": bounds[1]}
    new: Json = {"enum": list[Json](values)}
    found = on_the_wire(tmp_path, capsys, "responseSchema", old, new)
    assert [one["witness"]["value"] for one in found] == ([] if refused is None else [refused])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({"enum": [1, 2]}, {"type": "integer", "minimum": 2}, "the value cannot be `1` any more"),
        ({"enum": ["a", "B"]}, {"type": "string", "pattern": "^[a-z]$"}, '`"B"` any more'),
        ({"enum": [True, 1]}, {"enum": [1]}, "the value cannot be `true` any more"),
        (
            {"type": "integer", "minimum": 1, "maximum": 5},
            {"type": "integer", "minimum": 1, "maximum": 3},
            "`maximum` is `3` now, and was `5` before",
        ),
    ],
)
def test_values_that_are_refused_are_named(
    old: Json, new: Json, said: str, tmp_path: Path, capsys: Captured
) -> None:
    (found,) = on_the_wire(tmp_path, capsys, "responseSchema", old, new)
    assert found["message"].endswith(said)


@pytest.mark.parametrize(
    ("change", "hint"),
    [
        ({"needsApproval": False}, "have them answered before the deploy"),
        ({"runsOn": "client"}, "have them answered before the deploy"),
        ({"inputSchema": {"type": "object", "required": ["x"]}}, "accept what was accepted"),
    ],
)
def test_advice_on_what_is_stale(
    change: JsonObject, hint: str, tmp_path: Path, capsys: Captured
) -> None:
    old: JsonObject = {"inputSchema": {"type": "object"}, "needsApproval": True}
    texts = [
        json.dumps({"interruptgen": 1, "package": "desk", "tools": {"pay": one}})
        for one in (old, {**old, **change})
    ]
    document = compared(tmp_path, capsys, *texts)
    (found,) = [one for one in document["findings"] if one["code"] == "IG761"]
    assert found["hint"].startswith(hint)
