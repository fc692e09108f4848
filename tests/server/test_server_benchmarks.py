"""The benchmarks of the server, with a few runs each: they work, whatever the figures are."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MODULES = Path(__file__).parents[1] / "interop/node_modules"

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or len(os.sched_getaffinity(0)) < 2,
    reason="needs Linux and two cores",
)


def benchmark(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(BENCHMARKS / script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


@pytest.mark.slow
def test_a_load_of_runs_that_pause() -> None:
    ran = benchmark("load.py", "--runs", "20", "21", "--tolerance", "100")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no response was lost or mixed up" in ran.stdout


@pytest.mark.node
@pytest.mark.slow
def test_pauses_beside_the_real_peer(tmp_path: Path) -> None:
    if shutil.which("node") is None or not (MODULES / "@tanstack/ai").is_dir():
        assert "INTERRUPTGEN_REQUIRE_PEERS" not in os.environ, "node or its packages are not here"
        pytest.skip("needs node and `npm ci --prefix tests/interop`")
    file = tmp_path / "figures.json"
    few = ("--rounds", "1", "--pairs", "4", "--warm", "4", "--seconds", "0.001", "--streams", "20")
    ran = benchmark("pauses.py", *few, "--json", str(file))
    assert ran.returncode == 0, ran.stdout + ran.stderr
    rows = json.loads(file.read_text("utf-8"))
    assert {"approval pair, 1 at a time", "validation, generics, 50"} <= {r["name"] for r in rows}
    assert all(row["medians"].keys() >= {"TanStack AI"} for row in rows)


def test_a_missing_peer_is_told(tmp_path: Path) -> None:
    ran = benchmark("pauses.py", "--rounds", "1", "--node-modules", str(tmp_path))
    assert ran.returncode == 1
    assert "TanStack AI cannot be measured" in ran.stderr
    assert "Traceback" not in ran.stderr
