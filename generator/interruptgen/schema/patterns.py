"""A JSON Schema -> the schema that the engine reads, its regular expressions put as ECMAScript's.

The engine takes a pattern with a word boundary, look-around or back-references as it is, and there
digits, words, spaces, lines and boundaries are Unicode's. ECMAScript's, with the flag `u`, are
those below (ECMA-262, section 22.2.2). Surrogate pairs, empty sets and the names of groups in
back-references, which it does not know, are written out as well. The runtime reads patterns in the
same way.
"""

import re
from collections.abc import Iterator
from typing import Final

from interruptgen.model import Json, JsonObject
from interruptgen.schema.walk import rebuild, walk

_MISREAD: Final = re.compile(r"\(\?<?[=!]|\\[0-9bBk]|\\u[dD]|\[\^?\]")
_TOKENS: Final = re.compile(
    r"\\(?:[pPu]\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|k<[^>]*>|0(?![0-9])|.)"
    r"|\[\^?\]?|\]|\.",
    re.DOTALL,
)
_CAPTURES: Final = re.compile(
    r"\\.|\[(?:\\.|[^\]\\])*\]|(?P<opening>\()(?:\?<(?P<name>[^=!>][^>]*)>|(?!\?))", re.DOTALL
)

_WORD: Final = "0-9A-Z_a-z"
_BOUNDARY: Final = f"(?<=[{_WORD}])(?![{_WORD}])|(?<![{_WORD}])(?=[{_WORD}])"
_IN_A_SET: Final = {
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
_ELSEWHERE: Final = {
    **{escape: f"[{characters}]" for escape, characters in _IN_A_SET.items()},
    ".": r"[^\n\r\u2028\u2029]",
    r"\b": f"(?:{_BOUNDARY})",
    r"\B": f"(?!{_BOUNDARY})",
    "[]": r"[^\u{0}-\u{10ffff}]",
    "[^]": r"[\u{0}-\u{10ffff}]",
}


def engine_document(document: JsonObject) -> JsonObject:
    """Write out the patterns of a schema that the engine would misread.

    No reference of the schema may lead into its `patternProperties`.
    """
    if any(_MISREAD.search(one) for _, schema in walk(document) for one in _patterns(schema)):
        return _written_out(document)
    return document


def engine_pattern(pattern: str) -> str:
    """Return a pattern for the engine that matches what ECMAScript's (flag `u`) matches."""
    return "".join(_pieces(pattern)) if _MISREAD.search(pattern) else pattern


def _pieces(pattern: str) -> Iterator[str]:
    position, meaning = 0, _ELSEWHERE
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
        return _ELSEWHERE
    return _IN_A_SET if token.startswith("[") else meaning


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


def _patterns(schema: JsonObject) -> Iterator[str]:
    pattern = schema.get("pattern")
    if isinstance(pattern, str):
        yield pattern
    named = schema.get("patternProperties")
    if isinstance(named, dict):
        yield from named


def _written_out(schema: JsonObject) -> JsonObject:
    copy = rebuild(
        schema, lambda _, below: _written_out(below) if isinstance(below, dict) else below
    )
    pattern = copy.get("pattern")
    if isinstance(pattern, str):
        copy["pattern"] = engine_pattern(pattern)
    named = copy.get("patternProperties")
    if isinstance(named, dict):
        copy["patternProperties"] = _with_written_out_keys(named)
    return copy


def _with_written_out_keys(named: JsonObject) -> JsonObject:
    """Write out the patterns of names; where two become one, both of their schemas hold."""
    found: dict[str, Json] = {}
    for pattern, schema in named.items():
        written = engine_pattern(pattern)
        found[written] = {"allOf": [found[written], schema]} if written in found else schema
    return found
