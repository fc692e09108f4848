"""A value -> its canonical JSON text, if it is of the kind that everybody writes alike.

The text comes from the engine that also checks schemas, in a fraction of the time that any writer
in Python takes. It sorts keys by code points and knows more types and numbers than JSON has in
JavaScript, so the value is looked at as well.
"""

import re
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeGuard

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.lazy import lazy_module
from interruptgen_runtime.core.numbers import MAX_SAFE_INTEGER, is_alike

_Level: TypeAlias = list[Iterable[Any]]

_engine: Final = lazy_module("jsonschema_rs.canonical", "json")
_kind_of: Callable[[object], type[object]] = type
_ALWAYS: Final = frozenset({bool, type(None)})
_HIGH: Final = re.compile("[\ue000-\uffff]")


def is_plain(value: object, max_depth: int) -> TypeGuard[Json]:
    """Tell whether `value` is of exact JSON types and at most `max_depth` containers deep.

    Object keys and texts are strings that have a UTF-8 form, and every number is written alike in
    both languages: no integral float, no integer that a double would round, no exponent. `False`
    only means that a slower and exact way has to be taken.
    """
    return plain_text(value, max_depth) is not None


def plain_text(
    value: object, max_depth: int, is_alike: Callable[[float], bool] = is_alike
) -> str | None:
    """Return the canonical text of a value that is plain, and nothing for any other.

    `is_alike` tells which floats are.
    """
    try:
        text: str = _engine.to_string(value)
    except (TypeError, ValueError):  # also what contains itself, before anything walks into it
        return None
    if not _has_plain_types(value, max_depth, is_alike):
        return None
    return text if text.isascii() or _is_sorted_as_in_javascript(text) else None


def write_plain(value: Json) -> str:
    """Return the canonical text of a value, or a part of one, that is known to be plain."""
    text: str = _engine.to_string(value)
    return text


def _has_plain_types(value: object, max_depth: int, is_alike: Callable[[float], bool]) -> bool:
    """Look at all values, those of one depth after the other; the engine has seen to the keys."""
    level: _Level = [(value,)]
    for _ in range(max_depth + 1):
        below = _below(level, is_alike)
        if not below:
            return below is not None
        level = below
    return False


def _below(level: _Level, is_alike: Callable[[float], bool]) -> _Level | None:
    """Return what stands in the containers of a level; nothing if something there is not plain."""
    below: _Level = []
    for values in level:
        for each in values:
            kind = _kind_of(each)
            if kind is str:
                continue
            if kind is dict:
                below.append(each.values())
            elif kind is list:
                below.append(each)
            elif not (
                (kind is int and -MAX_SAFE_INTEGER <= each <= MAX_SAFE_INTEGER)
                or (kind is float and is_alike(each))
                or kind in _ALWAYS
            ):
                return None
    return below


def _is_sorted_as_in_javascript(text: str) -> bool:
    """Tell whether code points sort the keys in a text as UTF-16 code units do.

    Two keys differ in that only where one has a character above U+FFFF and the other one from
    U+E000 to U+FFFF.
    """
    return len(text.encode("utf-16-le")) == 2 * len(text) or not _HIGH.search(text)
