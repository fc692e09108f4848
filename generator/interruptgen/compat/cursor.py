"""The text of a regular expression, read once from left to right."""

from dataclasses import dataclass
from typing import Final

CONTROLS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
"""The control characters that have an escape of one letter."""


@dataclass
class Cursor:
    """A place in a pattern."""

    pattern: str
    at: int = 0

    def next(self) -> str:
        """Return the next character, and go behind it. Raises `IndexError` at the end."""
        self.at += 1
        return self.pattern[self.at - 1]

    def take(self, text: str) -> bool:
        """Go behind a text if it comes next; returns whether it did."""
        found = self.pattern.startswith(text, self.at)
        self.at += len(text) if found else 0
        return found
