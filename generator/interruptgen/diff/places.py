"""Where a change stands -> a place in the text of its side, and the texts themselves."""

from dataclasses import dataclass, field

from interruptgen import reading
from interruptgen.diagnostics import Place
from interruptgen.diff.changes import Definition, SideName, Where
from interruptgen.diff.compiling import States
from interruptgen.model import Json, JsonObject
from interruptgen.reading import Document


@dataclass(frozen=True)
class Sources:
    """The documents of both sides; a file that only references read is read again."""

    states: States
    _read: dict[tuple[SideName, str], Document | None] = field(
        default_factory=dict[tuple[SideName, str], Document | None]
    )

    def document(self, side: SideName, path: str) -> Document | None:
        """Return a file of a side with the places in it."""
        state = self.states.of(side)
        if path in state.documents:
            return state.documents[path]
        key = (side, path)
        if key not in self._read:
            content = state.contents.get(path)
            document = None if content is None else reading.read(path, content)
            self._read[key] = document if isinstance(document, Document) else None
        return self._read[key]

    def place(self, where: Where) -> Place:
        """Return a place, its path as the side shows it."""
        found = self.plain_place(where)
        shown = self.states.of(where.side).side.shown(found.path)
        return Place(shown, found.line, found.column)

    def plain_place(self, where: Where) -> Place:
        """Return a place, its path below the folder of the project."""
        document = self.document(where.side, where.path)
        if document is None:
            return Place(where.path)
        return (document.key_place if where.is_key else document.place)(where.pointer)

    def text(self, shown: str) -> str | None:
        """Return the text of a file by the path that a place of a side shows."""
        for state in (self.states.old, self.states.new):
            for path, content in state.contents.items():
                if state.side.shown(path) == shown:
                    return content.decode(errors="replace").removeprefix("\ufeff")
        return None

    def block(self, side: SideName, definition: Definition) -> JsonObject:
        """Return what was written for a definition."""
        document = self.document(side, definition.origin.path)
        value: Json = document.data if document else None
        for token in definition.origin.pointer:
            value = value.get(str(token)) if isinstance(value, dict) else None
        return value if isinstance(value, dict) else {}
