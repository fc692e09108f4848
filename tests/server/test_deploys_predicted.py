"""What `diff` says of pending decisions is what happens to them."""

import json
from pathlib import Path
from typing import Any

import pytest

from interruptgen.cli import main
from interruptgen_runtime import InterruptDescriptor, Json, JsonObject
from interruptgen_runtime.testing import Call, approved, resolved
from server.deploys import BEFORE, DESK, Deployment, deploys
from server.test_deploys import errors, pause_and_answer

REFUND = Call("c1", "refund", {"amount": 7})
ACCEPTED, UPGRADE = "IG760", "IG762"
INTEGER: JsonObject = {"type": "integer"}
TEXT: JsonObject = {"type": "string"}
CHOICES: dict[str, JsonObject] = {
    "a text of the schema": {"description": "b"},
    "another property": {"properties": {"choice": INTEGER, "b": {}}},
    "nothing required": {"required": []},
    "another type too": {"properties": {"choice": {"type": ["integer", "string"]}}},
    "a bound": {"properties": {"choice": {**INTEGER, "maximum": 5}}},
    "an enum": {"properties": {"choice": {"enum": [1, 2]}}},
    "another type": {"properties": {"choice": TEXT}},
    "a closed object": {"additionalProperties": False},
    "another name": {"properties": {"option": INTEGER}, "required": ["option"]},
    "no property": {"maxProperties": 0, "required": []},
    "a pattern of names": {"propertyNames": {"pattern": "^c"}},
}
TICKETS: dict[str, JsonObject] = {
    "another property": {"properties": {"ticket": TEXT, "b": {}}},
    "a length": {"properties": {"ticket": {**TEXT, "maxLength": 3}}},
    "two required": {"properties": {"ticket": TEXT, "b": {}}, "required": ["b", "ticket"]},
    "another name": {"properties": {"number": TEXT}, "required": ["number"]},
}


def changed(name: str, schema: JsonObject, changes: JsonObject) -> str:
    """Return the schema of an object with one required property, with changes."""
    return json.dumps(
        {"type": "object", "properties": {name: schema}, "required": [name], **changes}
    )


def predicted(
    folder: Path, word: str, schema: str, id: str, capsys: pytest.CaptureFixture[str]
) -> tuple[str, Json]:
    """Return the code of what becomes of pending decisions, and an answer that shows it."""
    for name, words in (("old", BEFORE), ("new", {**BEFORE, word: schema})):
        text = DESK
        for each, content in words.items():
            text = text.replace(each, content)
        (folder / name / "interrupts").mkdir(parents=True)
        (folder / name / "interrupts/desk.yaml").write_text(text, encoding="utf-8")
        configuration = 'sources = ["interrupts"]\nout = "generated"\n'
        (folder / name / "interruptgen.toml").write_text(configuration, encoding="utf-8")
    main(["diff", str(folder / "old"), str(folder / "new"), "--format", "json"])
    found: list[Any] = json.loads(capsys.readouterr().out)["findings"]
    mine = [one for one in found if one["id"] == id]
    (code,) = [one["code"] for one in mine if one["category"] == "in-flight"]
    witnesses = [
        one["witness"] for one in mine if one["witness"] is not None and one["category"] == "wire"
    ]
    return code, witnesses[0]["value"] if witnesses else None


@pytest.mark.parametrize("change", CHOICES)
def test_responses(change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = changed("choice", INTEGER, CHOICES[change])
    code, witness = predicted(tmp_path, "RESPONSE", schema, "choose", capsys)
    before, after = deploys(tmp_path, {"RESPONSE": schema})
    old, new = Deployment(before, asks=True), Deployment(after, asks=True)
    answer: Json = {"choice": 2} if code == ACCEPTED else witness
    thread = pause_and_answer(old, new, lambda each: resolved(each, answer))
    codes = [each["code"] for each in errors(thread)]
    assert code in (ACCEPTED, UPGRADE)
    assert codes == ([] if code == ACCEPTED else ["stale", "item-validation-failed"])
    assert len(new.choosing.answers) == (code == ACCEPTED)


@pytest.mark.parametrize("change", TICKETS)
def test_approvals(change: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    schema = changed("ticket", TEXT, TICKETS[change])
    code, witness = predicted(tmp_path, "DECISION", schema, "refund", capsys)
    before, after = deploys(tmp_path, {"DECISION": schema})
    old, new = Deployment(before, (REFUND,)), Deployment(after)

    def answer(each: InterruptDescriptor) -> JsonObject:
        return approved(each, {"ticket": "T-1"} if code == ACCEPTED else witness)

    thread = pause_and_answer(old, new, answer)
    codes = [each["code"] for each in errors(thread)]
    assert codes == ([] if code == ACCEPTED else ["stale", "item-validation-failed"])
    assert len(new.paid) == (code == ACCEPTED)
