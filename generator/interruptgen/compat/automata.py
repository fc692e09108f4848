"""What follows texts character by character: states, and how one leads to others."""

from dataclasses import dataclass, field
from typing import Final

from interruptgen.compat.characters import Ranges

MAX_STATES: Final = 2_000


class Unfit(Exception):
    """There is no automaton for the expression."""


@dataclass
class Automaton:
    """States by number: 0 is where a text begins, 1 where it has had its match.

    `steps` has the states that are reached by a character, `free` those that are reached by none,
    `at_start` and `at_end` those that are reached so at one end of the text.
    """

    steps: list[list[tuple[Ranges, int]]] = field(default_factory=lambda: [[], []])
    free: list[list[int]] = field(default_factory=lambda: [[], []])
    at_start: list[list[int]] = field(default_factory=lambda: [[], []])
    at_end: list[list[int]] = field(default_factory=lambda: [[], []])

    def state(self) -> int:
        """Add a state."""
        if len(self.steps) >= MAX_STATES:
            raise Unfit
        for each in (self.free, self.at_start, self.at_end):
            each.append([])
        self.steps.append([])
        return len(self.steps) - 1
