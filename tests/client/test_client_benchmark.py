"""The benchmark of the client, with a few rounds: it works, and memory does not grow."""

import os
import subprocess
import sys

import pytest

from docs.markdown import ROOT
from interop.peers import require_node


def run(*options: str) -> str:
    roots = [str(ROOT / name) for name in ("runtime", "generated_examples")]
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks/client.py"), *options],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_turns_leave_nothing_behind() -> None:
    """A part of what the benchmark does with ten thousand turns."""
    assert run("--rounds", "0", "--turns", "500").startswith("memory that stays of 500 turns")


@pytest.mark.node
def test_the_comparison() -> None:
    require_node()
    table = run("--rounds", "1", "--batch", "3", "--events", "200", "--turns", "10")
    assert [line.split()[0] for line in table.splitlines()] == [
        "answering",
        "answering",
        "reading",
        "reading",
        "memory",
    ]
