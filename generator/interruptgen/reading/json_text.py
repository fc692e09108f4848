"""The text of a JSON file -> a `Document`, or the findings about its syntax."""

import json
from functools import cache
from typing import NoReturn

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json
from interruptgen.reading.document import Document
from interruptgen.reading.findings import MAX_DEPTH
from interruptgen.reading.json_outline import SURROGATE_ESCAPE, Scan, scan
from interruptgen.reading.numbers import integer, real
from interruptgen.reading.source import Source


class _Doubtful(ValueError):
    """Raised inside of `json.loads` for what it would take and RFC 8259 or JavaScript do not."""


def read_json(source: Source) -> Document | tuple[Diagnostic, ...]:
    """Read one JSON value by RFC 8259.

    The standard library reads it, many times as fast as the scanner; the scanner judges what looks
    wrong, and finds places where somebody asks for them.
    """

    @cache
    def scanned() -> Scan:
        return scan(source)

    value = _load(source.text)
    if isinstance(value, _Doubtful) or SURROGATE_ESCAPE.search(source.text) or _is_deep(value):
        findings = scanned().findings
        if findings:
            return findings
        if isinstance(value, _Doubtful):
            raise AssertionError(f"the scanner takes what the parser refuses: {value}")
    return Document(source.path, value, source, lambda: scanned().root)


def _load(text: str) -> "Json | _Doubtful":
    try:
        value: Json = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_integer,
            parse_float=_real,
            parse_constant=_constant,
        )
    except (ValueError, RecursionError) as error:
        return _Doubtful(error)
    return value


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    value = dict(members)
    if len(value) < len(members):
        raise _Doubtful("duplicate key")
    return value


def _integer(text: str) -> int:
    value = integer(text)
    if value is None:
        raise _Doubtful(text)
    return value


def _real(text: str) -> float:
    value = real(text)
    if value is None:
        raise _Doubtful(text)
    return value


def _constant(text: str) -> NoReturn:
    raise _Doubtful(text)


def _is_deep(value: Json) -> bool:
    level = [value]
    for _ in range(MAX_DEPTH):
        level = [child for one in level for child in _children(one)]
        if not level:
            return False
    return any(isinstance(one, dict | list) for one in level)


def _children(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
