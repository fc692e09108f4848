"""Running text that arrives in pieces -> lines with a margin that no piece can leave."""

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from interruptgen_runtime.terminal.text import prose

MARGIN: Final = "│ "

Cells: TypeAlias = Callable[[str], int]
"""Tells how many cells of a screen a text takes."""

_TOKEN: Final = re.compile(r"\n|[^\S\n]+|\S+")


class Prose:
    """Breaks text between words; `width` is that of the screen, in cells.

    A word is written once it is complete, since only then it is known on which line it fits.
    """

    def __init__(self, width: int, cells: Cells) -> None:
        self._room = max(width - len(MARGIN), 8)
        self._cells = cells
        self._column = -1
        self._held = ""
        self._inside = False

    def feed(self, text: str) -> str:
        """Return what is to be written for a piece of text."""
        whole = self._held + text
        cut = max(whole.rfind(" "), whole.rfind("\n"), whole.rfind("\t")) + 1
        is_endless = len(whole) - cut > self._room
        cut = len(whole) if is_endless else cut
        self._held = whole[cut:]
        written = "".join(self._written(prose(whole[:cut])))
        self._inside = is_endless
        return written

    def end(self) -> str:
        """Return what is left, and the end of the line."""
        rest, self._held = "".join(self._written(prose(self._held))), ""
        closing = "\n" if self._column >= 0 else ""
        self._column = -1
        return rest + closing

    def _written(self, text: str) -> Iterator[str]:
        for token in _TOKEN.findall(text):
            if token == "\n":
                yield (MARGIN if self._column < 0 else "") + "\n"
                self._column = -1
            elif token.isspace():
                yield from self._blank(token)
            else:
                yield from self._word(token)

    def _blank(self, token: str) -> Iterator[str]:
        if self._column < 0:
            yield MARGIN
            self._column = 0
        if self._column + self._cells(token) < self._room:
            self._column += self._cells(token)
            yield token

    def _word(self, token: str) -> Iterator[str]:
        is_too_long = self._column + self._cells(token) > self._room
        if self._column > 0 and is_too_long and not self._inside:
            yield "\n"
            self._column = -1
        self._inside = False
        if self._column < 0:
            yield MARGIN
            self._column = 0
        for character in token:
            width = self._cells(character)
            if self._column + width > self._room:
                yield f"\n{MARGIN}"
                self._column = 0
            yield character
            self._column += width
