"""One kind of bad input: what is done to a project that has been built, and how it is run."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeAlias

from hostile.sandbox import SOURCE

YAML: Final = "interrupts/bookings.yaml"
"""The definition file that the project has."""

JSON: Final = "interrupts/more.json"
"""A definition file that it may get."""

CHANGED: Final = SOURCE.replace("Which one?", "Which of them?")
"""Another text of the definition file, so that something has to be written."""

LOCK: Final = "generated/interrupts.lock.json"
MODELS: Final = "generated/bookings/models.py"
"""Files of its output."""

Spoil: TypeAlias = Callable[[Path], object]
"""Breaks the project in a folder."""


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
    undo: Spoil | None = None
