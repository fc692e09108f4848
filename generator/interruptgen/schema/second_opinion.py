"""A schema document and a value -> the verdict of a validator that shares no code with `judge`.

Its patterns are Python's: they are answered by the judge instead, those of property names as well,
by naming in `properties` what they match of the value at hand.
"""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Any

from interruptgen.model import Json, JsonObject
from interruptgen.schema.judge import Judge
from interruptgen.schema.walk import rebuild, walk


def second_opinion(document: JsonObject, value: Json) -> bool | None:
    """Tell whether jsonschema accepts a value; None where it cannot say.

    Formats are annotations, as they are for the judge.
    """
    try:
        if any("patternProperties" in schema for _, schema in walk(document)):
            named = _named(document, tuple(dict.fromkeys(_names(value))))
            return bool(_validator()(named).is_valid(value))
        return bool(_validator()(document).is_valid(value))
    except (RecursionError, OverflowError):
        return None


@cache
def _validator() -> Any:
    """Return the library's validator with another function for `pattern`."""
    library: Any = import_module("jsonschema")
    return library.validators.extend(library.Draft202012Validator, {"pattern": _pattern})


def _pattern(validator: object, pattern: str, instance: Json, schema: object) -> Iterator[Any]:
    del validator, schema
    if not Judge({"pattern": pattern}).accepts(instance):
        library: Any = import_module("jsonschema")
        yield library.ValidationError(f"{instance!r} does not match {pattern!r}")


def _named(schema: Json, names: tuple[str, ...]) -> Json:
    """Return a schema that takes the properties of these names by name, not by pattern."""
    if not isinstance(schema, dict):
        return schema
    copy = rebuild(schema, lambda _, inner: _named(inner, names))
    patterns, properties = copy.pop("patternProperties", {}), copy.get("properties", {})
    if not isinstance(patterns, dict) or not isinstance(properties, dict) or not patterns:
        return copy
    named = dict(properties)
    for pattern, inner in patterns.items():
        for name in names:
            if Judge({"pattern": pattern}).accepts(name):
                named[name] = {"allOf": [named[name], inner]} if name in named else inner
    copy["properties"] = named
    return copy


def _names(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for inner in inside:
        yield from _names(inner)
