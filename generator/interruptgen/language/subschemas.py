"""An embedded schema of any dialect -> the schemas inside of it, each with its place."""

from collections.abc import Iterator
from dataclasses import dataclass

from interruptgen.diagnostics import Place
from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.reading import Document
from interruptgen.schema.dialects import Dialect, inner_dialect
from interruptgen.schema.walk import IN_ARRAY, IN_OBJECT, IN_PLACE

ONE = IN_PLACE | {"additionalItems"}
"""Keywords whose value is one schema; `items` of older dialects may also be an array of them."""

NAMED = IN_OBJECT | {"dependencies"}
"""Keywords whose value maps names to schemas; in `dependencies` also to arrays of names."""

APPLICATORS = ONE | IN_ARRAY | NAMED
"""Every keyword that holds schemas."""

_SAME_VALUE = frozenset("allOf anyOf oneOf not if then else dependentSchemas dependencies".split())


@dataclass(frozen=True, slots=True)
class Subschema:
    """An object schema at or inside of the embedded schema at `root`.

    `is_branch` where it judges the same value as the schema around it, which therefore may say
    more about that value.
    """

    document: Document
    root: Pointer
    dialect: Dialect
    pointer: Pointer
    schema: JsonObject
    is_branch: bool

    def place(self, *at: str | int) -> Place:
        """Return where a value of the schema stands."""
        return self.document.place((*self.pointer, *at))

    def key_place(self, *at: str | int) -> Place:
        """Return where a key of the schema stands."""
        return self.document.key_place((*self.pointer, *at))


def subschemas(
    document: Document, root: Pointer, schema: Json, dialect: Dialect
) -> list[Subschema]:
    """Return the object schemas at and inside of an embedded schema, the outermost first.

    `dialect` is that of the outermost; what names another itself is of that one.
    """
    found: list[Subschema] = []
    waiting = [(root, schema, False, dialect)]
    while waiting:
        pointer, value, is_branch, around = waiting.pop()
        if isinstance(value, dict):
            own = inner_dialect(value, around) or around
            found.append(Subschema(document, root, own, pointer, value, is_branch))
            waiting.extend((*child, own) for child in _children(pointer, value))
    return found


def _children(pointer: Pointer, schema: JsonObject) -> Iterator[tuple[Pointer, Json, bool]]:
    for keyword, value in schema.items():
        is_branch = keyword in _SAME_VALUE
        if keyword in ONE and isinstance(value, dict):
            yield (*pointer, keyword), value, is_branch
        elif keyword in NAMED and isinstance(value, dict):
            for name, child in value.items():
                yield (*pointer, keyword, name), child, is_branch
        elif keyword in APPLICATORS and isinstance(value, list):
            for index, child in enumerate(value):
                yield (*pointer, keyword, index), child, is_branch
