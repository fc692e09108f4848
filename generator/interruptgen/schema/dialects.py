"""Schemas of older dialects -> the same verdicts in JSON Schema 2020-12, one level at a time."""

from collections.abc import Callable
from enum import StrEnum

from interruptgen.model import Json, JsonObject, Pointer


class Dialect(StrEnum):
    """The dialects that a schema may say it is written in, by the end of its `$schema`."""

    DRAFT_04 = "draft-04"
    DRAFT_06 = "draft-06"
    DRAFT_07 = "draft-07"
    DRAFT_2019_09 = "2019-09"
    DRAFT_2020_12 = "2020-12"


_URIS = {
    "json-schema.org/draft-04/schema": Dialect.DRAFT_04,
    "json-schema.org/draft-06/schema": Dialect.DRAFT_06,
    "json-schema.org/draft-07/schema": Dialect.DRAFT_07,
    "json-schema.org/draft/2019-09/schema": Dialect.DRAFT_2019_09,
    "json-schema.org/draft/2020-12/schema": Dialect.DRAFT_2020_12,
}

REFERENCE_STANDS_ALONE = frozenset({Dialect.DRAFT_04, Dialect.DRAFT_06, Dialect.DRAFT_07})
"""Dialects in which a `$ref` makes every keyword beside it mean nothing."""

DYNAMIC_REFERENCES = {
    Dialect.DRAFT_2019_09: "$recursiveRef",
    Dialect.DRAFT_2020_12: "$dynamicRef",
}
"""The keywords of references whose target depends on how the schema was reached, by dialect."""

_AFTER_2019_09 = frozenset({"$dynamicRef", "prefixItems"})
_AFTER_07 = _AFTER_2019_09 | {
    "$defs",
    "$recursiveRef",
    "contentSchema",
    "dependentRequired",
    "dependentSchemas",
    "maxContains",
    "minContains",
    "unevaluatedItems",
    "unevaluatedProperties",
}
_AFTER_06 = _AFTER_07 | {"else", "if", "then"}
_AFTER_04 = _AFTER_06 | {"const", "contains", "propertyNames"}
UNKNOWN: dict[Dialect, frozenset[str]] = {
    Dialect.DRAFT_04: _AFTER_04,
    Dialect.DRAFT_06: _AFTER_06,
    Dialect.DRAFT_07: _AFTER_07,
    Dialect.DRAFT_2019_09: _AFTER_2019_09,
    Dialect.DRAFT_2020_12: frozenset({"additionalItems"}),
}
"""Keywords that assert something or hold schemas in another dialect, but mean nothing in this."""

_ANNOTATIONS: dict[str, type] = {
    "$comment": str,
    "contentEncoding": str,
    "contentMediaType": str,
    "deprecated": bool,
    "examples": list,
    "readOnly": bool,
    "writeOnly": bool,
}
"""What 2020-12 demands of keywords that an older dialect may not know, and not look at."""


def dialect_of(schema: Json) -> Dialect | None:
    """Return the dialect that a schema's `$schema` names, 2020-12 where it names none.

    None where the URI is of no dialect that is known here.
    """
    uri = schema.get("$schema") if isinstance(schema, dict) else None
    if not isinstance(uri, str):
        return Dialect.DRAFT_2020_12
    return _URIS.get(uri.partition("://")[2].rstrip("#"))


def names_dialect(schema: Json) -> bool:
    """Tell whether a schema says itself in which dialect it is written."""
    return isinstance(schema, dict) and isinstance(schema.get("$schema"), str)


def inner_dialect(schema: Json, outer: Dialect | None) -> Dialect | None:
    """Return the dialect of a schema that stands in one of the dialect `outer`."""
    return dialect_of(schema) if names_dialect(schema) else outer


def untranslatable(schema: JsonObject, dialect: Dialect) -> str | None:
    """Return the keyword of a schema whose meaning 2020-12 cannot express."""
    is_evaluating = "contains" in schema and "unevaluatedItems" in schema
    return "unevaluatedItems" if is_evaluating and dialect is Dialect.DRAFT_2019_09 else None


def translate(schema: JsonObject, dialect: Dialect) -> JsonObject:
    """Translate one schema, its subschemas already translated, and leave the original alone."""
    if dialect in REFERENCE_STANDS_ALONE and "$ref" in schema:
        return {"$ref": schema["$ref"]}
    known = {
        key: value
        for key, value in schema.items()
        if key not in UNKNOWN[dialect] and isinstance(value, _ANNOTATIONS.get(key, object))
    }
    for step in _STEPS[dialect]:
        known = step(known)
    return known


def moved(below: Pointer, schema: JsonObject, dialect: Dialect) -> Pointer:
    """Return where `translate` puts what stands at `below` in a schema, a direct subschema."""
    if below[0] == "dependencies":
        return ("dependentSchemas", *below[1:])
    if dialect is not Dialect.DRAFT_2020_12 and isinstance(schema.get("items"), list):
        if below[0] == "items":
            return ("prefixItems", *below[1:])
        if below[0] == "additionalItems":
            return ("items",)
    return below


def _numeric_exclusives(schema: JsonObject) -> JsonObject:
    """Draft 04: `exclusiveMinimum: true` says how `minimum` is meant."""
    copy = dict(schema)
    for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
        flag = copy.pop(exclusive, False)
        if flag is True and bound in copy:
            copy[exclusive] = copy.pop(bound)
    copy.pop("id", None)
    return copy


def _prefix_items(schema: JsonObject) -> JsonObject:
    """Until 2019-09 an array of `items` was the prefix, and `additionalItems` what follows it."""
    copy = dict(schema)
    rest = copy.pop("additionalItems", None)
    prefix = copy.get("items")
    if isinstance(prefix, list):
        del copy["items"]
        if prefix:
            copy["prefixItems"] = prefix
        if rest is not None:
            copy["items"] = rest
    return copy


def _dependent(schema: JsonObject) -> JsonObject:
    """Until draft 07 `dependencies` held names or a schema for each property.

    2019-09 has two keywords for that. Some validators still read the old one and others do not, so
    that it must not leave the compiler: it means what its author meant.
    """
    copy = dict(schema)
    dependencies = copy.pop("dependencies", None)
    for key, value in dependencies.items() if isinstance(dependencies, dict) else ():
        keyword = "dependentRequired" if isinstance(value, list) else "dependentSchemas"
        known = copy.get(keyword)
        others = known if isinstance(known, dict) else {}
        copy[keyword] = {**others, key: _both(others[key], value) if key in others else value}
    return copy


def _both(left: Json, right: Json) -> Json:
    """Return what demands the same as two lists of names, or as two schemas."""
    if isinstance(left, list) and isinstance(right, list):
        return [*left, *(name for name in right if name not in left)]
    return {"allOf": [left, right]}


_STEPS: dict[Dialect, tuple[Callable[[JsonObject], JsonObject], ...]] = {
    Dialect.DRAFT_04: (_numeric_exclusives, _prefix_items, _dependent),
    Dialect.DRAFT_06: (_prefix_items, _dependent),
    Dialect.DRAFT_07: (_prefix_items, _dependent),
    Dialect.DRAFT_2019_09: (_prefix_items, _dependent),
    Dialect.DRAFT_2020_12: (_dependent,),
}
