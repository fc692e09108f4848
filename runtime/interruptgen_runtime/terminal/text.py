"""Text of a server -> text that a terminal shows as it is: nothing in it moves, hides or acts."""

import json
import re
from typing import Final

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.message import visible

TAB: Final = "    "
ELLIPSIS: Final = "…"

PROMPTS: Final = frozenset({"you", "decide"})
"""The names of the program's own questions."""

_SELECTOR: Final = re.compile("[\ufe0e\ufe0f]")
_PLAIN_NAME: Final = re.compile(r"[\w.@$:/+-]+")


def one_line(text: str, limit: int | None = None) -> str:
    """Return a text on one line, its line breaks escaped, cut to a number of characters."""
    cut = text if limit is None or len(text) <= limit else text[:limit]
    return visible(cut) + (ELLIPSIS if len(cut) < len(text) else "")


def several_lines(text: str) -> list[str]:
    """Return the lines of a text; tabs become spaces, and all else without a glyph an escape."""
    return [visible(line.replace("\t", TAB)) for line in text.replace("\r\n", "\n").split("\n")]


def prose(text: str) -> str:
    """Return a piece of running text; line breaks stay.

    Marks that choose between two shapes of a character are left out, since they are everywhere in
    what models write and mean nothing here.
    """
    plain = _SELECTOR.sub("", text.replace("\r\n", "\n").replace("\t", TAB))
    return "\n".join(map(visible, plain.split("\n")))


def json_text(value: Json, indent: int | None = None) -> str:
    """Write a value as JSON in which every character without a glyph is an escape of JSON.

    It reads back as the same value.
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    if text.isascii() and "\x7f" not in text:
        return text
    return "".join(map(_json_character, text))


def name_text(name: str) -> str:
    """Return the name of a member: as it is, or in quotes where it could look like something else.

    Only the names that consist of letters, digits and a few signs stand without quotes, and of
    these not the ones of the program's own questions.
    """
    is_plain = _PLAIN_NAME.fullmatch(name) and visible(name) == name and name not in PROMPTS
    return name if is_plain else json_text(name)


def _json_character(character: str) -> str:
    if character == "\n" or visible(character) == character:
        return character
    return json.dumps(character)[1:-1]
