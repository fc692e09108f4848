"""A JSON value -> lines that a person can read, in which everything is exactly what it is."""

from collections.abc import Iterator
from typing import Final

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.lines import Line, Lines, Span, Style, line
from interruptgen_runtime.terminal.text import json_text, name_text, several_lines

STEP: Final = 2
DEEPEST: Final = 10
"""Values inside more containers than that are written as JSON."""


def value_lines(value: Json, indent: int = 0) -> Lines:
    """Show a value in full: members by their names, items by their places, which count from 0."""
    return list(_lines(value, indent, 0))


def limited(shown: Lines, most: int) -> Lines:
    """Show the first lines of many, and say how many more there are."""
    if len(shown) <= most:
        return shown
    rest = line(f"… and {len(shown) - most:,} more lines", Style.FAINT, shown[0].indent)
    return [*shown[:most], rest]


def in_short(value: Json, limit: int = 60) -> str:
    """Show a value on one line, cut to a number of characters."""
    text = json_text(value)
    return text if len(text) <= limit else f"{text[:limit]}…"


def _lines(value: Json, indent: int, depth: int) -> Iterator[Line]:
    if isinstance(value, dict) and value and depth < DEEPEST:
        width = max(
            (len(name_text(name)) for name, one in value.items() if _is_short(one)), default=0
        )
        for name, one in value.items():
            yield from _member(name_text(name), one, (indent, depth, min(width, 24)))
    elif isinstance(value, list) and value and depth < DEEPEST:
        for index, one in enumerate(value):
            yield from _member(f"[{index}]", one, (indent, depth, 0))
    elif isinstance(value, str) and "\n" in value:
        for text in several_lines(value):
            yield Line((Span("| ", Style.FAINT), Span(text)), indent)
    else:
        yield line(json_text(value), indent=indent)


def _member(label: str, value: Json, place: tuple[int, int, int]) -> Iterator[Line]:
    indent, depth, width = place
    if _is_short(value) or depth + 1 >= DEEPEST:
        yield Line((Span(f"{label:<{width}}  ", Style.KEY), Span(json_text(value))), indent)
    else:
        yield line(label, Style.KEY, indent)
        yield from _lines(value, indent + STEP, depth + 1)


def _is_short(value: Json) -> bool:
    """Tell whether a value stands beside its name."""
    if isinstance(value, str):
        return "\n" not in value
    return not isinstance(value, dict | list) or not value
