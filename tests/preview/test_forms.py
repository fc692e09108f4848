"""Every shape of a schema has a form that a person can fill, or says that it has none."""

import json

import pytest

from interruptgen.model import Json, JsonObject
from preview.shapes import FORMLESS, SHAPES, do
from preview.showing import Shower, asking, payload, sent, several

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", SHAPES)
def test_a_person_can_fill_the_form(shower: Shower, name: str) -> None:
    schema, steps, expected = SHAPES[name]
    shown = shower.show(asking(schema))
    do(shown, steps)
    value = payload(shown)
    assert json.dumps(value, sort_keys=True) == json.dumps(expected, sort_keys=True)
    shown.get_by_role("button", name="JSON", exact=True).click()
    assert json.loads(shown.get_by_label("Answer as JSON").input_value()) == expected


@pytest.mark.parametrize(("schema", "reason"), FORMLESS)
def test_what_has_no_form_is_entered_as_json(shower: Shower, schema: Json, reason: str) -> None:
    shown = shower.show(asking(schema))
    assert reason in shown.locator(".answer").inner_text()
    assert shown.get_by_role("button", name="Form", exact=True).count() == 0
    shown.get_by_label("Answer as JSON").fill("[")
    assert "cannot be read" in shown.locator(".answer").inner_text()
    assert sent(shown) is None


def test_a_number_that_cannot_be_carried_is_told(shower: Shower) -> None:
    shown = shower.show(asking({"type": "object", "properties": {"n": {"type": "integer"}}}))
    shown.get_by_label("n", exact=True).fill("9007199254740993")
    assert "9007199254740992 is sent" in shown.locator(".answer").inner_text()
    assert payload(shown) == {"n": 9007199254740992}
    shown.get_by_label("n", exact=True).fill("1e400")
    assert "Must be a whole number, not text." in shown.locator(".answer").inner_text()
    assert sent(shown) is None
    shown.get_by_role("button", name="JSON", exact=True).click()
    shown.get_by_label("Answer as JSON").fill('{"n": 1e400}')
    assert "too large" in shown.locator(".answer").inner_text()
    shown.get_by_label("Answer as JSON").fill('{"n": 12345678901234567890}')
    assert "cannot carry 12345678901234567890" in shown.locator(".answer").inner_text()


def test_a_part_that_is_no_json_is_never_left_out_silently(shower: Shower) -> None:
    shown = shower.show(asking({"type": "object", "properties": {"v": True}}))
    shown.get_by_label("v", exact=True).fill("1")
    assert payload(shown) == {"v": 1}
    shown.get_by_label("v", exact=True).fill("{")
    assert sent(shown) is None
    shown.get_by_label("v", exact=True).fill("")
    assert payload(shown) == {}


def test_faults_stand_at_their_fields(shower: Shower) -> None:
    schema: JsonObject = {
        "type": "object",
        "properties": {"n": {"type": "integer", "minimum": 5}, "s": {"type": "string"}},
        "required": ["s"],
    }
    shown = shower.show(asking(schema))
    shown.get_by_label("n", exact=True).fill("3")
    number, text = shown.get_by_label("n", exact=True), shown.get_by_label("s", exact=True)
    assert number.get_attribute("aria-invalid") == "true"
    described = number.get_attribute("aria-describedby") or ""
    assert shown.locator(f"[id='{described}']").inner_text() == "Must be at least 5."
    described = text.get_attribute("aria-describedby") or ""
    assert shown.locator(f"[id='{described}']").inner_text() == "Is required."
    assert sent(shown) is None


def test_members_that_the_schema_does_not_name_are_shown(shower: Shower) -> None:
    example: Json = {"response": {"a": "x", "more": [1], "constructor": 2}}
    schema: JsonObject = {"type": "object", "properties": {"a": {"type": "string"}}}
    shown = shower.show(asking(schema, examples=[example, {"response": {"a": "x", "b": {}}}]))
    shown.get_by_role("button", name="Fill in the example").click()
    assert payload(shown) == {"a": "x", "more": [1], "constructor": 2}
    shown.get_by_label("Example", exact=True).select_option("1")
    shown.get_by_role("button", name="Fill in the example").click()
    assert json.loads(shown.get_by_label("b", exact=True).input_value()) == {}
    shown.get_by_role("button", name="Remove b").click()
    assert payload(shown) == {"a": "x"}


def test_changed_arguments_begin_as_the_shown_ones(shower: Shower) -> None:
    tool: JsonObject = {
        "description": "Pay.",
        "needsApproval": True,
        "inputSchema": {
            "type": "object",
            "properties": {"amount": {"type": "number"}},
            "required": ["amount"],
        },
        "examples": [{"input": {"amount": 1}}, {"input": {"amount": 2}}],
    }
    shown = shower.show(several({}, {"pay": tool}))
    assert payload(shown) == {"approved": True}
    shown.get_by_label("Change the arguments first").check()
    assert payload(shown) == {"approved": True, "editedArgs": {"amount": 1}}
    shown.get_by_label("Example", exact=True).select_option("1")
    shown.get_by_label("Change the arguments first").check()
    assert payload(shown) == {"approved": True, "editedArgs": {"amount": 2}}
    shown.get_by_label("amount", exact=True).fill("2.5")
    assert payload(shown) == {"approved": True, "editedArgs": {"amount": 2.5}}
    shown.get_by_label("Reject", exact=True).check()
    assert payload(shown) == {"approved": False}
    shown.get_by_label("Cancel", exact=True).check()
    assert sent(shown) == {"interruptId": "…", "status": "cancelled"}
