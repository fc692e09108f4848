"""Keywords of one schema that need no other schema -> atoms and yes-or-no answers."""

from collections.abc import Iterator, Sequence

from interruptgen.model import Json, JsonObject
from interruptgen.python.views.shapes import (
    ANY_ARRAY,
    ANY_OBJECT,
    NULL,
    Atom,
    Constant,
    Scalar,
    ScalarKind,
    Shape,
    join,
    single,
)

OBJECT_KEYWORDS = frozenset({"additionalProperties", "patternProperties", "properties", "required"})
"""Keywords that say what an object looks like."""

ARRAY_KEYWORDS = frozenset({"items", "prefixItems"})
"""Keywords that say what an array looks like."""

_COMPOSING = frozenset({"$ref", "allOf", "anyOf", "oneOf"})
_SHAPING = OBJECT_KEYWORDS | ARRAY_KEYWORDS | _COMPOSING | {"const", "enum", "type"}

_EVALUATING = frozenset(
    {
        "$dynamicRef",
        "additionalProperties",
        "anyOf",
        "dependentSchemas",
        "else",
        "if",
        "oneOf",
        "patternProperties",
        "then",
    }
)
"""Keywords by which properties that no `properties` names can count as evaluated."""

_FIRST_INEXACT = 2**53
"""From here on JavaScript may write a whole number with other digits than its own."""

_SCALARS: dict[str, ScalarKind] = {
    "string": "string",
    "integer": "integer",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def types(schema: JsonObject) -> tuple[str, ...] | None:
    """Return the JSON types that `type` allows, or None where there is no `type`."""
    given = schema.get("type")
    if given is None:
        return None
    return tuple(str(name) for name in (given if isinstance(given, list) else [given]))


def scalar(name: str) -> Scalar:
    """Return the atom of a JSON type that is neither array nor object."""
    return Scalar(_SCALARS[name])


def has_container_keywords(schema: JsonObject) -> bool:
    """Tell whether the schema says what an object or an array looks like."""
    return not (OBJECT_KEYWORDS | ARRAY_KEYWORDS).isdisjoint(schema)


def has_shape_besides_reference(schema: JsonObject) -> bool:
    """Tell whether the schema does more about form than to refer to another."""
    return not (_SHAPING - {"$ref"}).isdisjoint(schema)


def values(schema: JsonObject) -> Shape | None:
    """Return what `const` and `enum` allow, or None where there is neither."""
    if "const" in schema:
        return single(_value(schema["const"]))
    enum = schema.get("enum")
    return join(single(_value(value)) for value in enum) if isinstance(enum, list) else None


def _value(value: Json) -> Atom:
    """Return the atom for one value: fractions, large numbers and containers only have a type."""
    match value:
        case None:
            return NULL
        case bool():
            return Constant("boolean", value)
        case str():
            return Constant("string", value)
        case int() | float():
            return _of_number(value)
        case list():
            return ANY_ARRAY
        case dict():
            return ANY_OBJECT


def _of_number(value: int | float) -> Atom:
    if value != int(value):
        return Scalar("number")
    is_exact = abs(value) < _FIRST_INEXACT
    return Constant("integer", int(value)) if is_exact else Scalar("integer")


def subschemas(schema: JsonObject, keyword: str) -> Sequence[Json]:
    """Return the schemas that a keyword lists."""
    value = schema.get(keyword)
    return value if isinstance(value, list) else ()


def members(schema: JsonObject, keyword: str) -> Iterator[tuple[str, Json]]:
    """Yield the schemas that a keyword names."""
    value = schema.get(keyword)
    if isinstance(value, dict):
        yield from value.items()


def required(schema: JsonObject) -> dict[str, None]:
    """Return the required keys, in their order."""
    given = schema.get("required")
    return dict.fromkeys(str(key) for key in given) if isinstance(given, list) else {}


def length(schema: JsonObject) -> int | None:
    """Return how many items an array with `prefixItems` has, where all have the same number."""
    least, most = _number(schema, "minItems"), _number(schema, "maxItems")
    if schema.get("items") is False:
        prefix = len(subschemas(schema, "prefixItems"))
        most = prefix if most is None else min(prefix, most)
    return least if least == most else None


def _number(schema: JsonObject, keyword: str) -> int | None:
    value = schema.get(keyword)
    return int(value) if isinstance(value, int | float) else None


def definition_name(schema: JsonObject) -> str | None:
    """Return the name of the definition that the schema's `$ref` leads to."""
    reference = schema.get("$ref")
    return reference.removeprefix("#/$defs/") if isinstance(reference, str) else None


def description(schema: Json) -> str | None:
    """Return the description of a schema, without space around it."""
    text = schema.get("description") if isinstance(schema, dict) else None
    return (text.strip() or None) if isinstance(text, str) else None


def adds_shape(schema: Json) -> bool:
    """Tell whether a branch says more about the form of an object than which keys it needs."""
    if not isinstance(schema, dict):
        return False
    if schema.get("type") == "object":
        schema = {keyword: value for keyword, value in schema.items() if keyword != "type"}
    return not (_SHAPING - {"required"}).isdisjoint(schema)


def names_every_property(schema: JsonObject) -> bool:
    """Tell whether no keyword but `properties`, `allOf` and `$ref` makes properties evaluated."""
    allows_more = schema.get("unevaluatedProperties", False) is not False
    return _EVALUATING.isdisjoint(schema) and not allows_more
