"""The message of a tool and its input schema -> findings about the placeholders."""

import re
from collections.abc import Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Schema
from interruptgen.resolve.block import Block
from interruptgen.resolve.paths import miss
from interruptgen.rules.decisions import MALFORMED_MESSAGE, UNKNOWN_PLACEHOLDER

_TOKEN = re.compile(r"\{\{|\}\}|\{(?P<path>[^{}]+)\}|[{}]")


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
        missed = miss(name.split("."), arguments)
        if missed:
            fault = f"the input of {block.label} has no `{name}`"
            yield UNKNOWN_PLACEHOLDER.at(place, fault, hint=missed.hint)


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
