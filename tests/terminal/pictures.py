"""A screen with its colours -> a picture of it, the same for the same screen."""

import re
from collections.abc import Iterator
from html import escape

from rich.ansi import AnsiDecoder
from rich.console import Console
from rich.style import Style
from rich.text import Text

from terminal.tmux import COLUMNS

_WIDTH, _HEIGHT, _SIZE = 8.4, 18, 14
_PAPER, _INK = "#1d1f21", "#d8dadd"
_WORDS = re.compile(r"\S+(?: \S+)*")
"""Blanks beside one another, or at the end, do not count in a picture."""
_COLOURS = {1: "#e06c75", 2: "#98c379", 3: "#e5c07b", 4: "#61afef", 5: "#c678dd", 6: "#56b6c2"}


def picture(styled: str, title: str) -> str:
    """Return an SVG of a screen; `styled` has the escape sequences of its colours."""
    rows = [*AnsiDecoder().decode(styled.rstrip("\n"))]
    width, height = round(COLUMNS * _WIDTH) + 32, len(rows) * _HEIGHT + 32
    lines = [text for number, row in enumerate(rows) for text in _row(number, row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{width}" height="{height}" rx="8" fill="{_PAPER}"/>',
            f'<g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="{_SIZE}" '
            f'fill="{_INK}">',
            *lines,
            "</g>",
            "</svg>",
            "",
        ]
    )


def _row(number: int, row: Text) -> Iterator[str]:
    column, y = 0, 16 + (number + 1) * _HEIGHT - 5
    for segment in row.render(Console(width=COLUMNS)):
        text = segment.text.rstrip("\n")
        for words in _WORDS.finditer(text):
            x = f"{16 + (column + words.start()) * _WIDTH:.1f}"
            length = f"{len(words[0]) * _WIDTH:.1f}"
            yield (
                f'<text x="{x}" y="{y}" textLength="{length}"{_look(segment.style)}>'
                f"{escape(words[0])}</text>"
            )
        column += len(text)


def _look(style: Style | None) -> str:
    if style is None:
        return ""
    number = None if style.color is None else style.color.number
    colour = "" if number not in _COLOURS else f' fill="{_COLOURS[number]}"'
    bold = ' font-weight="bold"' if style.bold else ""
    return colour + bold + (' opacity="0.6"' if style.dim else "")
