"""One kind of bad input: what is done to a project that has been built, and how it is run."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from hostile.sandbox import write

Spoil: TypeAlias = Callable[[Path], object]
"""Breaks the project in a folder."""

Content: TypeAlias = str | bytes | Callable[[], str | bytes]
"""What is written to a file; what is large is made when it is needed."""


@dataclass(frozen=True)
class Kind:
    """What a test is made of; `build` is run unless `arguments` say otherwise.

    `undo` is called after the run. `most` is how many bytes a written file may have.
    """

    name: str
    spoil: Spoil
    arguments: tuple[str | bytes, ...] = ("build",)
    privileged: bool = True
    most: int | None = None
    undo: Spoil | None = field(default=None)


YAML = "interrupts/bookings.yaml"
JSON = "interrupts/more.json"


def file(path: str, content: Content) -> Spoil:
    """Put a file into the project, or another content into one that is there."""
    return lambda root: write(root / path, content() if callable(content) else content)


def schema(text: str | Callable[[], str], rest: str | Callable[[], str] = "") -> Spoil:
    """Add a definition file with an interrupt whose response has a schema, given as JSON.

    `rest` is what else stands in the interrupt, after a comma.
    """

    def content() -> str:
        document, more = (one() if callable(one) else one for one in (text, rest))
        definition = f'{{"responseSchema": {document}{more}}}'
        return f'{{"interruptgen": 1, "interrupts": {{"more": {definition}}}}}'

    return file(JSON, content)


def reference(text: str) -> Spoil:
    """Add a definition file whose response schema refers to something."""
    return schema(f'{{"$ref": "{text}"}}')
