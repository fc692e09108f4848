"""A file that has been read: its values, and where each of them stands."""

from collections.abc import Callable
from dataclasses import dataclass, field

from interruptgen.diagnostics import Place
from interruptgen.model import Json, Pointer
from interruptgen.reading.outline import Spot, nearest
from interruptgen.reading.source import Source


@dataclass(frozen=True)
class Document:
    """The values of a definition file or of a file that a reference leads to.

    `path` is relative to the project root, with forward slashes. `outline` is only asked for when
    a place is, since most files have no finding. Values that a YAML alias repeats are shared, so
    nobody may change `data`.
    """

    path: str
    data: Json
    source: Source = field(repr=False, compare=False)
    outline: Callable[[], Spot] = field(repr=False, compare=False)

    def place(self, pointer: Pointer) -> Place:
        """Return where the value at `pointer` stands, or its nearest ancestor that is there."""
        return self.source.place(nearest(self.outline(), pointer).start)

    def key_place(self, pointer: Pointer) -> Place:
        """Return where the key of the last token stands; for an array item, the item itself."""
        return self.source.place(nearest(self.outline(), pointer).key)
