"""The types of JSON values, a whole number and any other one being of different types."""

from interruptgen.compat.keywords import NUMBERS
from interruptgen.model import Json, JsonObject


def types_of(value: Json) -> frozenset[str]:
    """Return the types that `type` names."""
    named: set[str] = set()
    for one in value if isinstance(value, list) else [value]:
        if isinstance(one, str):
            named.update(NUMBERS if one == "number" else {one})
    return frozenset(named)


def type_of(value: Json) -> str:
    """Return the type of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int() | float():
            return "integer" if value == int(value) else "fraction"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def of_types(types: frozenset[str]) -> JsonObject:
    """Return a schema of the values of some types."""
    named: list[Json] = [*sorted(types - NUMBERS)]
    if "fraction" not in types:
        return {"type": [*named, *(["integer"] if "integer" in types else [])]}
    if "integer" in types:
        return {"type": [*named, "number"]}
    return {"type": [*named, "number"], "not": {"type": "integer"}}
