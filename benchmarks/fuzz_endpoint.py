"""Whether any request makes the endpoint raise, hang or run a tool unasked: mutated ones, many.

    python benchmarks/fuzz_endpoint.py [--count 100000] [--seed 1]

The requests are those of conversations with an agent, and of recordings of TanStack AI's client,
with their JSON, bytes, headers and arrival changed; half of them go to an agent whose interrupt
ids carry proofs, half to an unsafe one. Every response has to be a valid AG-UI stream or a 4xx
with a reason, and with proofs no gated tool may run without its own. Exits with 1 otherwise.
"""

import argparse
import asyncio
import logging
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Final

from endpoint_fuzzing.desk import Desk, TrustName
from endpoint_fuzzing.mutations import Request, mutated
from endpoint_fuzzing.seeds import make_seeds
from endpoint_fuzzing.trial import Trial

TRUSTS: Final[tuple[TrustName, ...]] = ("sealed", "unsafe")
SHOWN: Final = 10


@dataclass
class Figures:
    """What came of the requests."""

    endings: Counter[str] = field(default_factory=Counter[str])
    gated: Counter[str] = field(default_factory=Counter[str])
    slowest: tuple[float, str] = (0.0, "none")
    failures: list[str] = field(default_factory=list[str])

    def report(self, seconds: float) -> str:
        """Return the figures as text."""
        total = self.endings.total() + len(self.failures)
        slowest, name = self.slowest
        lines = [f"{total} requests in {seconds:.0f} s"]
        lines.append(f"the slowest, {name}: {1000 * slowest:.0f} ms of CPU")
        lines += [f"  {count:8} {ending}" for ending, count in self.endings.most_common()]
        lines += [f"gated tools that ran, {trust}: {self.gated[trust]}" for trust in TRUSTS]
        lines.append(f"failures: {len(self.failures)}")
        return "\n".join([*lines, *self.failures[:SHOWN]])


async def fuzz(trust: TrustName, count: int, seed: int, figures: Figures) -> None:
    """Send that many requests to an agent, the same ones for the same seed."""
    seeds = await make_seeds(trust)
    trial = Trial(Desk(trust), seeds)
    for number in range(count):
        random = Random(f"{seed}:{trust}:{number}")
        request = mutated(random, seeds.bodies)
        try:
            answer = await trial.send(request)
        except Exception:
            figures.failures.append(_failure(trust, number, request))
            continue
        figures.endings[answer.ending] += 1
        figures.gated[trust] += answer.gated
        figures.slowest = max(figures.slowest, (answer.seconds, f"{trust} {number}"))


def _failure(trust: str, number: int, request: Request) -> str:
    return f"{trust} {number}: {request}\n{traceback.format_exc()}"


def main() -> None:
    """Send the requests and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=100_000, help="how many requests")
    parser.add_argument("--seed", type=int, default=1, help="which requests")
    given = parser.parse_args()
    logging.getLogger("interruptgen_runtime").setLevel(logging.CRITICAL)
    figures, start = Figures(), time.perf_counter()
    for place, trust in enumerate(TRUSTS):
        count = (given.count + place) // len(TRUSTS)
        asyncio.run(fuzz(trust, count, given.seed, figures))
    print(figures.report(time.perf_counter() - start))
    sys.exit(bool(figures.failures))


if __name__ == "__main__":
    main()
