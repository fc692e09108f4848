"""`Document` -> what the meta-schema of the definition language has against it."""

import json
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any, cast

from jsonschema_rs import Draft7Validator, ValidationError, ValidationErrorKind

from interruptgen import data
from interruptgen.diagnostics import Diagnostic
from interruptgen.language.block import embedded, tools
from interruptgen.language.violations import Violation, violations
from interruptgen.language.wording import (
    alternatives,
    kind_of,
    nearest,
    retyped,
    shown,
    subject,
    wanted,
)
from interruptgen.model import Pointer
from interruptgen.reading import Document
from interruptgen.rules.language import (
    MISSING_KEY,
    UNKNOWN_KEY,
    UNKNOWN_VERSION,
    UNUSABLE_VALUE,
    WRONG_TYPE,
)

_OWN_RULES = frozenset({"expiresAfter", "x-name"})
"""Keys whose form has a rule of its own that says more than the meta-schema can."""

_UNUSABLE: dict[str, tuple[str, str | None]] = {
    "maxLength": ("has more than {:,} characters", "shorten {name}"),
    "maximum": ("is more than {:,}", "write {} or less"),
    "maxProperties": ("has more than {:,} members", "divide {name} among several files"),
    "minimum": ("is less than {:,}", "write {} or more"),
    "minItems": ("is empty", "remove {name}, or fill it"),
    "pattern": ("is blank", "remove {name}, or fill it"),
    "uniqueItems": ("names something twice", None),
}
"""What is said of a value that violates a keyword of the meta-schema, and what to do about it."""

_MOST = 100
"""How many unknown keys of one mapping are named."""

_OTHERWISE = {"parameters": "inputSchema", "definitions": "$defs", "schemas": "$defs"}
"""What keys of other formats are called here."""


def check_form(document: Document) -> Iterator[Diagnostic]:
    """Find unknown and missing keys, and values of the wrong type or with an unknown word.

    What stands inside of embedded schemas is left to the meta-schema of JSON Schema.
    """
    found = violations(_validator(), document.data)
    if not found:
        return
    elsewhere = set(embedded(document))
    elsewhere |= {(*block.pointer, "approvalSchema") for block in tools(document)}
    for violation in found:
        at = violation.pointer
        if not any(at[: len(other)] == other for other in elsewhere):
            yield from _findings(document, violation)


def known_keys(definition: str) -> tuple[str, ...]:
    """Return the keys of a kind of mapping, such as `tool`, as the meta-schema names it."""
    return tuple(_metaschema()["definitions"][definition]["properties"])


@cache
def _metaschema() -> dict[str, Any]:
    return cast(dict[str, Any], json.loads(data.read("schemas/interruptgen.schema.json")))


@cache
def _validator() -> Draft7Validator:
    return Draft7Validator(_metaschema(), offline=True)


def _findings(document: Document, violation: Violation) -> Iterator[Diagnostic]:
    at = violation.pointer
    match violation.kind:
        case ValidationErrorKind.AdditionalProperties(unexpected=names):
            known = _siblings(violation)
            yield from (_unknown_key(document, at, name, known) for name in names[:_MOST])
            if names[_MOST:]:
                message = f"{len(names) - _MOST:,} more keys are unknown {_where(at)}"
                yield UNKNOWN_KEY.at(document.key_place((*at, names[_MOST])), message)
        case ValidationErrorKind.Required(property=name):
            known = _siblings(violation)
            if not any(_meant(one, known) == name for one in _unknown(violation, known)):
                yield _missing_key(document, at, name)
        case ValidationErrorKind.Pattern() if at[-1] in _OWN_RULES:
            pass
        case _:
            yield _wrong_value(document, violation)


def _siblings(violation: Violation) -> list[str]:
    """Return the keys that the violated part of the meta-schema knows."""
    part: Any = _metaschema()
    for token in violation.schema_path[:-1]:
        part = part[token]
    return list(part.get("properties", ()))


def _unknown(violation: Violation, known: list[str]) -> list[str]:
    value = violation.value
    names = value if isinstance(value, dict) else {}
    return list(islice((name for name in names if name not in known), _MOST))


def _meant(name: str, known: list[str]) -> str | None:
    other = _OTHERWISE.get(name)
    if other in known:
        return other
    by_stem = {key.removesuffix("Schema"): key for key in known}
    near = nearest(name, [*known, *by_stem])
    return by_stem.get(near, near) if near else None


def _unknown_key(document: Document, at: Pointer, name: str, known: list[str]) -> Diagnostic:
    place = document.key_place((*at, name))
    message = f"the key `{name}` is unknown {_where(at)}"
    meant = _meant(name, known)
    hint = f"did you mean `{meant}`?" if meant else _belongs(name)
    if hint is None:
        listed = alternatives((f"`{key}`" for key in known), "and")
        hint = f"known are {listed}; your own begin with `x-`"
    return UNKNOWN_KEY.at(place, message, hint=hint)


def _where(at: Pointer) -> str:
    return f"in {subject(at)}" if at else "at the top of the file"


def _belongs(name: str) -> str | None:
    for definition, owner in (("interrupt", "an interrupt"), ("tool", "a tool")):
        if name in known_keys(definition):
            return f"`{name}` belongs to {owner}"
    if name in _metaschema()["properties"]:
        return f"`{name}` belongs to the top of the file"
    return None


def _missing_key(document: Document, at: Pointer, name: str) -> Diagnostic:
    message = f"the key `{name}` is missing in {subject(at)}"
    hint = "write `interruptgen: 1` at the top" if name == "interruptgen" else f"add `{name}:`"
    return MISSING_KEY.at(document.key_place(at), message, hint=hint)


def _wrong_value(document: Document, violation: Violation) -> Diagnostic:
    at, value = violation.pointer, violation.value
    place, name = document.place(at), subject(at)
    match violation.kind:
        case ValidationErrorKind.Type(types=types):
            return _wrong_type(document, violation, types)
        case ValidationErrorKind.AnyOf(context=branches):
            return _wrong_type(document, violation, _types(branches))
        case ValidationErrorKind.Constant():
            what = f"the text {shown(value)}" if isinstance(value, str) else shown(value)
            message = f"{name} is {what}, and only version 1 is known here"
            return UNKNOWN_VERSION.at(place, message, hint=f"write `{at[-1]}: 1`")
        case ValidationErrorKind.Enum(options=options):
            choices = [str(option) for option in options]
            meant = nearest(value, choices) if isinstance(value, str) else None
            message = f"{name} is {shown(value)}, not {alternatives(f'`{one}`' for one in choices)}"
            hint = f"did you mean `{meant}`?" if meant else None
            return UNUSABLE_VALUE.at(place, message, hint=hint)
        case kind:
            fault, hint = _UNUSABLE[kind.name]
            message = f"{name} {fault.format(kind.value)}"
            hint = hint and hint.format(kind.value, name=name)
            return UNUSABLE_VALUE.at(place, message, hint=hint)


def _wrong_type(document: Document, violation: Violation, types: list[str]) -> Diagnostic:
    at, value = violation.pointer, violation.value
    is_schema = violation.schema_path[:2] == ("definitions", "schema")
    expected = "a schema" if is_schema else wanted(types)
    message = f"{subject(at)} must be {expected}, not {kind_of(value)}"
    return WRONG_TYPE.at(document.place(at), message, hint=retyped(value, types))


def _types(branches: list[list[ValidationError]]) -> list[str]:
    """Return the types that the alternatives ask for."""
    return [
        name
        for branch in branches
        for error in branch
        if isinstance(error.kind, ValidationErrorKind.Type)
        for name in error.kind.types
    ]
