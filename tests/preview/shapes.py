"""Schemas of every shape, how a person fills their forms, and what comes of it."""

import re
from typing import TYPE_CHECKING

from interruptgen.model import Json, JsonObject

if TYPE_CHECKING:
    from playwright.sync_api import Page

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
    """Fill a form, step by step."""
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
