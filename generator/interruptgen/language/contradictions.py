"""A schema -> its keywords that contradict each other, and the names that `required` dangles."""

from collections.abc import Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.subschemas import Subschema
from interruptgen.language.wording import nearest, shown, wanted
from interruptgen.model import Json
from interruptgen.rules.schemas import CONTRADICTION, DANGLING_REQUIRED
from interruptgen.schema.dialects import UNKNOWN

_BOUNDS = (
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
    ("minimum", "maximum"),
)
_STRICT_BOUNDS = (
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
)
_SAYS_MORE = frozenset(
    "$ref $dynamicRef $recursiveRef allOf anyOf oneOf if then else dependentSchemas "
    "dependencies patternProperties".split()
)
"""Keywords that may have properties of the same object."""


def check_bounds(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find lower bounds that are above the upper ones, or meet them where that is too much."""
    schema = subschema.schema
    for pair in (*_BOUNDS, *_STRICT_BOUNDS):
        low, high = pair
        least, most = _number(schema.get(low)), _number(schema.get(high))
        if least is None or most is None:
            continue
        if least > most or (least == most and pair in _STRICT_BOUNDS):
            message = f"`{low}` is {least}, but `{high}` is {most}"
            yield CONTRADICTION.at(subschema.place(high), message)


def check_choices(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find values of `enum` or `const` of which none is of the type that `type` demands."""
    schema = subschema.schema
    types = _texts(schema.get("type")) or _texts([schema.get("type")])
    if schema.get("enum") == []:
        message = "`enum` is empty, so no value is accepted"
        yield CONTRADICTION.at(subschema.place("enum"), message)
    for keyword, values in (("enum", schema.get("enum")), ("const", [schema.get("const")])):
        is_known = keyword in schema and keyword not in UNKNOWN[subschema.dialect]
        if not types or not is_known or not isinstance(values, list) or not values:
            continue
        if not any(_is_of(value, types) for value in values):
            what = shown(values[0]) if len(values) == 1 else f"no value of `{keyword}`"
            verb = "is not" if len(values) == 1 else "is"
            message = f"{what} {verb} {wanted(types)}, as `type` demands"
            yield CONTRADICTION.at(subschema.place(keyword), message)


def check_required(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find required properties that are not among those that the schema knows."""
    schema = subschema.schema
    known = schema.get("properties", {})
    is_closed = schema.get("additionalProperties") is False and "patternProperties" not in schema
    is_whole = "properties" in schema and not subschema.is_branch and not _SAYS_MORE & set(schema)
    if not isinstance(known, dict) or not (is_closed or is_whole):
        return
    for index, name in enumerate(_texts(schema.get("required"))):
        if name in known:
            continue
        what = "`additionalProperties: false` forbids" if is_closed else "`properties` lacks"
        meant = nearest(name, known)
        hint = f"did you mean `{meant}`?" if meant else f"add `{name}` to `properties`"
        message = f"`required` names `{name}`, which {what}"
        yield DANGLING_REQUIRED.at(subschema.place("required", index), message, hint=hint)


def _number(value: Json) -> int | float | None:
    return None if isinstance(value, bool) or not isinstance(value, int | float) else value


def _texts(value: Json) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []


def _is_of(value: Json, types: list[str]) -> bool:
    match value:
        case None:
            return "null" in types
        case bool():
            return "boolean" in types
        case int() | float():
            is_whole = value == int(value)
            return "number" in types or (is_whole and "integer" in types)
        case str():
            return "string" in types
        case list():
            return "array" in types
        case _:
            return "object" in types
