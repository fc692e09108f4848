"""A message template and the arguments of a call -> the text that a person decides on."""

import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json

MISSING_TEXT: Final = "—"
"""Stands for an optional argument that the call does not have."""

_TOKEN: Final = re.compile(r"\{\{|\}\}|\{(?P<path>[^{}]+)\}|[{}]")
_REMEMBERED: Final = 1024
"""How many templates are kept taken apart."""

_INVISIBLE: Final = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"})
_IGNORABLE: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)


def fill(template: str, arguments: Mapping[str, Json]) -> str:
    """Fill the placeholders of a template, such as `{price.amount}`, from a call's arguments.

    A string is put in as it is, another value as canonical JSON, and a dash for a member that is
    not there. What is put in cannot hide or reorder text: characters without a glyph of their own
    are written as escapes. `{{` and `}}` stand for braces. Raises `LocalError` for another brace.
    """
    filled = [
        part if isinstance(part, str) else visible(_shown(_look_up(arguments, part)))
        for part in _parts(template)
    ]
    return "".join(filled)


@lru_cache(_REMEMBERED)
def _parts(template: str) -> tuple[str | tuple[str, ...], ...]:
    """Take a template apart: texts, and the paths of the members that stand between them."""
    parts: list[str | tuple[str, ...]] = []
    end = 0
    for token in _TOKEN.finditer(template):
        parts.append(template[end : token.start()])
        path = token["path"]
        if path is None and len(token[0]) == 1:
            raise LocalError(f"the message template {template!r} has a single {token[0]!r}")
        parts.append(token[0][0] if path is None else tuple(path.split(".")))
        end = token.end()
    return (*parts, template[end:])


def visible(text: str) -> str:
    """Escape control, format, bidirectional, zero-width and unassigned characters."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_visible_character, text))


def _visible_character(character: str) -> str:
    if unicodedata.category(character) in _INVISIBLE or _IGNORABLE.match(character):
        code = ord(character)
        return f"\\u{code:04x}" if code <= 0xFFFF else f"\\u{{{code:x}}}"
    return character


def _look_up(arguments: Mapping[str, Json], path: tuple[str, ...]) -> Json | Absent:
    value: Json | Absent = arguments.get(path[0], ABSENT)
    for name in path[1:]:
        value = value.get(name, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def _shown(value: Json | Absent) -> str:
    if value is ABSENT:
        return MISSING_TEXT
    if isinstance(value, str):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)  # every digit: canonical JSON would round a large number to a double
    return canonical(value)
