"""What a person is told about a field before and while it is filled in."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.checking import Path
from interruptgen_runtime.terminal.dialog import Dialog
from interruptgen_runtime.terminal.form.entries import describe, option_text
from interruptgen_runtime.terminal.form.fields import ChoiceField, Field, ObjectField
from interruptgen_runtime.terminal.form.resolving import Node
from interruptgen_runtime.terminal.lines import Line, Span, Style, line
from interruptgen_runtime.terminal.text import name_text, one_line
from interruptgen_runtime.terminal.values import in_short, limited

_LONGEST: Final = 400
_MOST_CHOICES: Final = 200


@dataclass(frozen=True, slots=True)
class Slot:
    """The value that is asked for: where it stands, what it was, and whether it has to be there."""

    node: Node
    path: Path
    current: Json | Absent = ABSENT
    required: bool = True
    title: str = "answer"
    """What the value is called where it stands alone."""

    @property
    def label(self) -> str:
        """What the value is called."""
        return place_text(self.path) or self.title

    def inside(
        self, node: Node, step: str | int, current: Json | Absent, required: bool = True
    ) -> "Slot":
        """Return the slot of a member or an item."""
        return Slot(node, (*self.path, str(step)), current, required)


def place_text(path: Iterable[str]) -> str:
    """Return a place inside a value as a person reads it."""
    return ".".join(one_line(name_text(step), 60) for step in path)


@dataclass(frozen=True, slots=True)
class Teller:
    """Shows what a form has to say; `problems` belong to their fields."""

    dialog: Dialog
    problems: Mapping[Path, str] = field(default_factory=dict[Path, str])

    def introduce(self, slot: Slot, found: Field) -> None:
        """Say what is asked for."""
        rest = "" if slot.required else " (Enter leaves it out)"
        about = Span(f"  {describe(found)}{rest}", Style.FAINT)
        if slot.path or not isinstance(found, ObjectField):
            self.dialog.show(Line((Span(slot.label, Style.KEY), about)))
        for text in (found.title, found.description):
            if text:
                self.note(one_line(text, _LONGEST))
        if found.default is not ABSENT:
            self.note(f"by default {in_short(found.default)}")
        if isinstance(found, ChoiceField):
            self.choices([option_text(one) for one in found.options])
        if slot.path in self.problems:
            self.complain(self.problems[slot.path])

    def choices(self, labels: Sequence[str]) -> None:
        """List what there is to choose from, counted from 1."""
        lines = [
            Line((Span(f"{number:>2}  ", Style.FAINT), Span(label)), 2)
            for number, label in enumerate(labels, 1)
        ]
        self.dialog.show(*limited(lines, _MOST_CHOICES))

    def all_problems(self, slot: Slot) -> None:
        """Say everything that is wrong with a value."""
        for path, message in self.problems.items():
            if path[: len(slot.path)] == slot.path:
                self.complain(f"{place_text(path)}: {message}")

    def complain(self, message: str) -> None:
        """Say what is wrong."""
        self.dialog.show(line(f"✗ {one_line(message, _LONGEST)}", Style.BAD, 2))

    def note(self, text: str) -> None:
        """Say something that is good to know."""
        self.dialog.show(line(text, Style.FAINT, 2))
