"""TOML text and the way to a value -> the line and column where its key or its item stands.

The standard library's parser gives values without positions. Here the text is cut into statements
(a table header, or a key with its value), and each one is parsed alone to see what it sets.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from interruptgen.model import Json

Position = tuple[int, int]

_SYNTAX_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)$")
_LONG_QUOTES = re.compile(r"\"{3}|'{3}")
_STRING_OR_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*')


@dataclass(frozen=True)
class _Statement:
    line: int
    text: str
    keys: tuple[str, ...]
    """The keys on the way to the value that it sets, from the root of the file."""


def position(text: str, way: Sequence[str | int]) -> Position:
    """Return the line and column, from 1, of the deepest part of `way` that can be found.

    A string in `way` is a key, an integer is the index of a text in a list. `text` is valid TOML.
    """
    keys = [part for part in way if isinstance(part, str)]
    index = next((part for part in way if isinstance(part, int)), None)
    best, depth = None, 0
    for statement in _statements(text):
        common = _common(statement.keys, keys)
        if common > depth or (common == depth and best and len(statement.keys) < len(best.keys)):
            best, depth = statement, common
    if best is None:
        return 1, 1
    return _within(best, keys[depth - 1 :], index)


def syntax_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[Position, str]:
    """Return where an error of the parser is and what it says, without the place."""
    message = str(error)
    if found := _SYNTAX_PLACE.search(message):
        place = int(found.group(1)), int(found.group(2))
        return place, message[: found.start()].strip()
    lines = text.split("\n")
    return (len(lines), len(lines[-1]) + 1), message.removesuffix("(at end of document)").strip()


@lru_cache(maxsize=4)
def _statements(text: str) -> tuple[_Statement, ...]:
    found: list[_Statement] = []
    table: tuple[str, ...] = ()
    for start, statement in _complete(text):
        keys = _keys(statement)
        if keys is None:
            continue
        if statement.lstrip().startswith("["):
            table = keys
            found.append(_Statement(start, statement, keys))
        elif keys:
            found.append(_Statement(start, statement, (*table, *keys)))
    return tuple(found)


def _complete(text: str) -> Iterator[tuple[int, str]]:
    """Cut the text into statements, each with its line: where all that was opened is closed."""
    gathered: list[str] = []
    start, depth, is_in_text = 1, 0, False
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        gathered.append(line)
        toggles = len(_LONG_QUOTES.findall(line))
        if not is_in_text and not toggles:
            bare = _STRING_OR_COMMENT.sub("", line)
            depth += sum(bare.count(one) for one in "[{") - sum(bare.count(one) for one in "]}")
        is_in_text ^= toggles % 2 == 1
        if not is_in_text and depth <= 0:
            yield start, "\n".join(gathered)
            gathered, start, depth = [], number + 1, 0


def _keys(statement: str) -> tuple[str, ...] | None:
    """Return the keys that a statement sets, or None where it is none after all."""
    try:
        value = _loads(statement)
    except tomllib.TOMLDecodeError:
        return None
    keys: list[str] = []
    while isinstance(value, dict | list) and len(value) == 1:
        if isinstance(value, dict):
            ((key, value),) = value.items()
            keys.append(key)
        else:
            value = value[0]
    return tuple(keys)


def _loads(text: str) -> Json:
    return tomllib.loads(text)


def _common(keys: Sequence[str], wanted: Sequence[str]) -> int:
    """Count the leading keys that both have."""
    same = [a == b for a, b in zip(keys, wanted, strict=False)]
    return next((at for at, equal in enumerate(same) if not equal), len(same))


def _within(statement: _Statement, keys: Sequence[str], index: int | None) -> Position:
    """Return where the last of `keys` that the statement has stands, or an item of its list."""
    text = statement.text
    found = next(filter(None, (_find(key, text) for key in reversed(keys))), None)
    at = found.start() if found else len(text) - len(text.lstrip())
    if index is not None and found:
        tokens = _STRING_OR_COMMENT.finditer(text, found.end())
        items = [token.start() for token in tokens if not token.group().startswith("#")]
        at = items[index] if index < len(items) else at
    before = text[:at]
    return statement.line + before.count("\n"), at - before.rfind("\n")


def _find(key: str, text: str) -> re.Match[str] | None:
    return re.search(rf"""(?<![\w-])["']?{re.escape(key)}["']?(?=\s*[.=\]])""", text)
