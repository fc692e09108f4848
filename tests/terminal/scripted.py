"""A person who has decided beforehand what to type."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from interruptgen_runtime.terminal.dialog import EditorFailed, Left
from interruptgen_runtime.terminal.lines import Line

CTRL_C = "\x03"


@dataclass
class Scripted:
    """A dialog: `typed` are the answers in order, `saved` what the editor gives back.

    An answer of `None` takes what stands in the field already.
    """

    typed: list[str | None]
    saved: list[str] = field(default_factory=list[str])
    shown: list[str] = field(default_factory=list[str])
    labels: list[str] = field(default_factory=list[str])
    begun: list[str] = field(default_factory=list[str])
    opened: list[str] = field(default_factory=list[str])
    fresh: list[str] = field(default_factory=list[str])

    def show(self, *lines: Line) -> None:
        self.shown += [line.text for line in lines]

    def ask(self, label: str, text: str = "", *, fresh: bool = False) -> str:
        self.labels.append(label)
        self.begun.append(text)
        if fresh:
            self.fresh.append(label)
        assert self.typed, f"nothing is left to type at {label!r}: {self.shown[-5:]}"
        answer = self.typed.pop(0)
        if answer == CTRL_C:
            raise Left
        return text if answer is None else answer

    def edit(self, text: str, suffix: str = ".json") -> str:
        self.opened.append(text)
        if not self.saved:
            raise EditorFailed("there is no editor")
        return self.saved.pop(0)

    @property
    def text(self) -> str:
        """Everything that was shown."""
        return "\n".join(self.shown)


def typing(*typed: str | None, saved: Iterable[str] = ()) -> Scripted:
    """Return a person who types these."""
    return Scripted(list(typed), list(saved))
