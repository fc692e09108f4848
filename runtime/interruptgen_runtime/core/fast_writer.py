"""A value -> its canonical JSON text, or nothing where only the exact writer can tell."""

import re
from collections.abc import Callable
from json.encoder import encode_basestring
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.errors import NotJson
from interruptgen_runtime.core.numbers import number_text

_Write: TypeAlias = Callable[[Any], str]

_SCALARS: Final[dict[type, _Write]] = {
    str: encode_basestring,
    int: number_text,
    float: number_text,
    bool: {False: "false", True: "true"}.__getitem__,
    type(None): {None: "null"}.__getitem__,
}
_scalar: Final[Callable[[type], _Write | None]] = _SCALARS.get
_HIGH: Final = re.compile("[\ue000-\uffff]")


class _UnusualError(Exception):
    """The value is of a kind that the fast way does not know."""


def write_fast(value: object, max_depth: int) -> str | None:
    """Write a value in canonical form; `None` for anything unusual, be it valid or not.

    Several times as fast as a writer that is careful everywhere: it knows the exact JSON types
    only, recurses, and sorts keys by code points. Whether that was right is seen from the text.
    """
    try:
        text = _array([value], max_depth + 1)[1:-1]
    except (_UnusualError, KeyError, NotJson, TypeError, RecursionError):
        return None
    return text if text.isascii() or _is_javascript_s(text) else None


def _object(members: dict[str, object], room: int) -> str:
    """Write an object; `room` is how many containers may be inside one another from here."""
    if not room:
        raise _UnusualError
    parts: list[str] = []
    for name in sorted(members):
        child = members[name]
        kind = type(child)
        if write := _scalar(kind):
            text = write(child)
        else:
            text = _container(kind)(child, room - 1)
        parts.append(f"{encode_basestring(name)}:{text}")
    return "{" + ",".join(parts) + "}"


def _array(elements: list[object], room: int) -> str:
    if not room:
        raise _UnusualError
    parts: list[str] = []
    for child in elements:
        kind = type(child)
        if write := _scalar(kind):
            parts.append(write(child))
        else:
            parts.append(_container(kind)(child, room - 1))
    return "[" + ",".join(parts) + "]"


_CONTAINERS: Final[dict[type, Callable[[Any, int], str]]] = {dict: _object, list: _array}
_container: Final = _CONTAINERS.__getitem__


def _is_javascript_s(text: str) -> bool:
    """Tell whether sorting by code points and escaping no surrogates gave JavaScript's text.

    Code points and UTF-16 code units order two keys differently only where one has a character
    above U+FFFF and the other one from U+E000 to U+FFFF.
    """
    try:
        units = len(text.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        return False
    return units == len(text) or not _HIGH.search(text)
