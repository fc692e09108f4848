"""Texts of a message -> texts that can be written as UTF-8, for the request to a provider."""

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import JsonObject


def read_text(raw: JsonObject, name: str, where: str) -> str:
    """Read a member that has to be a text; raises `PeerError`, with the place, if it is none.

    Some providers cut a character in two between the pieces of an answer. Its halves are put
    together again, and half a character alone is replaced by U+FFFD.
    """
    value = raw.get(name)
    if not isinstance(value, str):
        raise PeerError(f"{where}.{name} has to be a string")
    try:
        value.encode()
    except UnicodeEncodeError:
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return value
