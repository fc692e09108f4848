"""A small part of the fuzz in `benchmarks/fuzz_endpoint.py`, always the same requests."""

import re
import subprocess
import sys
from pathlib import Path

FUZZ = Path(__file__).parents[2] / "benchmarks" / "fuzz_endpoint.py"


def test_nothing_is_raised_and_nothing_runs_unasked() -> None:
    command = [sys.executable, str(FUZZ), "--count", "300", "--seed", "7"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    figures = {ending: int(count) for count, ending in re.findall(r"(\d+) (.+)", ran.stdout)}
    assert figures.keys() >= {"400", "success", "interrupt", "error: unknown-interrupt"}
    assert "300 requests" in ran.stdout
    assert re.search(r"sealed: [1-9]", ran.stdout)
    assert "failures: 0" in ran.stdout
