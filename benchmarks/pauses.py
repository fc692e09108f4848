"""What a pause and its continuation take, as ratios to TanStack AI in Node in the same run.

    python benchmarks/pauses.py [--rounds 5] [--pairs 1000] [--warm 10000] [--json FILE]

Every server runs alone on one core and the client on the other one; servers take turns, and
figures are medians. Needs Linux, two cores, Node and `npm ci --prefix tests/interop`.
"""

import argparse
import asyncio
import json
import os
import signal
import statistics
import sys
import tempfile
from collections import defaultdict
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn

from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import Unsafe
from pausing.apps import Recording, write_recording
from pausing.measuring import HELD, first_event, memory_of_streams, pairs, texts
from pausing.pairs import connections, pair
from pausing.servers import (
    MODULES,
    PeerMissing,
    Server,
    cores,
    find_node,
    node_server,
    pin_here,
    python_server,
    run_node,
)
from pausing.table import OURS, PEER, Row
from pausing.validation import KINDS, SIZES, for_node, make_case, rate, ways
from pausing.work import DELTAS, peer_setup

CONCURRENCY: Final = (1, 16, 64)
PATHS: Final = {"/approval": "approval", "/generic": "question"}
GOALS: Final = {
    "approval": {1: 3.0, 16: 3.0, 64: 2.0},
    "question": {1: 1.5, 16: 1.5, 64: 1.5},
}
TEXTS_GOAL: Final = 2.0
FLOORS: Final = ("bare", "starlette")
WAYS: Final = {
    "approvals": {"rules alone": 3.0, "sealed": 1.0},
    "generics": {"rules alone": 3.0, "sealed": 1.0},
}


@dataclass
class Figures:
    """The rows of the table, as they grow from round to round."""

    names: dict[str, tuple[str, dict[str, float], bool]] = field(
        default_factory=dict[str, tuple[str, dict[str, float], bool]]
    )
    rounds: dict[str, dict[str, list[float]]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(list))
    )

    def declare(
        self, name: str, unit: str, goals: dict[str, float] | None = None, higher: bool = False
    ) -> None:
        """Say what a row measures."""
        self.names[name] = (unit, goals or {}, higher)

    def add(self, name: str, candidate: str, figure: float) -> None:
        """Add the figure of a round."""
        self.rounds[name][candidate].append(figure)

    def rows(self) -> list[Row]:
        """Return the rows in the order in which they were declared."""
        return [
            Row(name, unit, dict(self.rounds[name]), goals, higher)
            for name, (unit, goals, higher) in self.names.items()
        ]


@dataclass(frozen=True, kw_only=True)
class Options:
    """How much is measured."""

    rounds: int
    pairs: int
    warm: int
    seconds: float
    streams: int
    modules: Path


async def record(server: Server) -> Recording:
    """Return what our server answers, event by event, for others to repeat."""
    (connection,) = await connections(server.port, 1)
    recording: Recording = {}
    for path in PATHS:
        for name, response in zip(("first", "second"), await pair(connection, path), strict=True):
            events = response.body.split(b"\n\n")[:-1]
            recording[f"{path} {name}"] = [event + b"\n\n" for event in events]
    connection.close()
    return recording


def declare(figures: Figures) -> None:
    """Declare the rows that servers are measured for."""
    for kind in PATHS.values():
        for number in CONCURRENCY:
            goals = {OURS: GOALS[kind][number]}
            figures.declare(f"{kind} pair, {number} at a time", "CPU ms", goals)
            figures.declare(f"{kind} pair, {number} at a time, wall", "ms")
        figures.declare(f"{kind}, first event", "ms")
    figures.declare(f"run of {DELTAS} texts", "CPU ms", {OURS: TEXTS_GOAL})
    figures.declare("memory of an open stream", "bytes")


async def measure_round(
    figures: Figures, servers: dict[str, Server], floors: dict[str, Server], options: Options
) -> None:
    """Let all servers take their turns once."""
    for path, kind in PATHS.items():
        for number in CONCURRENCY:
            for name, server in {**servers, **floors}.items():
                cost = await pairs(server, path, number, options.pairs)
                figures.add(f"{kind} pair, {number} at a time", name, cost.cpu)
                figures.add(f"{kind} pair, {number} at a time, wall", name, cost.wall)
        for name, server in {**servers, **floors}.items():
            waits = await first_event(server, path, max(1, options.pairs // 10))
            figures.add(f"{kind}, first event", name, statistics.median(waits))
    for name, server in servers.items():
        cost = await texts(server, max(1, options.pairs // 10))
        figures.add(f"run of {DELTAS} texts", name, cost.cpu)


async def measure_servers(figures: Figures, options: Options) -> None:
    """Start all servers, warm them up, and measure them."""
    declare(figures)
    with ExitStack() as stack:
        ours = stack.enter_context(python_server("ours"))
        node = stack.enter_context(node_server(options.modules, peer_setup(options.modules)))
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "recording.json"
        write_recording(file, await record(ours))
        servers = {OURS: ours, PEER: node}
        floors = {name: stack.enter_context(python_server(name, str(file))) for name in FLOORS}
        for server in servers.values():
            for path in PATHS:
                await pairs(server, path, 16, options.warm // len(PATHS))
        for _ in range(options.rounds):
            await measure_round(figures, servers, floors, options)
        for name, server in servers.items():
            figures.add(
                "memory of an open stream", name, await memory_of_streams(server, options.streams)
            )


def measure_validation(figures: Figures, options: Options) -> None:
    """Measure the validation of resume batches, in this process and in Node."""
    cases: JsonObject = {
        f"{kind} {size}": for_node(asyncio.run(make_case(kind, size, Unsafe())))
        for kind in KINDS
        for size in SIZES
    }
    setup: JsonObject = {"cases": cases, "seconds": options.seconds}
    ours = {(kind, size): ways(kind, size) for kind in KINDS for size in SIZES}
    for kind, size in ours:
        figures.declare(f"validation, {kind}, {size}", "1 / CPU s", WAYS[kind], higher=True)
    for _ in range(options.rounds):
        script = run_node(options.modules, "resume.mjs", {**peer_setup(options.modules), **setup})
        theirs: dict[str, float] = json.loads(script)
        for (kind, size), validations in ours.items():
            name = f"validation, {kind}, {size}"
            figures.add(name, PEER, theirs[f"{kind} {size}"])
            for way, validate in validations.items():
                figures.add(name, way, asyncio.run(rate(validate, options.seconds)))


def measure(options: Options) -> list[Row]:
    """Measure everything; raises `PeerMissing`."""
    find_node(options.modules)
    figures = Figures()
    pin_here(cores()[1])
    asyncio.run(measure_servers(figures, options))
    pin_here(cores()[0])
    measure_validation(figures, options)
    return figures.rows()


def read_options() -> tuple[Options, Path | None]:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--pairs", type=int, default=1000, help="in a block")
    parser.add_argument("--warm", type=int, default=10_000, help="pairs before the first round")
    parser.add_argument("--seconds", type=float, default=0.3, help="CPU for one validation")
    parser.add_argument("--streams", type=int, default=HELD, help="held while memory is measured")
    parser.add_argument("--node-modules", type=Path, default=MODULES)
    parser.add_argument("--json", type=Path, metavar="FILE")
    given = parser.parse_args()
    options = Options(
        rounds=given.rounds,
        pairs=given.pairs,
        warm=given.warm,
        seconds=given.seconds,
        streams=given.streams,
        modules=given.node_modules,
    )
    return options, given.json


def _end(number: int, frame: object) -> NoReturn:
    """End as by an exception, so that the servers are ended as well."""
    sys.exit(128 + number)


def main() -> None:
    """Measure, and print each ratio beside its goal."""
    options, file = read_options()
    signal.signal(signal.SIGTERM, _end)
    if len(os.sched_getaffinity(0)) < 2:
        sys.exit("two cores are needed: one for the servers and one for the client")
    try:
        rows = measure(options)
    except PeerMissing as missing:
        sys.exit(f"TanStack AI cannot be measured: {missing}")
    for row in rows:
        print(*row.lines(), sep="\n")
    if file is not None:
        listed: list[Any] = [row.to_json() for row in rows]
        file.write_text(json.dumps(listed, indent=1), "utf-8")


if __name__ == "__main__":
    main()
