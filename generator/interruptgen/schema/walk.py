"""Where subschemas stand inside a JSON Schema, as tables and two walks over them.

The tables hold the keywords of 2020-12 and those that older dialects had in their place. Only
these keywords are entered: a `$ref` inside `const`, `enum`, `default` or `examples` is data.
"""

from collections.abc import Callable, Iterator

from interruptgen.model import Json, JsonObject, Pointer

IN_PLACE = frozenset(
    {
        "additionalItems",
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
"""Keywords whose value is one schema."""

IN_ARRAY = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
"""Keywords whose value is an array of schemas."""

IN_OBJECT = frozenset(
    {"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
)
"""Keywords whose value maps names to schemas."""

SAME_VALUE = frozenset({"allOf", "anyOf", "dependentSchemas", "else", "if", "not", "oneOf", "then"})
"""Keywords whose subschemas judge the same value as the schema around them."""

DEFINITIONS = frozenset({"$defs", "definitions"})
"""Keywords that only keep schemas for references and assert nothing."""


def children(schema: JsonObject) -> Iterator[tuple[Pointer, Json]]:
    """Yield the direct subschemas of `schema` with the pointer that leads to each."""
    for keyword, value in schema.items():
        if keyword in IN_PLACE and not isinstance(value, list):
            yield (keyword,), value
        elif isinstance(value, list) and (keyword in IN_ARRAY or keyword == "items"):
            for index, item in enumerate(value):
                yield (keyword, index), item
        elif keyword in IN_OBJECT and isinstance(value, dict):
            for name, item in value.items():
                yield (keyword, name), item


def walk(schema: Json, pointer: Pointer = ()) -> Iterator[tuple[Pointer, JsonObject]]:
    """Yield every object schema at or below `schema`, the outer before the inner."""
    if isinstance(schema, dict):
        yield pointer, schema
        for below, child in children(schema):
            yield from walk(child, pointer + below)


def is_deeper(value: Json, limit: int) -> bool:
    """Tell whether more than `limit` objects and arrays stand inside one another."""
    level: list[Json] = [value]
    for _ in range(limit):
        level = [child for one in level for child in _containers(one)]
        if not level:
            return False
    return True


def _containers(value: Json) -> list[Json]:
    """Return the objects and arrays directly inside of a value."""
    inside: list[Json] = []
    if isinstance(value, dict):
        inside = list(value.values())
    elif isinstance(value, list):
        inside = value
    return [one for one in inside if isinstance(one, dict | list)]


def rebuild(schema: JsonObject, change: Callable[[Pointer, Json], Json]) -> JsonObject:
    """Copy `schema` with each direct subschema replaced by what `change` makes of it."""
    changed = {pointer: change(pointer, child) for pointer, child in children(schema)}
    copy: JsonObject = {}
    for keyword, value in schema.items():
        if (keyword,) in changed:
            copy[keyword] = changed[(keyword,)]
        elif (keyword, 0) in changed and isinstance(value, list):
            copy[keyword] = [changed[(keyword, index)] for index in range(len(value))]
        elif keyword in IN_OBJECT and isinstance(value, dict):
            copy[keyword] = {name: changed[(keyword, name)] for name in value}
        else:
            copy[keyword] = value
    return copy
