"""A small part of `benchmarks/compat.py`, always the same edits."""

import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "compat.py"


@pytest.mark.slow
def test_sampling_finds_nothing_that_the_comparison_misses() -> None:
    command = [sys.executable, str(BENCHMARK), "--edits", "80", "--seed", "11", "--values", "80"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "sampling finds a value that breaks: 0\n" in ran.stdout
    assert "the validators do not confirm it: 0\n" in ran.stdout
