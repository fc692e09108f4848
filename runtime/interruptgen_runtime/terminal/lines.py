"""What is shown to a person, before it is known on what kind of screen: lines of styled spans."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias


class Style(StrEnum):
    """What a piece of text is; the screen decides how that looks."""

    PLAIN = "plain"
    TITLE = "title"
    KEY = "key"
    FAINT = "faint"
    GOOD = "good"
    BAD = "bad"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text that is safe to show."""

    text: str
    style: Style = Style.PLAIN


@dataclass(frozen=True, slots=True)
class Line:
    """A line; where it is too long for the screen, it goes on below, indented by `indent` more."""

    spans: tuple[Span, ...]
    indent: int = 0

    @property
    def text(self) -> str:
        """The line without its styles."""
        return " " * self.indent + "".join(span.text for span in self.spans)


Lines: TypeAlias = list[Line]


def line(text: str, style: Style = Style.PLAIN, indent: int = 0) -> Line:
    """Return a line of one style."""
    return Line((Span(text, style),), indent)
