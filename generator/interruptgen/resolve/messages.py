"""The message of a tool and its input schema -> findings about the placeholders."""

import re
from collections.abc import Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, JsonObject, Schema
from interruptgen.resolve.block import Block
from interruptgen.rules.decisions import MALFORMED_MESSAGE, UNKNOWN_PLACEHOLDER

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<path>[^{}]+)\}|[{}]")
_SAME_VALUE = ("allOf", "anyOf", "oneOf")


def check_message(block: Block, arguments: Schema | None) -> Iterator[Diagnostic]:
    """Find placeholders that the input does not have, and braces that open none."""
    message = block.text("message")
    if message is None:
        return
    place = block.document.place((*block.pointer, "message"))
    try:
        placeholders = list(_placeholders(message))
    except ValueError:
        remedy = "write `{name}` for a value of the input, `{{` and `}}` for braces"
        fault = "a brace in the message neither opens nor closes a placeholder"
        yield MALFORMED_MESSAGE.at(place, fault, hint=remedy)
        return
    for name in dict.fromkeys(placeholders):
        path = name.split(".")
        if arguments is None or not _leads(arguments.document, path, arguments):
            known = [] if arguments is None else sorted(_properties(arguments))
            hint = f"the input has {', '.join(f'`{key}`' for key in known)}" if known else None
            fault = f"the input of {block.label} has no `{name}`"
            yield UNKNOWN_PLACEHOLDER.at(place, fault, hint=hint)


def _placeholders(message: str) -> Iterator[str]:
    """Yield the paths in braces; raises `ValueError` for any other brace that is not doubled."""
    for token in _TOKEN.finditer(message):
        path = token["path"]
        if path is None and len(token[0]) == 1:
            raise ValueError(token[0])
        if path is not None:
            if not all(path.split(".")):
                raise ValueError(path)
            yield path


def _leads(schema: Json, path: list[str], root: Schema) -> bool:
    """Tell whether values of `schema` can have something at `path`."""
    return not path or any(
        _leads(inner, path[1:], root)
        for view in _views(schema, root, set())
        for inner in _steps(view, path[0])
    )


def _views(schema: Json, root: Schema, seen: set[str]) -> Iterator[JsonObject]:
    """Yield the schema and every one that judges the same value."""
    if not isinstance(schema, dict):
        return
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen:
        definitions = root.document.get("$defs")
        name = reference.removeprefix("#/$defs/")
        if isinstance(definitions, dict):
            yield from _views(definitions.get(name), root, seen | {reference})
    for keyword in _SAME_VALUE:
        branches = schema.get(keyword)
        for branch in branches if isinstance(branches, list) else []:
            yield from _views(branch, root, seen)


def _steps(schema: JsonObject, token: str) -> Iterator[Json]:
    properties = schema.get("properties")
    if isinstance(properties, dict) and token in properties:
        yield properties[token]
    elif isinstance(schema.get("additionalProperties"), dict):
        yield schema["additionalProperties"]


def _properties(schema: Schema) -> set[str]:
    found = (view.get("properties") for view in _views(schema.document, schema, set()))
    return {name for properties in found if isinstance(properties, dict) for name in properties}
