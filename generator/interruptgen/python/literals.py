"""Values -> the Python source that stands for them, before formatting."""

import json
from collections.abc import Iterator, Sequence

from interruptgen.model import Json, JsonObject, Schema
from interruptgen.schema.canonical import canonical

LINE_LENGTH = 100
"""The line length of generated code."""

_WIDTH = 88
"""How many characters of a long text stand in one literal."""

_INDENT = "    "


def string(text: str) -> str:
    """Return a string literal for an argument or attribute, laid out as black does.

    A long text becomes adjacent literals in parentheses.
    """
    return _joined(list(_cut(text)))


def schema_text(schema: Schema) -> str:
    """Return a literal for the canonical text of a schema, broken where its members begin.

    Each member of a long object stands on its own line, so that a change shows as the lines
    that it concerns.
    """
    return _joined([piece for whole in _pieces(json.loads(schema.text)) for piece in _cut(whole)])


def bracketed(before: str, inside: str, after: str) -> str:
    """Return a line, or where it is too long the three lines that black makes of it."""
    line = f"{before}{inside}{after}"
    return line if len(line) <= LINE_LENGTH else f"{before}\n{_INDENT}{inside}\n{after}"


def imported(module: str, names: Sequence[str]) -> str:
    """Return an import statement, with each name on a line where one line is too long."""
    line = f"from {module} import {', '.join(names)}"
    if len(line) <= LINE_LENGTH:
        return line
    lines = "".join(f"{_INDENT}{name},\n" for name in names)
    return f"from {module} import (\n{lines})"


def union(before: str, types: Sequence[str]) -> str:
    """Return a union of types, with each on a line where one line is too long."""
    line = f"{before}{' | '.join(types)}"
    if len(line) <= LINE_LENGTH:
        return line
    lines = f"\n{_INDENT}| ".join(types)
    return f"{before}(\n{_INDENT}{lines}\n)"


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
    start = 0
    while len(text) - start > _WIDTH:
        space = text.rfind(" ", start + _WIDTH // 2, start + _WIDTH)
        end = start + _WIDTH if space < 0 else space + 1
        yield text[start:end]
        start = end
    yield text[start:]


def _joined(pieces: Sequence[str]) -> str:
    literals = [_quoted(piece) for piece in pieces]
    if len(literals) == 1:
        return literals[0]
    lines = "".join(f"\n{_INDENT * 2}{literal}" for literal in literals)
    return f"({lines}\n{_INDENT})"


def _quoted(text: str) -> str:
    """Return a literal in the quotes that black would choose."""
    literal = repr(text)
    if literal[0] == '"' or text.count('"') > text.count("'"):
        return literal
    body = literal[1:-1].replace("\\'", "'")
    return '"' + body.replace('"', '\\"') + '"'
