"""Many runs at a time that pause and continue: is any lost or mixed up, how long, how much memory.

    python benchmarks/load.py [--runs 125 250 500]

The server runs alone on one core, a new one for each number of runs. Needs Linux.
"""

import argparse
import asyncio
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from pausing.measuring import memory_of_streams
from pausing.pairs import connections, echo
from pausing.servers import Server, cores, pin_here, python_server

WARM: Final = 20
"""Runs before memory is first looked at."""

_NUMBERS: Final = count()


@dataclass(frozen=True, slots=True)
class Load:
    """What some runs at a time took: bytes of memory for each, milliseconds for both requests."""

    runs: int
    open_stream: float
    peak: float
    times: Sequence[float]

    @property
    def p50(self) -> float:
        """The median time."""
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        """The time that one in a hundred runs takes longer than."""
        return statistics.quantiles(self.times, n=100)[98]


async def run_all(server: Server, runs: int) -> list[float]:
    """Let runs pause and go on, all at a time; raises `WrongResponse` if one went wrong."""
    opened = await connections(server.port, runs)
    words = [f"word-{next(_NUMBERS)}" for _ in opened]
    times = await asyncio.gather(*map(echo, opened, words))
    for connection in opened:
        connection.close()
    return times


async def measure(runs: int) -> Load:
    """Start a server and measure it with that many runs at a time."""
    with python_server("ours") as server:
        await run_all(server, WARM)
        before = server.memory()
        times = await run_all(server, runs)
        peak = (server.peak() - before) / runs
    with python_server("ours") as server:
        await run_all(server, WARM)
        return Load(runs, await memory_of_streams(server, runs), peak, times)


def report(loads: Sequence[Load]) -> str:
    """Return a table, and a line that tells how the peak grows."""
    lines = [f"{'runs':>6}{'open stream':>14}{'peak':>14}{'p50':>10}{'p99':>10}"]
    for load in loads:
        memory = f"{load.open_stream:12.0f} B{load.peak:12.0f} B"
        lines.append(f"{load.runs:6}{memory}{load.p50:7.0f} ms{load.p99:7.0f} ms")
    lines.append("memory is for each run; no response was lost or mixed up")
    few, many = min(loads, key=_runs), max(loads, key=_runs)
    growth = many.peak / few.peak
    lines.append(f"peak for each run, {many.runs} / {few.runs}: {growth:.2f}")
    return "\n".join(lines)


def grows_too_fast(loads: Sequence[Load], tolerance: float) -> bool:
    """Tell whether the peak for each run is larger with many runs than with few."""
    return max(loads, key=_runs).peak > tolerance * min(loads, key=_runs).peak


def _runs(load: Load) -> int:
    return load.runs


def main() -> None:
    """Measure and print; ends with 1 if memory grows faster than the number of runs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, nargs="+", default=[125, 250, 500])
    parser.add_argument("--tolerance", type=float, default=1.25, help="of the peak for each run")
    given = parser.parse_args()
    pin_here(cores()[1])
    loads = [asyncio.run(measure(runs)) for runs in given.runs]
    print(report(loads))
    sys.exit(grows_too_fast(loads, given.tolerance))


if __name__ == "__main__":
    main()
