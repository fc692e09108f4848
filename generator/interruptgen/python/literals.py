"""Values -> the Python source that stands for them, before formatting."""

import json
from collections.abc import Iterator, Sequence

from interruptgen.model import Json, JsonObject, Schema
from interruptgen.schema.canonical import canonical

_WIDTH = 76


def docstring(text: str) -> str:
    """Return `text` as a docstring that means exactly it, but for space at its ends."""
    body = text.strip().replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    body = "".join(char if char.isprintable() or char == "\n" else _escape(char) for char in body)
    if body.endswith('"'):
        body = f'{body[:-1]}\\"'
    return f'"""{body}\n"""' if "\n" in body else f'"""{body}"""'


def comment(text: str) -> str:
    """Return `text` for one line of a comment: what would end the line is escaped."""
    return "".join(char if char.isprintable() else _escape(char) for char in text)


def string(text: str) -> str:
    """Return a string literal; a long text becomes adjacent literals in parentheses."""
    return _joined(list(_cut(text)))


def schema_text(schema: Schema) -> str:
    """Return a literal for the canonical text of a schema, broken where its members begin.

    Each member of a long object stands on its own line, so that a change shows as the lines
    that it concerns.
    """
    return _joined([piece for whole in _pieces(json.loads(schema.text)) for piece in _cut(whole)])


def _pieces(value: Json, prefix: str = "", suffix: str = "") -> Iterator[str]:
    whole = f"{prefix}{canonical(value)}{suffix}"
    if len(whole) <= _WIDTH or not isinstance(value, dict | list) or not value:
        yield whole
        return
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    yield prefix + opening
    *others, last = _members(value)
    for key, item in others:
        yield from _pieces(item, key, ",")
    yield from _pieces(last[1], last[0])
    yield closing + suffix


def _members(value: list[Json] | JsonObject) -> list[tuple[str, Json]]:
    if isinstance(value, dict):
        return [(f"{canonical(key)}:", item) for key, item in value.items()]
    return [("", item) for item in value]


def _cut(text: str) -> Iterator[str]:
    """Cut a long text after spaces where there are any."""
    while len(text) > _WIDTH:
        end = text.rfind(" ", _WIDTH // 2, _WIDTH) + 1 or _WIDTH
        yield text[:end]
        text = text[end:]
    yield text


def _joined(pieces: Sequence[str]) -> str:
    literals = [repr(piece) for piece in pieces]
    return literals[0] if len(literals) == 1 else "(\n" + "\n".join(literals) + "\n)"


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")
