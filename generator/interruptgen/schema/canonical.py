"""JSON value -> canonical text and hash, as both sides of the wire compute them.

The text is RFC 8785; an integer that a double can only approximate is rounded first, as
JavaScript does when it reads one.
"""

import hashlib
import json
import re

import rfc8785

from interruptgen.model import Json

UNDEFINED_HASH = "sha256:" + hashlib.sha256(b"undefined").hexdigest()
"""What TanStack AI's `hashSchemaInput(undefined)` gives: the hash of a schema that is not there."""


_SUSPECT = re.compile(r"(?:^|[:,\[])-?\d+(?:[.eE]|\d{15})")
"""A number that JavaScript may write differently; strings that look like one are suspect too."""


def canonical(value: Json) -> str:
    """Return the canonical text of `value`.

    Raises `ValueError` for what JSON cannot carry: NaN, infinities, lone surrogates.
    """
    text = json.dumps(
        value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")
    )
    if text.isascii() and not _SUSPECT.search(text):
        return text
    try:
        return rfc8785.dumps(value).decode()
    except rfc8785.IntegerDomainError:
        return rfc8785.dumps(_rounded(value)).decode()


def digest(text: str) -> str:
    """Return the `sha256:` digest of a text's UTF-8 bytes, in lower-case hexadecimal."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def hash_json(value: Json) -> str:
    """Return the digest of the canonical text of `value`."""
    return digest(canonical(value))


def _rounded(value: Json) -> Json:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value if abs(value) < 2**53 else float(value)
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    return value
