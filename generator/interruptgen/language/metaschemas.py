"""An embedded schema -> what the meta-schema of its dialect has against it."""

from collections.abc import Iterator
from functools import cache

from jsonschema_rs import (
    Draft4,
    Draft4Validator,
    Draft6,
    Draft6Validator,
    Draft7,
    Draft7Validator,
    Draft201909,
    Draft201909Validator,
    Draft202012,
    Draft202012Validator,
    ValidationErrorKind,
)

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.subschemas import APPLICATORS, NAMED
from interruptgen.language.violations import Judge, Violation, violations
from interruptgen.language.wording import alternatives, kind_of, nearest, shown, subject, wanted
from interruptgen.model import Json, Pointer
from interruptgen.reading import Document
from interruptgen.rules.schemas import INVALID_SCHEMA
from interruptgen.schema.dialects import Dialect

VALIDATORS = {
    Dialect.DRAFT_04: Draft4Validator,
    Dialect.DRAFT_06: Draft6Validator,
    Dialect.DRAFT_07: Draft7Validator,
    Dialect.DRAFT_2019_09: Draft201909Validator,
    Dialect.DRAFT_2020_12: Draft202012Validator,
}
"""What judges values by a schema of each dialect."""

DRAFTS = {
    Dialect.DRAFT_04: Draft4,
    Dialect.DRAFT_06: Draft6,
    Dialect.DRAFT_07: Draft7,
    Dialect.DRAFT_2019_09: Draft201909,
    Dialect.DRAFT_2020_12: Draft202012,
}
"""What jsonschema-rs calls each dialect."""

METASCHEMAS = {
    Dialect.DRAFT_04: "http://json-schema.org/draft-04/schema#",
    Dialect.DRAFT_06: "http://json-schema.org/draft-06/schema#",
    Dialect.DRAFT_07: "http://json-schema.org/draft-07/schema#",
    Dialect.DRAFT_2019_09: "https://json-schema.org/draft/2019-09/schema",
    Dialect.DRAFT_2020_12: "https://json-schema.org/draft/2020-12/schema",
}
"""What each dialect is called in `$schema`."""

_OTHER_TYPES = {
    **dict.fromkeys(("dict", "map", "record", "struct"), "object"),
    **dict.fromkeys(("str", "text", "char"), "string"),
    **dict.fromkeys(("int", "int32", "int64", "long"), "integer"),
    **dict.fromkeys(("float", "double", "decimal"), "number"),
    **dict.fromkeys(("bool",), "boolean"),
    **dict.fromkeys(("list", "tuple", "set"), "array"),
    **dict.fromkeys(("none", "nil", "undefined", "void"), "null"),
}
_FORMATS = frozenset("date date-time time duration email uuid uri hostname ipv4 ipv6".split())
_SAY_SO = "a schema of an older draft must name it in `$schema`"
_OLDER = {
    ("items", "list"): f"2020-12 has `prefixItems` for a list of schemas; {_SAY_SO}",
    ("exclusiveMinimum", "bool"): f"write the bound itself, a number; {_SAY_SO}",
    ("exclusiveMaximum", "bool"): f"write the bound itself, a number; {_SAY_SO}",
    ("required", "bool"): "list the names in `required`, beside `properties`",
}
"""What older dialects allowed, by keyword and Python type."""

_FAULTS = {
    "exclusiveMinimum": "must be more than {}",
    "minItems": "must not be empty",
    "minimum": "must not be less than {}",
    "uniqueItems": "has the same item twice",
}
"""What is said of a value that violates a keyword of the meta-schema."""


def check_metaschema(
    document: Document, root: Pointer, schema: Json, dialect: Dialect
) -> Iterator[Diagnostic]:
    """Find keywords whose values the dialect does not allow, each where the value stands."""
    for violation in violations(_validator(dialect), schema):
        yield _finding(document, root, violation)


@cache
def _validator(dialect: Dialect) -> Judge:
    reference = {"$ref": METASCHEMAS[dialect]}
    return VALIDATORS[dialect](reference, validate_formats=False, offline=True)


def _finding(document: Document, root: Pointer, violation: Violation) -> Diagnostic:
    message, hint = _said(violation)
    return INVALID_SCHEMA.at(document.place(root + violation.pointer), message, hint=hint)


def _said(violation: Violation) -> tuple[str, str | None]:
    value = violation.value
    keyword, name = _keyword(violation.pointer), subject(violation.pointer)
    older = _OLDER.get((keyword, type(value).__name__))
    match violation.kind:
        case ValidationErrorKind.Enum() if keyword == "type":
            return f"{shown(value)} is no type of JSON Schema", _type_hint(value)
        case ValidationErrorKind.Type(types=types):
            return f"{name} must be {_expected(keyword, types)}, not {kind_of(value)}", older
        case ValidationErrorKind.AnyOf():
            return f"{name} cannot be {kind_of(value)}", older
        case ValidationErrorKind.Required(property=other):
            return f"the schema needs `{other}` as well", None
        case kind if kind.name in _FAULTS:
            return f"{name} {_FAULTS[kind.name].format(kind.value)}", None
        case _:
            return f"{name} cannot be {shown(value)}", None


def _expected(keyword: str, types: list[str]) -> str:
    if keyword in APPLICATORS and "object" in types:
        return "a schema" if "boolean" in types else "a mapping of schemas"
    return wanted(types)


def _keyword(at: Pointer) -> str:
    """Return the keyword that a value belongs to: `properties` for `/properties/type`."""
    keyword, after_name = "", False
    for token in at:
        if keyword in NAMED and not after_name:
            after_name = True
        elif isinstance(token, str):
            keyword, after_name = token, False
    return keyword


def _type_hint(value: Json) -> str | None:
    if not isinstance(value, str):
        return None
    if value in _FORMATS:
        return f"write `type: string` and `format: {value}`"
    if value == "any":
        return "leave `type` out to accept every type"
    types = ("array", "boolean", "integer", "null", "number", "object", "string")
    meant = _OTHER_TYPES.get(value.lower()) or nearest(value, types, cutoff=0.6)
    return f"did you mean `{meant}`?" if meant else f"choose {alternatives(types)}"
