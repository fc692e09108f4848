"""What JSON readers are given so that a text means the same to every one of them, or nothing.

Each raises `ValueError`: for two members of one name, for `NaN` and the infinities, and for a
number that overflows a double.
"""

import math

from interruptgen_runtime.core.json_types import Json, JsonObject


def unique_members(pairs: list[tuple[str, Json]]) -> JsonObject:
    """Make an object of its members; an `object_pairs_hook`."""
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("an object has two members of one name")
    return members


def refuse_constant(constant: str) -> Json:
    """Refuse what is no JSON, though Python writes and reads it; a `parse_constant`."""
    raise ValueError(f"{constant} is no number")


def finite_number(text: str) -> float:
    """Read a number that is no integer; a `parse_float`."""
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value
