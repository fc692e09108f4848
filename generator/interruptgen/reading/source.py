"""Bytes of a file -> its text with the places in it, or the finding that it is not text."""

import re
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.rules.files import (
    BYTE_ORDER_MARK,
    FORBIDDEN_CHARACTER,
    MAX_SIZE,
    NOT_UTF_8,
    OVERSIZED_FILE,
)

_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_UTF_8_MARK = b"\xef\xbb\xbf"
_OTHER_MARKS = {
    b"\xff\xfe\x00\x00": "UTF-32",
    b"\x00\x00\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16",
    b"\xfe\xff": "UTF-16",
}


@dataclass(frozen=True)
class Source:
    """The text of a file; offsets count code points from 0."""

    path: str
    text: str

    @cached_property
    def _line_starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_BREAK.finditer(self.text))]

    def place(self, offset: int) -> Place:
        """Return the line and column of an offset."""
        line = bisect_right(self._line_starts, offset)
        return Place(self.path, line, offset - self._line_starts[line - 1] + 1)


def decode(path: str, content: bytes) -> Source | Diagnostic:
    """Decode UTF-8 without a byte order mark; NUL bytes and other encodings are findings."""
    if len(content) > MAX_SIZE:
        message = f"the file has {len(content):,} bytes; {MAX_SIZE:,} are the most"
        return OVERSIZED_FILE.at(Place(path), message)
    for mark, encoding in _OTHER_MARKS.items():
        if content.startswith(mark):
            return NOT_UTF_8.at(Place(path), f"the file is {encoding}", hint="save it as UTF-8")
    if content.startswith(_UTF_8_MARK):
        hint = "save it as UTF-8 without a byte order mark"
        return BYTE_ORDER_MARK.at(Place(path), "the file begins with a byte order mark", hint=hint)
    try:
        source = Source(path, content.decode("utf-8"))
    except UnicodeDecodeError as error:
        return _not_utf_8(path, content, error.start)
    nul = source.text.find("\0")
    if nul >= 0:
        message = "the file has a NUL character, so it is not text"
        hint = "if it is a text in UTF-16, save it as UTF-8"
        return FORBIDDEN_CHARACTER.at(source.place(nul), message, hint=hint)
    return source


def _not_utf_8(path: str, content: bytes, start: int) -> Diagnostic:
    before = Source(path, content[:start].decode("utf-8"))
    message = f"the byte 0x{content[start]:02X} is not UTF-8 here"
    return NOT_UTF_8.at(before.place(len(before.text)), message, hint="save the file as UTF-8")
