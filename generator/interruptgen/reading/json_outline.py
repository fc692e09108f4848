"""The text of a JSON file -> where its values stand, and what RFC 8259 has against it.

It keeps its own stack instead of calling itself, so no depth of nesting can exhaust Python's.
"""

import json
import re
from dataclasses import dataclass

from interruptgen.diagnostics import Diagnostic
from interruptgen.reading.findings import MAX_DEPTH, duplicate_key, too_deep, unrepresentable
from interruptgen.reading.json_problems import (
    bad_text,
    closed_after_comma,
    lone_surrogate,
    malformed_value,
    missing,
    unfinished,
)
from interruptgen.reading.numbers import integer, real
from interruptgen.reading.outline import NOTHING, Spot
from interruptgen.reading.source import Source

SURROGATE_ESCAPE = re.compile(r"\\u[dD][89a-fA-F]")
"""Finds every escaped surrogate, and some texts that only look like one."""

_SPACE = re.compile(r"[ \t\n\r]*+")
_TEXT = re.compile(
    r'"[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+(?P<end>"?)'
)
_BARE = re.compile(r"[-+.\w$]++")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?P<fraction>(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
_LITERALS = frozenset({"true", "false", "null"})
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<lone>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
)


@dataclass(frozen=True)
class Scan:
    """Where the values stand, as far as the text was read, and what is wrong with it."""

    root: Spot
    findings: tuple[Diagnostic, ...]


def scan(source: Source) -> Scan:
    """Read through a JSON text; the first fault of the grammar ends it, others do not."""
    scanner = _Scanner(source)
    try:
        scanner.run()
    except _Malformed as malformed:
        scanner.findings.append(malformed.finding)
    return Scan(scanner.root, tuple(scanner.findings))


class _Malformed(Exception):
    def __init__(self, finding: Diagnostic) -> None:
        super().__init__(finding.message)
        self.finding = finding


@dataclass
class _Open:
    """An object or array whose end has not come yet; in an object, `key` waits for its value."""

    inside: dict[str | int, Spot]
    start: int
    end: str
    key: tuple[str, int] | None = None


class _Scanner:
    def __init__(self, source: Source) -> None:
        self.root = Spot(0, 0, NOTHING)
        self.findings: list[Diagnostic] = []
        self._source = source
        self._text = source.text
        self._at = 0
        self._stack: list[_Open] = []

    def run(self) -> None:
        """Read the only value; raises `_Malformed`."""
        self._value()
        while self._stack:
            self._member(self._stack[-1])
        if self._peek():
            raise self._missing("the end of the file")

    def _peek(self) -> str:
        """Skip white space and return the next character, or nothing at the end."""
        space = _SPACE.match(self._text, self._at)
        self._at = space.end() if space else self._at
        return self._text[self._at : self._at + 1]

    def _value(self) -> None:
        start = self._at
        match self._peek():
            case "{":
                self._open("}")
            case "[":
                self._open("]")
            case '"':
                start = self._at
                self._read_text()
                self._put(Spot(start, start, NOTHING))
            case "":
                raise self._missing("a value")
            case _:
                self._bare()

    def _open(self, end: str) -> None:
        if len(self._stack) >= MAX_DEPTH:
            raise _Malformed(too_deep(self._source, self._at))
        self._stack.append(_Open({}, self._at, end))
        self._at += 1

    def _member(self, top: _Open) -> None:
        character = self._peek()
        if character == top.end:
            self._at += 1
            self._stack.pop()
            self._put(Spot(top.start, top.start, top.inside))
            return
        if top.inside:
            self._comma(character, top.end)
        if top.end == "}":
            self._key(top)
        self._value()

    def _comma(self, character: str, end: str) -> None:
        if character != ",":
            raise self._missing(f"`,` or `{end}`")
        comma = self._at
        self._at += 1
        if self._peek() == end:
            raise _Malformed(closed_after_comma(self._source, comma, end))

    def _key(self, top: _Open) -> None:
        if self._peek() != '"':
            raise self._missing("a key in double quotes")
        start = self._at
        key: str = json.loads(self._read_text())
        if self._peek() != ":":
            raise self._missing("`:`")
        self._at += 1
        top.key = (key, start)
        first = top.inside.get(key)
        if first is not None:
            self.findings.append(duplicate_key(self._source, key, start, first.key))

    def _read_text(self) -> str:
        match = _TEXT.match(self._text, self._at)
        if match is None or not match["end"]:
            raise _Malformed(bad_text(self._source, self._at, match.end() if match else self._at))
        for escape in _ESCAPE.finditer(match[0]):
            if escape["lone"]:
                self.findings.append(lone_surrogate(self._source, self._at + escape.start()))
        self._at = match.end()
        return match[0]

    def _bare_text(self) -> str:
        match = _BARE.match(self._text, self._at)
        return match[0] if match else self._text[self._at : self._at + 1]

    def _bare(self) -> None:
        start, text = self._at, self._bare_text()
        number = _NUMBER.fullmatch(text)
        if number is None and text not in _LITERALS:
            raise _Malformed(malformed_value(self._source, start, text))
        if number is not None and (real if number["fraction"] else integer)(text) is None:
            self.findings.append(unrepresentable(self._source, text, start))
        self._at += len(text)
        self._put(Spot(start, start, NOTHING))

    def _put(self, spot: Spot) -> None:
        if not self._stack:
            self.root = spot
            return
        top = self._stack[-1]
        if top.key is None:
            top.inside[len(top.inside)] = spot
        else:
            (key, key_start), top.key = top.key, None
            top.inside.setdefault(key, Spot(spot.start, key_start, spot.inside))

    def _missing(self, expected: str) -> _Malformed:
        if self._at < len(self._text):
            return _Malformed(missing(self._source, self._at, expected, self._bare_text()))
        opened = (self._stack[-1].start, self._stack[-1].end) if self._stack else None
        return _Malformed(unfinished(self._source, self._at, opened))
