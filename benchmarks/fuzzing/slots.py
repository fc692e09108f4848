"""A JSON value -> the places of the values in it, to be read and changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from interruptgen.model import Json, JsonObject


@dataclass(frozen=True)
class Slot:
    """A place in an object or a list."""

    holder: JsonObject | list[Json]
    key: str | int

    def get(self) -> Json:
        """Return the value that stands there."""
        if isinstance(self.holder, dict):
            return self.holder[str(self.key)]
        return self.holder[int(self.key)]

    def put(self, value: Json) -> None:
        """Put a value there."""
        if isinstance(self.holder, dict):
            self.holder[str(self.key)] = value
        else:
            self.holder[int(self.key)] = value

    def object(self) -> JsonObject | None:
        """Return the object that stands there, or the one that the place is in."""
        for one in (self.get(), self.holder):
            if isinstance(one, dict):
                return one
        return None


def slots(root: list[Json]) -> Iterator[Slot]:
    """Yield every place in a list and in what it holds."""
    waiting: list[JsonObject | list[Json]] = [root]
    while waiting:
        holder = waiting.pop()
        keys: list[str] | range = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            slot = Slot(holder, key)
            yield slot
            inner = slot.get()
            if isinstance(inner, dict | list):
                waiting.append(inner)
