"""How long a comparison takes, as a ratio against a bare interpreter, and how it grows.

    python benchmarks/diff.py [--definitions 500] [--changed 5] [--rounds 5]
    python benchmarks/diff.py --growth 500 1000 2000

A project of ten definitions in each file is built and committed, then definitions in as many files
change. CPU time of a child process and its own children (user and system), interleaved, as medians.
"""

import argparse
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from build import cpu, write_project

BOUND: Final = 60.0
"""How many times a bare interpreter a comparison may take."""

_WHO: Final = ("-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false")
_CHANGES: Final = (
    ("choice: {type: integer, minimum: 0}", "choice: {type: integer, minimum: 1}"),
    ("urgency: {enum: [low, normal, high]}", "urgency: {enum: [low, high]}"),
    ("title: {type: string, maxLength: 80}", "title: {type: string, maxLength: 90}"),
    ('remark: {type: [string, "null"]}', "remark: {type: string}"),
    ("message: Which option shall we take?", "message: Which one?"),
)


def git(root: Path, *arguments: str) -> None:
    """Run git in a project."""
    subprocess.run(["git", *_WHO, *arguments], cwd=root, check=True, capture_output=True)


def prepare(root: Path, definitions: int, changed: int) -> None:
    """Write a project, build and commit it, then change a definition in some files."""
    write_project(root, max(definitions // 10, 1), definitions)
    git(root, "init", "--quiet")
    subprocess.run([program(), "build", "--quiet"], cwd=root, check=True, capture_output=True)
    git(root, "add", ".")
    git(root, "commit", "--quiet", "--message", "first")
    for number, path in enumerate(sorted((root / "interrupts").iterdir())[:changed]):
        old, new = _CHANGES[number % len(_CHANGES)]
        text = path.read_text()
        path.write_text(text.replace(old, new, 1))


def program() -> str:
    """Return the command line's path."""
    return str(Path(sys.executable).with_name("interruptgen"))


def measure(root: Path, rounds: int) -> tuple[float, float]:
    """Return the median seconds of a bare interpreter and of a comparison."""
    times: list[tuple[float, float]] = []
    for number in range(rounds + 1):
        bare = cpu([sys.executable, "-c", "pass"], root)
        ours = cpu([program(), "diff", "--quiet"], root, (1,))
        if number:  # the first round warms caches
            times.append((bare, ours))
    bare_times, our_times = zip(*times, strict=True)
    return statistics.median(bare_times), statistics.median(our_times)


def main() -> None:
    """Measure and print the ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--definitions", type=int, default=500)
    parser.add_argument("--changed", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--growth", type=int, nargs="+", metavar="DEFINITIONS")
    arguments = parser.parse_args()
    sizes: list[int] = arguments.growth or [arguments.definitions]
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            prepare(root, size, arguments.changed)
            bare, ours = measure(root, arguments.rounds)
        verdict = "ok" if ours / bare <= BOUND else "missed"
        print(
            f"{size:6} definitions, {arguments.changed} changed: {ours:.3f} s, bare {bare:.3f} s: "
            f"{ours / bare:.1f} times, at most {BOUND:.0f}: {verdict}"
        )


if __name__ == "__main__":
    main()
