"""Foreign text -> Markdown that shows it and does nothing else: no markup, links or mentions.

Schemas, keys and values may be anybody's, and the comment is written in the project's name.
"""

import re

from interruptgen.report.text import safe

_MARKUP = re.compile(r"[^A-Za-z0-9 ,;:=\"{}()'+%$?-]")
_DOT = re.compile(r"(?<![wW])\.")
_RUN = re.compile("`+")
_GAP = "&#8203;"
"""An invisible break, without which a name behind an @ would be told of the comment."""


def code(text: str) -> str:
    """Return a text in the type of code, for a paragraph or a cell of a table."""
    return f"<code>{_entities(safe(text))}</code>" if text else ""


def prose(text: str) -> str:
    """Return a message with what stands between backticks as code, the rest as plain text.

    A text with a stray backtick is shown with other parts as code, and is as harmless.
    """
    parts = text.split("`")
    return "".join(code(part) if at % 2 else _words(part) for at, part in enumerate(parts))


def fence(text: str, language: str) -> str:
    """Return a text as a block of code that nothing in it can end."""
    longest = max((len(run) for run in _RUN.findall(text)), default=0)
    marks = "`" * max(3, longest + 1)
    return f"{marks}{language}\n{text}\n{marks}"


def _words(text: str) -> str:
    return _entities(safe(text)).replace("&#64;", f"&#64;{_GAP}")


def _entities(text: str) -> str:
    """Write every character that could be markup, or a part of a link, as its number.

    A dot is readable, and only makes a link behind `www`.
    """
    return _MARKUP.sub(_number, text)


def _number(found: re.Match[str]) -> str:
    character = found[0]
    is_dot = character == "." and _DOT.match(found.string, found.start()) is not None
    return character if is_dot or ord(character) > 0x7F else f"&#{ord(character)};"
