"""The text of a YAML scalar -> its value by the core schema of YAML 1.2.2 (section 10.3.2)."""

import json
import re
from enum import Enum, auto

from interruptgen.model import Json
from interruptgen.reading.numbers import bounded, integer, real


class Unreadable(Enum):
    """Why a scalar has no value that JSON can carry."""

    NUMBER = auto()
    """It is infinite, not a number, or larger than every double."""
    TAG = auto()
    """It is not what its tag says."""
    FOREIGN_TAG = auto()
    """Its tag names a kind of value that JSON does not have."""


_STANDARD = "tag:yaml.org,2002:"
_NULL = ("", "~", "null", "Null", "NULL")
_WORDS: dict[str, Json] = {
    **dict.fromkeys(_NULL),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OCTAL = re.compile(r"0o[0-7]+")
_HEXADECIMAL = re.compile(r"0x[0-9a-fA-F]+")
_REAL = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")
_SAFE_INTEGER = 2**53 - 1


def plain(text: str) -> "Json | Unreadable":
    """Read a scalar that has neither quotes nor a tag."""
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if text[0] in "+-.0123456789" else text


def tagged(tag: str, text: str) -> "Json | Unreadable":
    """Read a scalar with an explicit tag, quoted or not."""
    kind = tag.removeprefix(_STANDARD)
    if kind in ("!", "str"):
        return text
    value = plain(text)
    if kind not in _FITS:
        return Unreadable.FOREIGN_TAG
    if isinstance(value, Unreadable):
        return value
    if not _FITS[kind](value):
        return Unreadable.TAG
    return float(value) if kind == "float" and isinstance(value, int) else value


def fits_collection(tag: str | None, kind: str) -> bool:
    """Tell whether a tag may stand before a collection of the kind `map` or `seq`."""
    return tag in (None, "!", _STANDARD + kind)


def key_text(value: Json, text: str) -> str | None:
    """Return the text that a key with this value is in JSON; None where readers disagree.

    `1`, `true` and `null` have one form only. Fractions and large numbers are written in different
    ways by different languages.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > _SAFE_INTEGER):
        return None
    return text if json.dumps(value) == text else None


def _number(text: str) -> "Json | Unreadable":
    value: Json = text
    if _INTEGER.fullmatch(text):
        value = integer(text)
    elif _OCTAL.fullmatch(text):
        value = bounded(int(text[2:], 8))
    elif _HEXADECIMAL.fullmatch(text):
        value = bounded(int(text[2:], 16))
    elif _REAL.fullmatch(text):
        value = real(text)
    elif _NOT_FINITE.fullmatch(text):
        value = None
    return Unreadable.NUMBER if value is None else value


def _is_null(value: Json) -> bool:
    return value is None


def _is_bool(value: Json) -> bool:
    return isinstance(value, bool)


def _is_integer(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: Json) -> bool:
    return isinstance(value, float) or _is_integer(value)


_FITS = {"null": _is_null, "bool": _is_bool, "int": _is_integer, "float": _is_number}
