"""Installed packages -> the commands that they add.

A package adds a command through an entry point of the group `interruptgen.commands`: the name is
that of the command, the object is called with the arguments that follow it and returns an exit
code.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points
from typing import TypeAlias, cast

GROUP = "interruptgen.commands"
TERMINAL = 'pip install "interruptgen-runtime[terminal]"'

Command: TypeAlias = Callable[[Sequence[str]], int]

_KNOWN = {
    "answer": "Answer the pending interrupts of an agent from a script.",
    "chat": "Talk to an agent in the terminal and answer its interrupts.",
}


@dataclass(frozen=True)
class Plugin:
    """A command of another package; `entry` is None where the package is not installed."""

    name: str
    help: str
    entry: EntryPoint | None

    def run(self, arguments: Sequence[str]) -> int:
        """Run the command and return its exit code, 2 where it cannot be loaded."""
        if self.entry is None:
            return _fail(f"`{self.name}` comes with another package; install it with\n  {TERMINAL}")
        try:
            command = cast("Command", self.entry.load())
        except Exception as error:  # what another package does when it is imported
            reason = f"{type(error).__name__}: {error}"
            return _fail(f"`{self.name}` of {self.entry.value} cannot be loaded: {reason}")
        return command(arguments)


def plugins() -> Iterator[Plugin]:
    """Yield the commands of other packages, sorted by name, the known ones in any case."""
    found = {entry.name: entry for entry in entry_points(group=GROUP)}
    for name in sorted({*found, *_KNOWN}):
        entry = found.get(name)
        package = entry.dist.name if entry and entry.dist else "another package"
        yield Plugin(name, _KNOWN.get(name, f"Added by {package}."), entry)


def _fail(message: str) -> int:
    sys.stderr.write(f"interruptgen: {message}\n")
    return 2
