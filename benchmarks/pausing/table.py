"""Measurements of rounds -> medians, ratios to the peer, and whether the goals are reached."""

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

OURS: Final = "ours"
PEER: Final = "TanStack AI"


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement of several candidates, in rounds; `higher` tells which end is better.

    `goals` are ratios to the peer that a candidate should reach.
    """

    name: str
    unit: str
    rounds: Mapping[str, Sequence[float]]
    goals: Mapping[str, float]
    higher: bool = False

    @property
    def medians(self) -> dict[str, float]:
        """The median of each candidate."""
        return {name: statistics.median(figures) for name, figures in self.rounds.items()}

    def ratio(self, name: str) -> float:
        """Return by how many times a candidate is better than the peer."""
        medians = self.medians
        ratio = medians[PEER] / medians[name]
        return 1 / ratio if self.higher else ratio

    def lines(self) -> list[str]:
        """Return a line for each candidate."""
        return [self._line(name, median) for name, median in self.medians.items()]

    def to_json(self) -> dict[str, Any]:
        """Return everything as JSON."""
        ratios = {name: self.ratio(name) for name in self.rounds if name != PEER}
        return {**asdict(self), "medians": self.medians, "ratios": ratios}

    def _line(self, name: str, median: float) -> str:
        start = f"{self.name:34} {name:12} {median:12.3f} {self.unit:14}"
        if name == PEER:
            return start
        ratio, goal = self.ratio(name), self.goals.get(name)
        verdict = "" if goal is None else f"goal {goal:.1f}: {'ok' if ratio >= goal else 'missed'}"
        return f"{start} {ratio:6.2f} x  {verdict}".rstrip()
