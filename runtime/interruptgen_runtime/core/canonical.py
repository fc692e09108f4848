"""A JSON value -> its canonical text and the digest of that text.

The text is what JavaScript's `JSON.stringify` gives for the value after `JSON.parse`, with the keys
of every object sorted by UTF-16 code units: RFC 8785, extended to integers that a double rounds
and to lone surrogates, as TanStack AI's `canonicalInterruptJson` does it.
"""

import hashlib
import json
import re
from typing import Final

from interruptgen_runtime.core.exact_writer import write_exactly
from interruptgen_runtime.core.plain import is_plain

MAX_DEPTH: Final = 500
"""Containers inside containers: what is canonical can still be read back by `json.loads`."""

_FAST: Final = json.JSONEncoder(
    ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
)
_ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")
_HIGH: Final = re.compile("[\ue000-\uffff]")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def canonical(value: object) -> str:
    """Write a JSON value in its canonical form.

    Accepts `None`, `bool`, `int`, `float`, `str`, `list` and `dict` with string keys. An integer
    beyond 2**53 is rounded to a double first. Raises `NotJson`, with the place, for NaN and the
    infinities, integers beyond the range of a double, other types, keys that are not strings,
    cycles, and more than 500 containers inside one another.
    """
    try:
        text = _FAST.encode(value)
    except (TypeError, ValueError, RecursionError):
        return write_exactly(value, MAX_DEPTH)
    if is_plain(value, MAX_DEPTH) and (text.isascii() or _sorts_alike(text)):
        return text
    return write_exactly(value, MAX_DEPTH)


def digest(text: str) -> str:
    """Return `sha256:` and the lower-case hexadecimal SHA-256 of a text in UTF-8."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def hash_json(value: object) -> str:
    """Return the digest of a value's canonical text; raises `NotJson` as `canonical` does."""
    return digest(canonical(value))


def _sorts_alike(text: str) -> bool:
    """Tell whether sorting by code points, as Python does, gives JavaScript's text.

    Code points and UTF-16 code units order two keys differently only where one has a character
    above U+FFFF and the other one from U+E000 to U+FFFF. Surrogates have to be escaped.
    """
    if _SURROGATE.search(text):
        return False
    return not (_ASTRAL.search(text) and _HIGH.search(text))
