"""Every shape of a schema has a form that a person can fill, or says that it has none."""

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from cases_exact.pasting import cases
from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources
from interruptgen.preview import decisions
from preview.showing import Shower, asking, mount_all, payload, sent, several

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

Steps = list[tuple[str, ...]]

TREE: JsonObject = {
    "$defs": {
        "Node": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "inside": {"type": "array", "items": {"$ref": "#/$defs/Node"}},
            },
            "required": ["name"],
        }
    },
    "$ref": "#/$defs/Node",
}

CARD_OR_TRANSFER: JsonObject = {
    "oneOf": [
        {
            "title": "By card",
            "type": "object",
            "properties": {"kind": {"const": "card"}, "number": {"type": "string"}},
            "required": ["kind", "number"],
        },
        {
            "title": "By transfer",
            "type": "object",
            "properties": {"kind": {"const": "transfer"}, "iban": {"type": "string"}},
            "required": ["kind", "iban"],
        },
    ]
}

SHAPES: dict[str, tuple[Json, Steps, Json]] = {
    "text": ({"type": "string"}, [("fill", "Answer", "yes")], "yes"),
    "long text": ({"type": "string", "maxLength": 5000}, [("fill", "Answer", "a\nb")], "a\nb"),
    "number": ({"type": "number"}, [("fill", "Answer", "1.50")], 1.5),
    "whole number": ({"type": "integer", "minimum": 1}, [("fill", "Answer", "12")], 12),
    "yes or no": (
        {"type": "object", "properties": {"a": {"type": "boolean"}, "b": {"type": "boolean"}}},
        [("select", "a", "No")],
        {"a": False},
    ),
    "enum": ({"enum": ["x", 1, None, ""]}, [("select", "Answer", "1")], 1),
    "empty text in an enum": ({"enum": ["x", ""]}, [("select", "Answer", "(empty text)")], ""),
    "const": ({"const": "only"}, [("select", "Answer", "only")], "only"),
    "null": ({"type": "null"}, [("select", "Answer", "null")], None),
    "nullable": (
        {"type": "object", "properties": {"n": {"type": ["string", "null"]}}},
        [("select", "n: which kind", "Nothing (null)")],
        {"n": None},
    ),
    "nullable text": (
        {"type": "object", "properties": {"n": {"type": ["string", "null"]}}},
        [("select", "n: which kind", "Text"), ("fill", "n", "a")],
        {"n": "a"},
    ),
    "one of several": (
        CARD_OR_TRANSFER,
        [("select", "Answer: which kind", "By transfer"), ("fill", "iban", "AT1")],
        {"kind": "transfer", "iban": "AT1"},
    ),
    "another one of several": (
        CARD_OR_TRANSFER,
        [
            ("select", "Answer: which kind", "By transfer"),
            ("fill", "iban", "AT1"),
            ("select", "Answer: which kind", "By card"),
            ("fill", "number", "4"),
        ],
        {"kind": "card", "number": "4"},
    ),
    "constants to choose from": (
        {"oneOf": [{"const": "a", "title": "First"}, {"const": "b", "title": "Second"}]},
        [("select", "Answer", "Second")],
        "b",
    ),
    "list": (
        {"type": "array", "items": {"type": "string"}},
        [
            ("click", "Add an item to Answer"),
            ("fill", "Item 1", "a"),
            ("click", "Add an item to Answer"),
            ("fill", "Item 2", "b"),
            ("click", "Move up Item 2"),
        ],
        ["b", "a"],
    ),
    "list with an item removed": (
        {"type": "array", "items": {"type": "integer"}},
        [
            ("click", "Add an item to Answer"),
            ("fill", "Item 1", "1"),
            ("click", "Add an item to Answer"),
            ("fill", "Item 2", "2"),
            ("click", "Remove Item 1"),
        ],
        [2],
    ),
    "empty list": (
        {"type": "object", "properties": {"l": {"type": "array"}}, "required": ["l"]},
        [("click", "Send an empty list for l")],
        {"l": []},
    ),
    "list of lists": (
        {"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
        [
            ("click", "Add an item to Answer"),
            ("click", "Add an item to Item 1"),
            ("fill", "Item 1", "7"),
        ],
        [[7]],
    ),
    "positions": (
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}], "items": False},
        [("fill", "Item 1", "a"), ("fill", "Item 2", "2")],
        ["a", 2],
    ),
    "first position alone": (
        {"type": "array", "prefixItems": [{"type": "string"}, {"type": "number"}]},
        [("fill", "Item 1", "a"), ("fill", "Item 2", "2"), ("fill", "Item 2", "")],
        ["a"],
    ),
    "map": (
        {"type": "object", "additionalProperties": {"type": "integer"}},
        [
            ("fill", "Name of a further member of Answer", "x"),
            ("click", "Add member"),
            ("fill", "x", "3"),
        ],
        {"x": 3},
    ),
    "pattern of names": (
        {
            "type": "object",
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": False,
        },
        [
            ("fill", "Name of a further member of Answer", "x-a"),
            ("click", "Add member"),
            ("fill", "x-a", "b"),
        ],
        {"x-a": "b"},
    ),
    "object without fields": (
        {"type": "object", "properties": {"a": {"type": "string"}}},
        [("click", "Send it without any field for Answer")],
        {},
    ),
    "object in an object": (
        {
            "type": "object",
            "properties": {
                "who": {
                    "title": "Person",
                    "type": "object",
                    "properties": {"name": {"title": "Full name", "type": "string"}},
                },
                "other": {"type": "object", "properties": {"x": {"type": "string"}}},
            },
        },
        [("fill", "Full name", "A")],
        {"who": {"name": "A"}},
    ),
    "text taken back": (
        {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        [("fill", "a", "x"), ("fill", "b", "y"), ("fill", "a", "")],
        {"b": "y"},
    ),
    "all of": (
        {
            "allOf": [
                {"type": "object", "properties": {"a": {"type": "string"}}},
                {"properties": {"b": {"type": "number"}}, "required": ["b"]},
            ]
        },
        [("fill", "a", "x"), ("fill", "b", "1")],
        {"a": "x", "b": 1},
    ),
    "conditional": (
        {
            "type": "object",
            "properties": {"ok": {"type": "boolean"}},
            "if": {"properties": {"ok": {"const": False}}, "required": ["ok"]},
            "then": {"properties": {"why": {"type": "string"}}, "required": ["why"]},
        },
        [("select", "ok", "No"), ("fill", "why", "so")],
        {"ok": False, "why": "so"},
    ),
    "bounds in alternatives": (
        {
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        },
        [("fill", "b", "x")],
        {"b": "x"},
    ),
    "tree": (
        TREE,
        [
            ("fill", "name", "a"),
            ("click", "Add an item to inside"),
            ("fill second", "name", "b"),
        ],
        {"name": "a", "inside": [{"name": "b"}]},
    ),
    "any value": (
        {"type": "object", "properties": {"v": True}},
        [("fill", "v", '{"x": [1]}')],
        {"v": {"x": [1]}},
    ),
}


def do(shown: "Page", steps: Steps) -> None:
    for action, name, *rest in steps:
        if action == "click":
            shown.get_by_role("button", name=name, exact=True).click()
        elif action == "select":
            shown.get_by_label(name, exact=True).select_option(label=rest[0])
        else:
            place = 1 if action == "fill second" else 0
            shown.get_by_role("textbox", name=_named(name)).nth(place).fill(rest[0])


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"^{re.escape(name)}( required)?$")


@pytest.mark.parametrize("name", SHAPES)
def test_a_person_can_fill_the_form(shower: Shower, name: str) -> None:
    schema, steps, expected = SHAPES[name]
    shown = shower.show(asking(schema))
    do(shown, steps)
    value = payload(shown)
    assert json.dumps(value, sort_keys=True) == json.dumps(expected, sort_keys=True)
    shown.get_by_role("button", name="JSON", exact=True).click()
    assert json.loads(shown.get_by_label("Answer as JSON").input_value()) == expected


FORMLESS: list[tuple[Json, str]] = [
    (
        {"minProperties": 0, "title": "T", "anyOf": [{"not": {"type": "string"}}]},
        "Any value may be entered here.",
    ),
    ({"type": "object", "properties": {"__proto__": {}}}, "a name that a form cannot have"),
    ({"type": "object", "properties": {f"p{n}": {} for n in range(300)}}, "300 fields"),
    ({"enum": [*range(900)]}, "900 values"),
    (
        {
            "allOf": [
                {"anyOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}]},
                {"oneOf": [{"properties": {"c": {}}}, {"properties": {"d": {}}}]},
            ]
        },
        "Several choices",
    ),
]


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


def carried(value: Json) -> Json:
    """Return a value as JavaScript has it."""
    found: Json = json.loads(json.dumps(value), parse_int=float)
    return found


def case_content() -> tuple[JsonObject, dict[str, list[Any]]]:
    """Return a page of all cases, with the instances that each has to accept as examples."""
    found: list[Json] = []
    instances: dict[str, list[Any]] = {}
    for case in cases():
        model = compile_sources({case.path: case.source}, case.others.get).model
        if model is None:
            continue
        (one,) = [each for each in decisions(model) if each["kind"] == "interrupt"]
        valid: list[Json] = case.told.get("valid_instances", [])
        values: list[Json] = [
            {"values": {"payload": value, "response": value}, "isMadeUp": False} for value in valid
        ]
        found.append({**one, "id": case.name, "examples": values})
        instances[case.name] = valid
    return {"title": "Cases", "decisions": found}, instances


FILL_ALL = """async () => {
  const settled = () => new Promise((done) => setTimeout(done, 0))
  const choose = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value').set
  const type = async (field, text) => {
    const written = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set
    written.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await settled()
  }
  const found = []
  for (const article of document.querySelectorAll('article')) {
    const examples = [...article.querySelectorAll('label')]
      .find((one) => one.textContent === 'Example')?.control
    for (let index = 0; index < (examples?.options.length ?? 1); index += 1) {
      if (examples) {
        choose.call(examples, String(index))
        examples.dispatchEvent(new Event('change', { bubbles: true }))
        await settled()
      }
      const fill = [...article.querySelectorAll('button')]
        .find((one) => one.textContent === 'Fill in the example')
      fill?.click()
      await settled()
      const isForm = article.querySelector('.rjsf') !== null
      const sent = () => article.querySelector('.sent pre, .answer .verdict.refused').textContent
      const before = sent()
      // What is typed and taken back leaves all the rest as it was.
      const field = [...article.querySelectorAll('.rjsf input[type=text], .rjsf textarea')]
        .find((one) => one.value !== '')
      if (field) {
        const text = field.value
        await type(field, `${text}x`)
        await type(field, text)
      }
      found.push([article.id, isForm, before, sent()])
    }
  }
  return found
}"""


def test_every_case_comes_back_from_its_form_as_it_is(shower: Shower) -> None:
    content, instances = case_content()
    shown = shower.show(content)
    mount_all(shown)
    found: list[tuple[str, bool, str, str]] = shown.evaluate(FILL_ALL)
    expected = [
        (f"interrupt-{name}", value) for name, values in instances.items() for value in values
    ]
    assert len(found) == len(expected) > 150
    for (id, _, *both), (name, value) in zip(found, expected, strict=True):
        assert id == name
        for text in both:
            assert text.startswith("{"), (id, text)
            assert carried(json.loads(text)["payload"]) == carried(value), id
    assert sum(is_form for _, is_form, _, _ in found) > 100
