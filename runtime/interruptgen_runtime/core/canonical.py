"""A JSON value -> its canonical text and the digest of that text.

The text is what JavaScript's `JSON.stringify` gives for the value after `JSON.parse`, with the keys
of every object sorted by UTF-16 code units: RFC 8785, extended to integers that a double rounds
and to lone surrogates, as TanStack AI's `canonicalInterruptJson` does it.
"""

import hashlib
from typing import Final

from interruptgen_runtime.core.exact_writer import write_exactly
from interruptgen_runtime.core.numbers import is_short
from interruptgen_runtime.core.plain import plain_text

MAX_DEPTH: Final = 500
"""Containers inside containers: what is canonical can still be read back by `json.loads`."""


def canonical(value: object) -> str:
    """Write a JSON value in its canonical form.

    Accepts `None`, `bool`, `int`, `float`, `str`, `list` and `dict` with string keys. An integer
    beyond 2**53 is rounded to a double first. Raises `NotJson`, with the place, for NaN and the
    infinities, integers beyond the range of a double, other types, keys that are not strings,
    cycles, and more than 500 containers inside one another.
    """
    text = plain_text(value, MAX_DEPTH, is_short)
    return write_exactly(value, MAX_DEPTH) if text is None else text


def digest(text: str) -> str:
    """Return `sha256:` and the lower-case hexadecimal SHA-256 of a text in UTF-8."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def hash_json(value: object) -> str:
    """Return the digest of a value's canonical text; raises `NotJson` as `canonical` does."""
    return digest(canonical(value))
