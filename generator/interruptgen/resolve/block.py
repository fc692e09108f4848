"""One definition of a source file: its text, and the places of its keys."""

from collections.abc import Iterator
from dataclasses import dataclass

from interruptgen.diagnostics import Place
from interruptgen.model import Json, JsonObject, Origin, Section
from interruptgen.reading import Document
from interruptgen.schema.references import Location

KIND: dict[Section, str] = {"interrupts": "interrupt", "tools": "tool"}


@dataclass(frozen=True)
class Block:
    """A member of `interrupts` or `tools` whose form has been checked."""

    document: Document
    section: Section
    id: str
    data: JsonObject

    @property
    def pointer(self) -> tuple[str, str]:
        """Where the block stands in its file."""
        return (self.section, self.id)

    @property
    def label(self) -> str:
        """The block in the words of a finding."""
        return f"{KIND[self.section]} `{self.id}`"

    @property
    def origin(self) -> Origin:
        """Where the definition was written."""
        return Origin(self.document.path, self.pointer)

    @property
    def place(self) -> Place:
        """Where the id stands."""
        return self.document.key_place(self.pointer)

    def at(self, *tokens: str | int) -> Location:
        """Return the location of a value of the block."""
        return Location(self.document.path, (*self.pointer, *tokens))

    def text(self, key: str) -> str | None:
        """Return a text of the block, or None where the key is absent."""
        value = self.data.get(key)
        return value if isinstance(value, str) else None

    def count(self, key: str) -> int:
        """Return a number of the block, or 0 where the key is absent."""
        value = self.data.get(key)
        return int(value) if isinstance(value, int | float) else 0

    def examples(self) -> Iterator[dict[str, Json]]:
        """Yield the examples of the block: values by slot."""
        entries = self.data.get("examples")
        for entry in entries if isinstance(entries, list) else []:
            if isinstance(entry, dict):
                yield {key: value for key, value in entry.items() if not key.startswith("x-")}


def blocks(document: Document, section: Section) -> Iterator[Block]:
    """Yield the definitions of a section, in source order."""
    for id, data in members(document, section):
        if isinstance(data, dict):
            yield Block(document, section, id, data)


def members(document: Document, key: str) -> Iterator[tuple[str, Json]]:
    """Yield what a top-level mapping of the file holds, in source order."""
    value = document.data.get(key) if isinstance(document.data, dict) else None
    if isinstance(value, dict):
        yield from value.items()
