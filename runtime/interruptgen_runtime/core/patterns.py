"""The text of a JSON Schema -> the schema that the engine reads, its patterns put as ECMAScript's.

The engine runs most patterns as ECMAScript does. Those with a word boundary, look-around or
back-references it takes as they are, and there digits, words, spaces, lines and boundaries are
Unicode's, while ECMAScript's (ECMA-262, section 22.2.2, with the flag `u`) are those below. So
they are written out for it, and so are surrogate pairs, empty sets and the names of groups in
back-references, which it does not know. The text that is hashed, sent and shown stays what it was.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from interruptgen_runtime.core.json_types import Json, JsonObject

_SPECIAL: Final = re.compile(r"\(\?<?[=!]|\\[0-9bBk]|\\u[dD]|\[\^?\]")
"""What makes the engine take a pattern as it is, or be wrong about it."""

_TOKENS: Final = re.compile(
    r"\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|k<[^>]*>|0(?![0-9])|.)"
    r"|\[\^?\]?|\]|\.",
    re.DOTALL,
)
_CAPTURES: Final = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|(?P<opening>\()(?:\?<(?P<name>[^=!>][^>]*)>|(?!\?))", re.DOTALL
)
_WORD: Final = "0-9A-Z_a-z"
_ENDS_OF_LINES: Final = r"\n\r\u2028\u2029"
_BOUNDARY: Final = f"(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}])"
_INSIDE: Final = {
    r"\b": r"\u{8}",
    r"\d": "0-9",
    r"\D": r"\u{0}-/:-\u{10ffff}",
    r"\w": _WORD,
    r"\W": r"\u{0}-/:-@\[-\^`{-\u{10ffff}",
    r"\s": r"\t-\r \u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}",
    r"\S": (
        r"\u{0}-\u{8}\u{e}-\u{1f}!-\u{9f}\u{a1}-\u{167f}\u{1681}-\u{1fff}\u{200b}-\u{2027}"
        r"\u{202a}-\u{202e}\u{2030}-\u{205e}\u{2060}-\u{2fff}\u{3001}-\u{fefe}\u{ff00}-\u{10ffff}"
    ),
}
"""What an escape stands for in a set of characters."""

_OUTSIDE: Final = {
    **{escape: f"[{characters}]" for escape, characters in _INSIDE.items()},
    ".": f"[^{_ENDS_OF_LINES}]",
    r"\b": f"(?:{_BOUNDARY})",
    r"\B": f"(?!{_BOUNDARY})",
    "[]": r"[^\u{0}-\u{10ffff}]",
    "[^]": r"[\u{0}-\u{10ffff}]",
}
"""What a token stands for anywhere else."""

_ONE: Final = frozenset(
    {
        "additionalProperties",
        "contains",
        "contentSchema",
        "else",
        "if",
        "items",
        "not",
        "propertyNames",
        "then",
        "unevaluatedItems",
        "unevaluatedProperties",
    }
)
_LISTED: Final = frozenset({"allOf", "anyOf", "oneOf", "prefixItems"})
_NAMED: Final = frozenset(
    {"$defs", "definitions", "dependentSchemas", "patternProperties", "properties"}
)


@dataclass(frozen=True)
class EngineSchema:
    """A schema as the engine reads it, and the patterns that were written out in it."""

    document: JsonObject | bool
    originals: dict[str, str] = field(default_factory=dict[str, str])
    """Each such pattern with what the schema's author wrote."""


def engine_schema(text: str) -> EngineSchema:
    """Write out the patterns of a schema, given as JSON text, that the engine would misread.

    It is not given to the engine as text, for a large number in it would equal no value then.
    """
    document: JsonObject | bool = json.loads(text)
    originals: dict[str, str] = {}
    if _SPECIAL.search(text):
        for schema in _schemas(document):
            _write_out(schema, originals)
    return EngineSchema(document, originals)


def engine_pattern(pattern: str) -> str:
    """Return a pattern for the engine that matches what ECMAScript's (flag `u`) matches."""
    return "".join(_pieces(pattern)) if _SPECIAL.search(pattern) else pattern


def _pieces(pattern: str) -> Iterator[str]:
    position, meaning = 0, _OUTSIDE
    names = _named_groups(pattern)
    for token in _TOKENS.finditer(pattern):
        text = token[0]
        yield pattern[position : token.start()]
        yield meaning.get(text) or names.get(text) or _character(text)
        position = token.end()
        if not text.startswith("\\"):
            meaning = _meaning_after(text, meaning)
    yield pattern[position:]


def _meaning_after(token: str, meaning: dict[str, str]) -> dict[str, str]:
    """Return what tokens stand for behind a bracket or a dot."""
    if token.endswith("]"):
        return _OUTSIDE
    return _INSIDE if token.startswith("[") else meaning


def _named_groups(pattern: str) -> dict[str, str]:
    """Return each reference to a group by its name, with the one by its number."""
    if "\\k<" not in pattern:
        return {}
    groups = [found["name"] for found in _CAPTURES.finditer(pattern) if found["opening"]]
    return {rf"\k<{name}>": rf"(?:\{place})" for place, name in enumerate(groups, 1) if name}


def _character(token: str) -> str:
    """Write a character that ECMAScript has as a surrogate pair, or as a zero, by its number."""
    if token == r"\0":
        return r"\u{0}"
    if not token.startswith((r"\ud", r"\uD")):
        return token
    high, low = int(token[2:6], 16), int(token[8:], 16)
    return rf"\u{{{0x10000 + (high - 0xD800) * 0x400 + low - 0xDC00:x}}}"


def _schemas(value: Json) -> Iterator[dict[str, Json]]:
    """Yield every object schema at or below a schema, the outer before the inner."""
    if not isinstance(value, dict):
        return
    yield value
    for keyword, below in value.items():
        if keyword in _ONE:
            yield from _schemas(below)
        elif keyword in _LISTED and isinstance(below, list):
            for one in below:
                yield from _schemas(one)
        elif keyword in _NAMED and isinstance(below, dict):
            for one in below.values():
                yield from _schemas(one)


def _write_out(schema: dict[str, Json], originals: dict[str, str]) -> None:
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        schema["pattern"] = _noted(pattern, originals)
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        schema["patternProperties"] = _written_out_keys(named, originals)


def _written_out_keys(named: dict[str, Json], originals: dict[str, str]) -> dict[str, Json]:
    """Write out the patterns of names; where two become one, both of their schemas hold."""
    found: dict[str, Json] = {}
    for pattern, schema in named.items():
        written = _noted(pattern, originals)
        found[written] = {"allOf": [found[written], schema]} if written in found else schema
    return found


def _noted(pattern: str, originals: dict[str, str]) -> str:
    written = engine_pattern(pattern)
    if written != pattern:
        originals[written] = pattern
    return written
