"""Whether any text makes the compiler raise, hang or crash: mutated sources, many of them.

    python benchmarks/fuzz.py [COUNT] [--seed N] [--first N] [--workers N] [--save DIR]

The inputs are the sources of the examples and of the tests with bytes, tokens, keys, values and
references changed. Each is compiled, and some of those that compile are built, imported and read
again. Every input depends on the seed and its number alone: `--first N` with a COUNT of 1 tries a
single one again. Exits with 1 where anything was raised, hung or crashed; `--save` keeps these.
"""

import argparse
import contextlib
import re
import time
from collections import Counter
from pathlib import Path
from typing import Final

from fuzzing.pool import Pool
from fuzzing.seeds import seeds
from fuzzing.trial import Outcome, Verdict, input_of
from fuzzing.workers import Plan, outcomes

REPOSITORY: Final = Path(__file__).resolve().parents[1]
FRAME: Final = re.compile(r'File "(?P<file>[^"]*)", line (?P<line>\d+)')
SHOWN: Final = 20


def parse() -> argparse.Namespace:
    """Read the arguments."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("count", nargs="?", type=int, default=200_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=1, help="which inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first input")
    parser.add_argument("--workers", type=int, default=2, help="how many processes")
    parser.add_argument(
        "--seconds", type=float, default=10, help="what processor time is too much for one"
    )
    parser.add_argument("--build-share", type=int, default=10, help="build one of so many")
    parser.add_argument("--save", type=Path, help="where to keep the inputs that fail")
    return parser.parse_args()


def signature(failure: str) -> str:
    """Return what failures of one kind have in common: the innermost frame and the error."""
    lines = failure.strip().splitlines()
    frames = list(FRAME.finditer(failure))
    if not frames:
        return lines[0]
    inner = frames[-1]
    error = next(line for line in reversed(lines) if line and not line.startswith(" "))
    return f"{Path(inner['file']).name}:{inner['line']}: {error[:150]}"


def save(folder: Path, plan: Plan, outcome: Outcome) -> None:
    """Write an input that failed, and how it did."""
    project = input_of(Pool.of(plan.seeds), plan.seed, outcome.number)
    root = folder / f"{plan.seed}-{outcome.number}"
    for path, text in {**project.others, **project.sources}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text)
    (root / "failure.txt").write_text(outcome.failure, encoding="utf-8", errors="replace")


class Figures:
    """Counts outcomes, and gathers the failures of each kind."""

    def __init__(self) -> None:
        self.verdicts: Counter[Verdict] = Counter()
        self.codes: Counter[str] = Counter()
        self.failures: dict[str, list[Outcome]] = {}

    def take(self, outcome: Outcome) -> bool:
        """Count an outcome; tell whether it is a failure of a kind that is not yet well known."""
        self.verdicts[outcome.verdict] += 1
        self.codes.update(outcome.codes)
        if outcome.verdict is not Verdict.FAILED:
            return False
        alike = self.failures.setdefault(signature(outcome.failure), [])
        alike.append(outcome)
        return len(alike) <= SHOWN

    def show(self) -> None:
        """Print the figures."""
        for verdict in Verdict:
            print(f"{verdict:10} {self.verdicts[verdict]}")
        codes = (f"{code} {count}" for code, count in sorted(self.codes.items()))
        print("codes      " + ", ".join(codes))
        for kind, alike in sorted(self.failures.items(), key=lambda item: -len(item[1])):
            numbers = " ".join(str(one.number) for one in alike[:5])
            print(f"\n{len(alike)} failed: {kind} (inputs {numbers})\n{alike[0].failure}")


def main() -> int:
    """Run the fuzz until it is done or Ctrl-C, print its figures and return the exit code."""
    given = parse()
    plan = Plan(
        seeds=seeds(REPOSITORY),
        seed=given.seed,
        first=given.first,
        count=given.count,
        workers=min(given.workers, given.count),
        seconds=given.seconds,
        build_share=given.build_share,
    )
    start = time.monotonic()
    figures = Figures()
    with contextlib.suppress(KeyboardInterrupt):
        for outcome in outcomes(plan):
            if figures.take(outcome) and given.save:
                save(given.save, plan, outcome)
    seconds = time.monotonic() - start
    print(f"{figures.verdicts.total()} inputs from {len(plan.seeds)} seeds in {seconds:.0f} s")
    figures.show()
    return 1 if figures.failures else 0


if __name__ == "__main__":
    raise SystemExit(main())
