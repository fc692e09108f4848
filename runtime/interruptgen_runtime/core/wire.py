"""Fields of the protocol's JSON objects: read as TanStack AI reads them, written without nulls."""

from collections.abc import Mapping

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject


def written(fields: Mapping[str, Json | Absent]) -> JsonObject:
    """Return an object without the members that are `ABSENT`."""
    return {name: value for name, value in fields.items() if value is not ABSENT}


def or_absent(text: str | None) -> str | Absent:
    """Return a text, or `ABSENT` for none: no field of the protocol is written as null."""
    return ABSENT if text is None else text


def read_text(raw: JsonObject, name: str) -> str | None:
    """Return a member that is a string; anything else counts as missing."""
    value = raw.get(name)
    return value if isinstance(value, str) else None


def read_count(raw: JsonObject, name: str) -> int | None:
    """Return a member that JavaScript calls an integer and that is not negative (`1.0` is 1)."""
    value = raw.get(name)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, float) and not value.is_integer():
        return None
    return int(value) if value >= 0 else None
