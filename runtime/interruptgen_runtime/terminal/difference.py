"""Two JSON values -> what was taken away from the first one, and what was added."""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import Final

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.lines import Line, Lines, Style, line
from interruptgen_runtime.terminal.text import json_text
from interruptgen_runtime.terminal.values import value_lines

_LONGEST: Final = 2_000
"""Comparing takes quadratic time: more lines than that are shown one after the other."""

_STYLES: Final = {"- ": Style.REMOVED, "+ ": Style.ADDED, "  ": Style.PLAIN}


def difference(before: Json, after: Json, indent: int = 0) -> Lines:
    """Show all of both values, line by line; nothing comes back where they are the same."""
    if json_text(before) == json_text(after):
        return []
    old, new = _texts(before), _texts(after)
    if max(len(old), len(new)) > _LONGEST:
        return [*_marked("- ", old, indent), *_marked("+ ", new, indent)]
    shown: Lines = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            shown += _marked("  ", old[start:end], indent)
        else:
            shown += _marked("- ", old[start:end], indent)
            shown += _marked("+ ", new[new_start:new_end], indent)
    return shown


def _texts(value: Json) -> list[str]:
    return [shown.text for shown in value_lines(value)]


def _marked(mark: str, texts: list[str], indent: int) -> Iterator[Line]:
    return (line(mark + text, _STYLES[mark], indent) for text in texts)
