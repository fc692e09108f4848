"""How long canonical JSON takes: this runtime, rfc8785, `json.dumps`, and TanStack AI in Node.

    python benchmarks/canonical.py [--node-modules DIR]

All of them run in turn in the same process or session, on the same values; each figure is the
best of several rounds, in microseconds.
"""

import argparse
import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import rfc8785

from interruptgen_runtime import canonical
from interruptgen_runtime.core.exact_writer import write_exactly

ROUNDS = 7
SECONDS = 0.05
"""How long one round of one candidate takes, about."""

RECORDED = Path(__file__).parents[1] / "tests" / "vectors" / "bindings.json"

SCRIPT = """
import { canonicalInterruptJson } from '@tanstack/ai/client'
let input = ''
for await (const chunk of process.stdin) input += chunk
const { values, rounds, seconds } = JSON.parse(input)
const time = (value, count) => {
  const start = process.hrtime.bigint()
  for (let i = 0; i < count; i++) canonicalInterruptJson(value)
  return Number(process.hrtime.bigint() - start) / 1000 / count
}
const best = Object.entries(values).map(([name, value]) => {
  const count = Math.max(1, Math.round((seconds * 1e6) / time(value, 20)))
  return [name, Math.min(...Array.from({ length: rounds }, () => time(value, count)))]
})
console.log(JSON.stringify(Object.fromEntries(best)))
"""


def values() -> dict[str, Any]:
    """Return what is measured, by name."""
    entry = {
        "interruptId": "ig1.k1." + "x" * 90,
        "status": "resolved",
        "payload": {"approved": True, "payload": {"ticket": "T-1"}},
    }
    order = {"price": {"amount": 120.5, "currency": "EUR"}, "items": [1, 2, 3], "note": None}
    return {
        "resume entry": entry,
        "arguments": order,
        "arguments, integral floats": {**order, "items": [1.0, 2.0, 3.0]},
        "text, not ASCII": [{"name": "Größe 日本 😀" * 5}] * 20,
        "100 recorded bindings": json.loads(RECORDED.read_text(encoding="utf-8")),
    }


CANDIDATES: dict[str, Callable[[Any], object]] = {
    "canonical": canonical,
    "exact way": lambda value: write_exactly(value, 500),
    "rfc8785": rfc8785.dumps,
    "json.dumps": lambda value: json.dumps(value, sort_keys=True, separators=(",", ":")),
}


def timed(call: Callable[[Any], object], value: Any, count: int) -> float:
    """Return the microseconds that one call takes, on average."""
    start = time.perf_counter()
    for _ in range(count):
        call(value)
    return (time.perf_counter() - start) * 1e6 / count


def best(call: Callable[[Any], object], value: Any) -> float:
    """Return the microseconds of the best round."""
    count = max(1, round(SECONDS * 1e6 / timed(call, value, 3)))
    return min(timed(call, value, count) for _ in range(ROUNDS))


def node_times(modules: Path) -> dict[str, float]:
    """Return the microseconds that TanStack AI takes; `modules` is a `node_modules` folder."""
    done = subprocess.run(
        ["node", "--input-type=module", "--eval", SCRIPT],
        cwd=modules.parent,
        input=json.dumps({"values": values(), "rounds": ROUNDS, "seconds": SECONDS}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    times: dict[str, float] = json.loads(done.stdout)
    return times


def main() -> None:
    """Measure and print a table, with the ratios to this runtime in parentheses."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--node-modules", type=Path, help="a folder that holds @tanstack/ai")
    modules: Path | None = parser.parse_args().node_modules
    peer = node_times(modules) if modules else {}
    names = [*CANDIDATES, *(["TanStack AI"] if peer else [])]
    print(f"{'':28}" + "".join(f"{name:>20}" for name in names))
    for name, value in values().items():
        times = [best(call, value) for call in CANDIDATES.values()]
        times += [peer[name]] if peer else []
        cells = (f"{one:10.1f} ({one / times[0]:5.2f})" for one in times)
        print(f"{name:28}" + "".join(f"{cell:>20}" for cell in cells))


if __name__ == "__main__":
    main()
