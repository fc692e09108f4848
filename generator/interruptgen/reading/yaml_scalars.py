"""The text of a YAML scalar -> its value by the core schema of YAML 1.2.2 (section 10.3.2)."""

import json
import re
from enum import Enum

from interruptgen.model import Json
from interruptgen.reading.numbers import bounded, integer, real


class Unreadable(Enum):
    """Why a scalar has no value that JSON can carry."""

    NUMBER = "infinite, not a number, or larger than every double"
    TAG = "not what its tag says"
    FOREIGN_TAG = "a tag that JSON has no value for"


_STANDARD = "tag:yaml.org,2002:"
_NULL = frozenset({"", "~", "null", "Null", "NULL"})
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


def plain(text: str) -> Json | Unreadable:
    """Read a scalar that has neither quotes nor a tag."""
    if text in _WORDS:
        return _WORDS[text]
    return _number(text) if text[0] in "+-.0123456789" else text


def tagged(tag: str, text: str) -> Json | Unreadable:
    """Read a scalar with an explicit tag, quoted or not."""
    if tag in ("!", _STANDARD + "str"):
        return text
    value = plain(text) if text else None
    if isinstance(value, Unreadable):
        return value
    match tag.removeprefix(_STANDARD):
        case "null":
            return None if text in _NULL else Unreadable.TAG
        case "bool":
            return value if isinstance(value, bool) else Unreadable.TAG
        case "int":
            return value if _is_integer(value) else Unreadable.TAG
        case "float":
            return _as_real(value)
        case _:
            return Unreadable.FOREIGN_TAG


def fits_collection(tag: str | None, name: str) -> bool:
    """Tell whether a tag may stand before a collection: `map` or `seq`."""
    return tag in (None, "!", _STANDARD + name)


def key_text(value: Json, text: str) -> str | None:
    """Return the text that a plain key with this value is in JSON; None where readers disagree.

    `1`, `true` and `null` have one form only. Fractions and large numbers are written in different
    ways by different languages.
    """
    if isinstance(value, str):
        return value
    if isinstance(value, float) or (isinstance(value, int) and abs(value) > _SAFE_INTEGER):
        return None
    return text if json.dumps(value) == text else None


def _number(text: str) -> Json | Unreadable:
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


def _is_integer(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _as_real(value: Json) -> Json | Unreadable:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return Unreadable.TAG
    return float(value)
