"""What docs/types.md shows: schemas, and values that tell the schema and its type apart."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from interruptgen.model import Json

Kind: TypeAlias = Literal["values", "unions", "objects", "fields", "roots"]


@dataclass(frozen=True, eq=False)
class Row:
    """A schema in YAML, and what its type does not say.

    `accepted` come back unchanged. `wider` are values that the schema refuses and the type takes,
    `refused` are values that neither takes.
    """

    schema: str
    accepted: tuple[Json, ...]
    refused: tuple[Json, ...] = ()
    lost: str = ""
    wider: tuple[Json, ...] = ()


SHARED = """\
$defs:
  Price: {type: object, properties: {amount: {type: number}}, required: [amount]}
  Currency: {enum: [EUR, USD]}
  Tree: {type: object, properties: {children: {type: array, items: {$ref: "#/$defs/Tree"}}}}
"""
"""What the schemas of the rows may refer to."""

VALUES = (
    Row("{type: string}", ("x", ""), (1, None)),
    Row('{type: string, minLength: 1, pattern: "^A"}', ("Ab",), (1,), "length, pattern", ("",)),
    Row("{type: string, format: date-time}", ("2026-05-04T09:27:00+02:00", "today"), (0,)),
    Row("{type: string, contentEncoding: base64}", ("aGk=",), (1,)),
    Row("{type: integer}", (3, 3.0, 2**53), (True, "3", 3.5)),
    Row("{type: integer, minimum: 0}", (0,), ("0",), "the bound", (-1,)),
    Row("{type: number}", (3, 2.5, 1e300), (True, "3")),
    Row("{type: number, multipleOf: 0.01}", (0.25,), ("0",), "the divisor", (0.001,)),
    Row("{type: boolean}", (True,), (1, "true")),
    Row('{type: "null"}', (None,), (False, "")),
    Row("{enum: [EUR, USD]}", ("EUR",), ("GBP", None)),
    Row("{const: open}", ("open",), ("shut",)),
    Row("{enum: [1, 2]}", (1, 1.0), (3, "1"), "that `true` is not `1`", (True,)),
    Row("{enum: [0.5, 1]}", (0.5,), ("1",), "which numbers", (0.75,)),
    Row('{type: [string, "null"]}', ("x", None), (1,)),
    Row("{type: array, items: {type: string}}", (["x"], []), ([1], "x")),
    Row(
        "{type: array, items: {type: string}, minItems: 1, uniqueItems: true}",
        (["x"],),
        ([1],),
        "length, uniqueness",
        ([], ["x", "x"]),
    ),
    Row(
        "{type: array, prefixItems: [{type: string}, {type: integer}], items: false, minItems: 2}",
        (["x", 1],),
        (["x"], [1, "x"]),
    ),
    Row(
        "{type: array, prefixItems: [{type: string}, {type: integer}], items: false}",
        (["x", 1], ["x"], []),
        ([None],),
        "which place has which type",
        ([1, "x"],),
    ),
    Row("{type: array}", ([1, "x", None],), ("x",)),
    Row("{type: object}", ({"a": 1},), ([],)),
    Row("{type: object, additionalProperties: {type: integer}}", ({"a": 1},), ({"a": "1"},)),
    Row(
        '{type: object, patternProperties: {"^n-": {type: integer}}, additionalProperties: false}',
        ({"n-a": 1},),
        ({"n-a": "1"},),
        "the names",
        ({"b": 1},),
    ),
    Row("{}", (1, "x", None, {"a": [True]})),
    Row("{not: {type: string}}", (1,), (), "all of it", ("x",)),
)

UNIONS = (
    Row("{anyOf: [{type: string}, {type: integer}]}", ("1", 1), (1.5, None)),
    Row("{oneOf: [{type: integer}, {type: number}]}", (0.5,), ("x",), "only one of them", (1,)),
    Row("{anyOf: [{enum: [auto]}, {type: integer}]}", ("auto", 1), ("x",)),
    Row(
        '{anyOf: [{enum: [auto]}, {type: string, pattern: "px$"}]}',
        ("auto", "2px"),
        (1,),
        "which texts",
        ("x",),
    ),
    Row('{$ref: "#/$defs/Price"}', ({"amount": 1},), ({},)),
    Row('{$ref: "#/$defs/Currency"}', ("EUR",), ("GBP",)),
    Row('{$ref: "#/$defs/Tree"}', ({"children": [{"children": []}]},), ({"children": [1]},)),
    Row(
        "{oneOf: [{type: object, properties: {by: {const: card}, last4: {type: string}},"
        " required: [by]}, {type: object, properties: {by: {const: cash}}, required: [by]}]}",
        ({"by": "card", "last4": "1234"}, {"by": "cash", "till": 7}),
        ({"by": "cheque"}, {}),
    ),
)

OBJECTS = (
    Row("{type: object, properties: {a: {type: string}}, required: [a]}", ({"a": "x", "b": 1},)),
    Row(
        "{type: object, properties: {a: {type: string}}, required: [a],"
        " additionalProperties: false}",
        ({"a": "x"},),
        ({"a": "x", "b": 1},),
    ),
    Row(
        "{type: object, properties: {a: {type: string}}, required: [a],"
        " additionalProperties: {type: integer}}",
        ({"a": "x", "b": 1},),
        ({"a": 1},),
        "the type of the other properties",
        ({"a": "x", "b": "y"},),
    ),
    Row(
        "{type: object, properties: {a: {type: string}}, required: [a], minProperties: 2}",
        ({"a": "x", "b": 1},),
        ({"a": 1},),
        "how many there are",
        ({"a": "x"},),
    ),
    Row(
        "{type: object, properties: {a: {type: boolean}}, required: [a],"
        " if: {properties: {a: {const: true}}}, then: {required: [b]}}",
        ({"a": True, "b": 1}, {"a": False}),
        ({"a": 1},),
        "the condition",
        ({"a": True},),
    ),
    Row(
        '{allOf: [{$ref: "#/$defs/Price"}, {type: object, properties: {tax: {type: number}},'
        " required: [tax]}]}",
        ({"amount": 1, "tax": 0.2},),
        ({"tax": 0.2}, {"amount": 1}),
    ),
)

FIELDS = (
    Row("{properties: {a: {type: string}}, required: [a]}", ({"a": "x"},), ({}, {"a": None})),
    Row(
        "{properties: {a: {type: string}}}",
        ({"a": "x"}, {}),
        ({"a": 1},),
        "that null is refused",
        ({"a": None},),
    ),
    Row(
        '{properties: {a: {type: [string, "null"]}}, required: [a]}',
        ({"a": "x"}, {"a": None}),
        ({},),
    ),
    Row('{properties: {a: {type: [string, "null"]}}}', ({"a": "x"}, {"a": None}, {}), ({"a": 1},)),
    Row("{properties: {a: {}}}", ({"a": None}, {})),
    Row(
        "{properties: {a: {type: integer, default: 3}}}",
        ({"a": 3}, {}),
        ({"a": "x"},),
        "the default, and that null is refused",
        ({"a": None},),
    ),
    Row("{properties: {from: {type: string}}, required: [from]}", ({"from": "x"},), ({},)),
    Row(
        "{properties: {bookingId: {type: string}}, required: [bookingId]}",
        ({"bookingId": "x"},),
        ({},),
    ),
)

ROOTS = (
    Row("{type: object, properties: {a: {type: string}}, required: [a]}", ({"a": "x"},), ({},)),
    Row("{type: object, additionalProperties: {type: integer}}", ({"a": 1},), ({"a": "1"},)),
    Row("{type: array, items: {type: string}}", (["x"],), (["x", 1],)),
    Row("{type: integer, minimum: 0}", (1,), ("1",), "the bound", (-1,)),
    Row("{enum: [yes, no]}", ("no",), (False,)),
    Row('{$ref: "#/$defs/Price"}', ({"amount": 1},), ({},)),
)

ROWS: dict[Kind, tuple[Row, ...]] = {
    "values": VALUES,
    "unions": UNIONS,
    "objects": OBJECTS,
    "fields": FIELDS,
    "roots": ROOTS,
}
