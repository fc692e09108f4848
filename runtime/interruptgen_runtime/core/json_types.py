"""The types of JSON values and of places inside them."""

from collections.abc import Iterable
from typing import TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
"""Any JSON value, as `json.loads` returns it."""

JsonObject: TypeAlias = dict[str, Json]
"""A JSON object."""

Path: TypeAlias = tuple[str | int, ...]
"""Keys and indexes from the root of a value to a place inside it."""


def pointer(path: Iterable[str | int]) -> str:
    """Write a path as a JSON Pointer (RFC 6901); the root is the empty string."""
    steps = (str(step).replace("~", "~0").replace("/", "~1") for step in path)
    return "".join(f"/{step}" for step in steps)
