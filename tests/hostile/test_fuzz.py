"""A small part of the fuzz in `benchmarks/fuzz.py`, always the same inputs."""

import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).parents[2] / "benchmarks" / "fuzz.py"


def test_nothing_is_raised_and_nothing_hangs() -> None:
    command = [sys.executable, str(FUZZ), "500", "--seed", "7", "--workers", "2"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    figures = dict(line.split() for line in ran.stdout.splitlines()[1:5])
    assert sum(map(int, figures.values())) == 500
    assert all(int(figures[verdict]) > 0 for verdict in ("rejected", "compiled", "built"))
