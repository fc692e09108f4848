"""A random schema of 2020-12 -> one of an older dialect, made of the keywords of both.

It need not mean the same: whoever knows the dialect says what it means.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol

import jsonschema_rs
from jsonschema import Draft4Validator, Draft6Validator, Draft7Validator

from interruptgen.model import Json, JsonObject
from interruptgen.schema.dialects import Dialect
from interruptgen.schema.walk import rebuild


class Judge(Protocol):
    def is_valid(self, instance: Json) -> bool: ...


OLDER: Mapping[Dialect, tuple[str, Callable[[JsonObject], Judge]]] = {
    Dialect.DRAFT_04: ("http://json-schema.org/draft-04/schema#", Draft4Validator),
    Dialect.DRAFT_06: ("http://json-schema.org/draft-06/schema#", Draft6Validator),
    Dialect.DRAFT_07: ("http://json-schema.org/draft-07/schema#", Draft7Validator),
    Dialect.DRAFT_2019_09: (
        "https://json-schema.org/draft/2019-09/schema",
        jsonschema_rs.Draft201909Validator,
    ),
}
"""The dialects that are translated, each with its URI and with one who knows it."""


def aged(document: JsonObject, dialect: Dialect, random: Random) -> JsonObject:
    """Write a document with the keywords of an older dialect, but for some that it lacks."""
    old = _aged(document, dialect, random)
    assert isinstance(old, dict)
    definitions = old.pop("$defs", {})
    return {"$schema": OLDER[dialect][0], **old, "definitions": definitions}


def _aged(schema: Json, dialect: Dialect, random: Random) -> Json:
    if isinstance(schema, bool) and dialect is Dialect.DRAFT_04:
        return {} if schema else {"not": {}}
    if not isinstance(schema, dict):
        return schema
    old = rebuild(schema, lambda _, inner: _aged(inner, dialect, random))
    if isinstance(old.get("$ref"), str):
        old["$ref"] = str(old["$ref"]).replace("$defs", "definitions")
    _age_items(old)
    if random.random() < 0.8:
        _age_dependencies(old)
    if dialect is Dialect.DRAFT_04:
        _age_bounds(old, random)
    return old


def _age_items(schema: JsonObject) -> None:
    rest = schema.pop("items", None)
    prefix = schema.pop("prefixItems", None)
    if prefix is not None:
        schema["items"] = prefix
    if rest is not None:
        schema["items" if prefix is None else "additionalItems"] = rest


def _age_dependencies(schema: JsonObject) -> None:
    dependencies: JsonObject = {}
    for keyword in ("dependentRequired", "dependentSchemas"):
        each = schema.pop(keyword, None)
        dependencies |= each if isinstance(each, dict) else {}
    if dependencies:
        schema["dependencies"] = dependencies


def _age_bounds(schema: JsonObject, random: Random) -> None:
    if "minimum" in schema and random.random() < 0.5:
        schema["exclusiveMinimum"] = random.random() < 0.7
