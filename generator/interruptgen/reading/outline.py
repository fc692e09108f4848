"""Where the values of a file stand: offsets, arranged like the values themselves."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from interruptgen.model import Pointer

NOTHING: Mapping[str | int, "Spot"] = MappingProxyType({})
"""What is inside of a value that is neither an object nor an array."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a value stands, and where its key does; an array item's key is the item itself.

    `inside` has the members of an object by key, or the items of an array by index. A YAML alias
    shares it with the value that it stands for.
    """

    start: int
    key: int
    inside: Mapping[str | int, "Spot"]


def nearest(spot: Spot, pointer: Pointer) -> Spot:
    """Follow a pointer as far as it leads."""
    for token in pointer:
        below = spot.inside.get(token)
        if below is None:
            return spot
        spot = below
    return spot
