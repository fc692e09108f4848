"""The bytes of a request -> a JSON value, or why they are refused before anyone looks at them."""

import json
import re
from typing import Final

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.strict_json import finite_number, refuse_constant, unique_members
from interruptgen_runtime.server.limits import Limits

_STRING: Final = re.compile(rb'"[^"]*"?')
_BRACKET: Final = re.compile(rb"[\[\]{}]")
_OPENING: Final = frozenset((b"[", b"{"))


def read_body(data: bytes, limits: Limits) -> Json:
    """Read a body; raises `PeerError` for what is no JSON, or not the same to every reader.

    Besides what JSON forbids, that is an object with two members of one name and a number that
    overflows a double. The depth is checked before the value is built.
    """
    if _is_deeper(data, limits.depth):
        raise PeerError(f"the body has more than {limits.depth} containers inside one another")
    try:
        value: Json = _DECODER.decode(data.decode())
    except UnicodeDecodeError:
        raise PeerError("the body is not UTF-8") from None
    except ValueError as error:
        raise PeerError(f"the body is not JSON: {error}") from None
    return value


def _is_deeper(data: bytes, limit: int) -> bool:
    """Tell whether more containers are inside one another; few brackets need no second look.

    Strings are cut out, the last one even if it has no end: to look for that from each quote in it
    would take a time that grows with the square of the length.
    """
    if data.count(b"[") + data.count(b"{") <= limit:
        return False
    depth = 0
    unescaped = data.replace(rb"\\", b"").replace(rb"\"", b"")
    for bracket in _BRACKET.findall(_STRING.sub(b"", unescaped)):
        depth += 1 if bracket in _OPENING else -1
        if depth > limit:
            return True
    return False


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=unique_members, parse_constant=refuse_constant, parse_float=finite_number
)
