"""What a client does with a pause and with a stream, as ratios to TanStack AI in the same run.

    python benchmarks/client.py [--rounds 5] [--batch 50] [--events 10000] [--turns 10000]

A batch of approvals is hydrated, answered and made one submission; a response of text and tool
calls is read, event by event, into the thread. Both sides get the same bytes, on the same machine,
one after the other; figures are medians. Then a chat runs for so many turns, and what stays of them
in memory is told. Needs Node and `npm ci --prefix tests/interop`, except for `--rounds 0`.
"""

import argparse
import asyncio
import json
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from chatting.memory import growth
from chatting.work import answer_batch, batch_of, peer_batch, read_stream, stream_of
from pausing.table import OURS, PEER, Row

HERE: Final = Path(__file__).parent
MODULES: Final = HERE.parent / "tests/interop/node_modules"
KILOBYTES: Final = 100
"""More than this in the end is a leak, not noise, however many turns there were."""


def peer_figures(batch: int, events: int, rounds: int) -> dict[str, list[float]]:
    """Measure TanStack AI's client, in milliseconds."""
    node = shutil.which("node")
    if node is None or not (MODULES / "@tanstack/ai-client").is_dir():
        sys.exit("needs node and `npm ci --prefix tests/interop`")
    given = {
        "modules": str(MODULES),
        "batch": peer_batch(batch),
        "stream": stream_of(events).decode(),
        "rounds": rounds,
    }
    done = subprocess.run(
        [node, str(HERE / "chatting/peer.mjs")],
        input=json.dumps(given),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"peer.mjs failed:\n{done.stderr}")
    figures: dict[str, list[float]] = json.loads(done.stdout)
    return figures


def timed(work: Callable[[], object], rounds: int) -> list[float]:
    """Return how long a work took in each round, in milliseconds."""
    work()
    figures: list[float] = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        figures.append((time.perf_counter() - start) * 1000)
    return figures


def compare(batch: int, events: int, rounds: int) -> list[Row]:
    """Measure both sides."""
    peer = peer_figures(batch, events, rounds)
    descriptors, text = batch_of(batch), stream_of(events)
    ours = {
        "batch": timed(lambda: answer_batch(descriptors), rounds),
        "stream": timed(lambda: asyncio.run(read_stream(text)), rounds),
    }
    names = {"batch": f"answering {batch} approvals", "stream": f"reading {events} events"}
    return [Row(name, "ms", {OURS: ours[key], PEER: peer[key]}, {}) for key, name in names.items()]


def main() -> None:
    """Print the table, and fail if the memory grows."""
    options = arguments()
    for row in compare(options.batch, options.events, options.rounds) if options.rounds else ():
        print("\n".join(row.lines()))
    grown = asyncio.run(growth(options.turns))
    print(f"memory that stays of {options.turns} turns: {grown:.1f} kB")
    if grown > KILOBYTES:
        sys.exit(f"that is more than {KILOBYTES} kB")


def arguments() -> Any:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="0 for the memory alone")
    parser.add_argument("--batch", type=int, default=50)
    parser.add_argument("--events", type=int, default=10_000)
    parser.add_argument("--turns", type=int, default=10_000)
    return parser.parse_args()


if __name__ == "__main__":
    main()
