"""Ways to break a project: each function returns what does it to the project in a folder."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from hostile.kind import JSON, Spoil
from hostile.sandbox import remove, write

Content: TypeAlias = str | bytes | Callable[[], str | bytes]
"""What is written to a file; what is large is made when it is needed."""


def nothing(root: Path) -> None:
    """Leave the project as it is."""


def both(first: Spoil, second: Spoil) -> Spoil:
    """Do one thing after the other."""

    def spoil(root: Path) -> None:
        first(root)
        second(root)

    return spoil


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


def gone(path: str) -> Spoil:
    """Remove what stands at a path, if anything does."""
    return lambda root: remove(root / path) if os.path.lexists(root / path) else None


def folder(path: str) -> Spoil:
    """Put an empty folder in the place of what is there."""
    return both(gone(path), lambda root: (root / path).mkdir())


def link(path: str, target: str) -> Spoil:
    """Put a link in the place of what is there."""
    return both(gone(path), lambda root: (root / path).symlink_to(target))


def fifo(path: str) -> Spoil:
    """Put a FIFO, which nobody ever writes to, in the place of what is there."""
    return both(gone(path), lambda root: os.mkfifo(root / path))


def sparse(path: str, size: int) -> Spoil:
    """Put a file of so many zeros in the place of what is there."""
    return both(file(path, ""), lambda root: os.truncate(root / path, size))


def mode(path: str, bits: int) -> Spoil:
    """Give other permissions to a file or folder."""
    return lambda root: (root / path).chmod(bits)


def locked(path: str) -> Spoil:
    """Take all permissions from a file or folder."""
    return mode(path, 0)


def unlocked(path: str) -> Spoil:
    """Give all permissions back."""
    return mode(path, 0o755)
