"""The name of a file -> the JSON values in it: one document, or one value on each line."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from interruptgen.model import Json
from interruptgen.rules.files import MAX_SIZE
from interruptgen.schema.walk import is_deeper

STANDARD_INPUT = "-"

_MAX_DEPTH = 500
_TOO_DEEP = f"values are nested more than {_MAX_DEPTH} deep"


@dataclass(frozen=True)
class Unreadable:
    """Why a file gives no values."""

    message: str


def read_values(name: str) -> list[Json] | Unreadable:
    """Read a JSON document (one value, whatever it is) or JSON Lines; `-` is standard input."""
    try:
        content = _read(name)
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return Unreadable(f"{name} is not UTF-8")
    except OSError as error:
        return Unreadable(f"{name} cannot be read: {error.strerror}")
    if len(content) > MAX_SIZE:
        return Unreadable(f"{name} is larger than {MAX_SIZE // 2**20} MiB")
    return _values(name, text)


def _read(name: str) -> bytes:
    """Read one byte more than is allowed at most, so that the caller can tell."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(MAX_SIZE + 1)
    with Path(name).open("rb") as file:
        return file.read(MAX_SIZE + 1)


def _values(name: str, text: str) -> list[Json] | Unreadable:
    try:
        return [_parse(text)]
    except ValueError as error:
        whole = error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if len(lines) < 2 or not _is_value(lines[0][1]):
        return Unreadable(f"{name} is not JSON: {whole}")
    values: list[Json] = []
    for number, line in lines:
        try:
            values.append(_parse(line))
        except ValueError as error:
            return Unreadable(f"{name}, line {number}, is not JSON: {error}")
    return values


def _is_value(line: str) -> bool:
    try:
        _parse(line)
    except ValueError:
        return False
    return True


def _parse(text: str) -> Json:
    """Read one value; raises `ValueError` for what is not JSON, or too deep for some Python."""
    try:
        value: Json = json.loads(text, parse_constant=_refuse, object_pairs_hook=_members)
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    if is_deeper(value, _MAX_DEPTH):
        raise ValueError(_TOO_DEEP)
    return value


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _members(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has the same key twice")
    return members
