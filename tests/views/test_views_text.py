"""What a generated module looks like, as a whole and in its details."""

import ast
import json
from typing import Any

import pytest

from interruptgen.model import Json, JsonObject, Model
from interruptgen.python.format import format_python
from interruptgen.python.text import docstring, wrapped
from interruptgen.python.views import render_views
from views.harness import View, execute, package_of, views

ORDER: JsonObject = {
    "description": "An order that somebody has to look at.",
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^O-", "description": "The number on the paper."},
        "editedArgs": {"type": "object"},
        "total": {"$ref": "#/$defs/money"},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"sku": {"type": "string"}, "n": {}}},
        },
        "state": {"enum": ["open", "held", None]},
        "by": {"type": "object", "additionalProperties": {"type": ["integer", "null"]}},
        "pay": {
            "description": "How it is paid.",
            "oneOf": [
                {
                    "type": "object",
                    "properties": {"kind": {"const": "card"}, "last4": {"type": "string"}},
                    "required": ["kind"],
                },
                {
                    "type": "object",
                    "properties": {"kind": {"const": "bank"}, "iban": {"type": "string"}},
                    "required": ["kind", "iban"],
                    "additionalProperties": False,
                },
            ],
        },
        "where": {
            "type": "array",
            "prefixItems": [{"type": "number"}, {"type": "number"}],
            "minItems": 2,
            "maxItems": 2,
        },
    },
    "required": ["id", "total", "pay"],
    "$defs": {
        "money": {"type": "object", "properties": {"amount": {"type": "number"}}},
    },
}

MODULE = '''"""The models of case."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import MISSING, BaseModel, ConfigDict, Field


class _View(BaseModel):
    """What the models share: keys without a field are kept, and each is built at first use."""

    model_config = ConfigDict(
        extra="allow", validate_by_name=True, protected_namespaces=(), defer_build=True
    )


class OrderMoney(_View):
    amount: int | float | None = None


class OrderLinesItem(_View):
    sku: str | None = None
    n: Any | MISSING = MISSING


class OrderPayCard(_View):
    kind: Literal["card"]
    last4: str | None = None


class OrderPayBank(_View):
    model_config = ConfigDict(extra="forbid")

    kind: Literal["bank"]
    iban: str


class Order(_View):
    """An order that somebody has to look at."""

    id: str
    """The number on the paper."""
    edited_args: Annotated[dict[str, Any] | None, Field(alias="editedArgs")] = None
    total: OrderMoney
    lines: list[OrderLinesItem] | None = None
    state: Literal["open", "held"] | None | MISSING = MISSING
    by: dict[str, int | None] | None = None
    pay: OrderPayCard | OrderPayBank
    """How it is paid."""
    where: tuple[int | float, int | float] | None = None
'''


def test_a_whole_module() -> None:
    found = views(ORDER, "Order")
    assert format_python(found.text) == MODULE
    assert found.names == {
        "Order#": "Order",
        "Order#/$defs/money": "OrderMoney",
        "Order#/properties/lines/items": "OrderLinesItem",
        "Order#/properties/pay/oneOf/0": "OrderPayCard",
        "Order#/properties/pay/oneOf/1": "OrderPayBank",
    }


def last_class(schema: Json) -> str:
    """Return the body of the root's class."""
    text = format_python(views(schema).text)
    return text[text.index("class CaseRoot(") :].split(":\n", 1)[0]


@pytest.mark.parametrize(
    ("schema", "base"),
    [
        ({"type": "object"}, "_View"),
        ({"type": "object", "properties": {}}, "_View"),
        (
            {"type": "object", "additionalProperties": {"type": "string"}},
            "RootModel[dict[str, str]]",
        ),
        (
            {"type": "object", "properties": {}, "additionalProperties": {"type": "integer"}},
            "RootModel[dict[str, int]]",
        ),
        ({"type": "string"}, "RootModel[str]"),
        ({"type": "number"}, "RootModel[int | float]"),
        ({"enum": [1, "a", None]}, 'RootModel[Literal[1, "a"] | None]'),
        ({"const": 2.5}, "RootModel[int | float]"),
        ({"enum": [True, False]}, "RootModel[bool]"),
        ({"type": "array"}, "RootModel[list[Any]]"),
        ({"minLength": 2}, "RootModel[Any]"),
        ({"type": ["object", "null"], "required": ["a"]}, "RootModel[CaseRootObject | None]"),
        ({"allOf": [{"type": "string"}, {"enum": ["a", 1]}]}, 'RootModel[Literal["a"]]'),
        ({"type": "array", "items": {"const": 1}}, "RootModel[list[Literal[1]]]"),
        ({"anyOf": [{"const": True}, {"type": "integer"}]}, "RootModel[bool | int]"),
    ],
)
def test_the_class_of_a_slot(schema: Json, base: str) -> None:
    assert last_class(schema) == f"class CaseRoot({base})"


def fields(schema: Json) -> dict[str, str]:
    """Return the sources of the fields of the root's class."""
    text = format_python(views(schema).text)
    body = text[text.index("class CaseRoot(_View)") :].splitlines()[1:]
    lines = [line.strip() for line in body if line.startswith("    ") and ": " in line]
    return dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"properties": {"a": {"type": "string"}}, "required": ["a"]}, "str"),
        ({"properties": {"a": {"type": "string"}}}, "str | None = None"),
        ({"properties": {"a": {"type": ["string", "null"]}}, "required": ["a"]}, "str | None"),
        ({"properties": {"a": {"type": ["string", "null"]}}}, "str | None | MISSING = MISSING"),
        ({"properties": {"a": {"default": 1}}}, "Any | MISSING = MISSING"),
        ({"properties": {"a": {"type": "integer", "default": 1}}}, "int | None = None"),
        ({"required": ["a"]}, "Any"),
        (
            {"properties": {"a": {"properties": {}, "type": "object"}}},
            "dict[str, Any] | None = None",
        ),
        ({"properties": {"a": {"type": "string", "format": "date"}}, "required": ["a"]}, "str"),
    ],
)
def test_a_field(schema: JsonObject, expected: str) -> None:
    assert fields({"type": "object", **schema}) == {"a": expected}


def test_all_of_becomes_one_class() -> None:
    schema: Json = {
        "$defs": {"base": {"type": "object", "properties": {"id": {"type": "integer"}}}},
        "allOf": [
            {"$ref": "#/$defs/base"},
            {"required": ["id", "tag"]},
            {"properties": {"tag": {"enum": ["a", "b"]}}},
        ],
        "properties": {"tag": {"type": "string"}},
    }
    assert fields(schema) == {"id": "int", "tag": 'Literal["a", "b"]'}


def test_what_unions_share_is_in_every_class() -> None:
    schema: Json = {
        "type": "object",
        "properties": {"id": {"type": "string"}, "kind": {"enum": ["a", "b"]}},
        "required": ["id", "kind"],
        "oneOf": [
            {"properties": {"kind": {"const": "a"}, "x": {"type": "integer"}}},
            {"properties": {"kind": {"const": "b"}, "y": {"type": "integer"}}},
        ],
    }
    text = format_python(views(schema).text)
    assert 'class CaseRootA(_View):\n    id: str\n    kind: Literal["a"]\n    x: int' in text
    assert "class CaseRoot(RootModel[CaseRootA | CaseRootB])" in text


KINDS: list[Json] = [
    {"type": "object", "properties": {"kind": {"const": "card"}}, "required": ["kind"]},
    {"type": "object", "properties": {"kind": {"const": "bank"}}, "required": ["kind"]},
]
SHARED: JsonObject = {"type": "object", "properties": {"amount": {"type": "number"}}}


@pytest.mark.parametrize(
    "schema",
    [
        {"oneOf": KINDS, **SHARED},
        {"allOf": [{"oneOf": KINDS}], **SHARED},
        {"allOf": [{"oneOf": KINDS}, SHARED, {"required": ["amount"]}]},
        {"allOf": [SHARED, {"oneOf": KINDS}]},
        {"oneOf": [{"allOf": [SHARED, one]} for one in KINDS]},
        {
            "oneOf": [{"allOf": [{"$ref": "#/$defs/Shared"}, one]} for one in KINDS],
            "$defs": {"Shared": SHARED},
        },
    ],
)
def test_branches_are_named_by_what_only_they_have(schema: JsonObject) -> None:
    module = execute(views(schema).text, "branches")
    assert {"amount", "kind"} == {*module.CaseRootCard.model_fields}
    assert module.CaseRoot.model_fields["root"].annotation == (
        module.CaseRootCard | module.CaseRootBank
    )


def test_alternatives_in_what_is_required_are_one_class() -> None:
    schema: Json = {
        "type": "object",
        "properties": {"email": {"type": "string"}, "phone": {"type": "string"}},
        "oneOf": [{"required": ["email"]}, {"required": ["phone"]}],
    }
    assert fields(schema) == {"email": "str | None = None", "phone": "str | None = None"}


def test_a_name_that_the_source_asks_for() -> None:
    item: Json = {"x-name": "Seat", "type": "object", "properties": {"row": {"type": "object"}}}
    schema: Json = {"type": "object", "properties": {"seats": {"type": "array", "items": item}}}
    assert views(schema).names["CaseRoot#/properties/seats/items"] == "Seat"


def test_names_do_not_depend_on_neighbours() -> None:
    inner: Json = {"type": "object", "properties": {"b": {"type": "object", "required": ["c"]}}}
    one = views({"type": "object", "properties": {"a": inner}}).names
    more = views({"type": "object", "properties": {"z": inner, "ab": inner, "a": inner}}).names
    assert one.items() <= more.items()


def test_colliding_names_are_numbered() -> None:
    inner: Json = {"type": "object", "required": ["x"]}
    schema: Json = {"type": "object", "properties": {"a-b": inner, "aB": inner, "a_b": inner}}
    assert views(schema).names == {
        "CaseRoot#": "CaseRoot",
        "CaseRoot#/properties/a-b": "CaseRootAB",
        "CaseRoot#/properties/aB": "CaseRootAB2",
        "CaseRoot#/properties/a_b": "CaseRootAB3",
    }


def test_what_covers_every_value_is_any() -> None:
    ref: Json = {"$ref": "#/$defs/value"}
    schema: Json = {
        "type": "object",
        "properties": {"a": ref},
        "$defs": {
            "value": {
                "anyOf": [
                    {"type": ["string", "number", "boolean", "null"]},
                    {"$ref": "#/$defs/list"},
                    {"type": "object", "additionalProperties": ref},
                ]
            },
            "list": {"type": "array", "items": ref},
        },
    }
    assert fields(schema) == {"a": "Any | MISSING = MISSING"}


def nested(depth: int) -> Json:
    schema: Json = {"type": "integer"}
    for _ in range(depth):
        schema = {"type": "object", "properties": {"a": schema}}
    return schema


def test_deep_nesting() -> None:
    view = View(execute(format_python(views(nested(60)).text), "deeply_nested").CaseRoot)
    value: Json = 1
    for _ in range(60):
        value = {"a": value}
    assert view.changed(value) is None


def test_an_object_with_the_key_of_a_field_name() -> None:
    """A field is known by its key alone when a value is loaded, by its name in Python."""
    schema: Json = {"type": "object", "properties": {"editedArgs": {"type": "string"}}}
    model: Any = execute(format_python(views(schema).text), "key_and_name").CaseRoot
    assert View(model).changed({"edited_args": 1, "editedArgs": "x"}) is None
    assert View(model).changed({"edited_args": 1}) is None
    assert View(model).dump(model(edited_args="x")) == {"editedArgs": "x"}


def test_a_package_without_schemas() -> None:
    package = package_of({}, "Unused")
    bare = type(package)(package.name, package.path, None, (), (), ())
    found = render_views(Model((bare,)), bare)
    assert format_python(found.text) == '"""The models of case."""\n'
    assert not found.names


def test_wrapping() -> None:
    text = f"{'word ' * 8}\n\n  * {'item ' * 6}"
    assert wrapped(text, 22) == (
        "word word word word\nword word word word\n\n  * item item item\n  item item item"
    )
    assert wrapped("x" * 90, 20) == "x" * 90


@pytest.mark.parametrize(
    "text", ['"', '""""', "\\", '\\"', "a\nb", "é \x00 \u202e", 'ends """', "\\N{BULLET}"]
)
def test_docstrings(text: str) -> None:
    source = docstring(text)
    assert ast.literal_eval(source).strip() == text
    assert all(char.isprintable() for char in source.replace("\n", ""))


def test_a_slot_keeps_the_schema_apart() -> None:
    """Bounds, patterns and defaults stay with the schema."""
    schema: Json = {"type": "string", "maxLength": 3, "pattern": "^a", "default": "abc"}
    text = views(schema).text
    assert json.dumps(schema) not in text
    assert not any(word in text for word in ("maxLength", "max_length", "pattern", "abc"))
