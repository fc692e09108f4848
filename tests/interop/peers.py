"""Runs the Node scripts of this folder; skips, or fails where skipping is forbidden."""

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent


def require_node() -> str:
    """Return where node is; skips, or fails where skipping is forbidden."""
    node = shutil.which("node")
    if node is None or not (HERE / "node_modules/@tanstack/ai").is_dir():
        reason = "needs node and `npm ci --prefix tests/interop`"
        if os.environ.get("INTERRUPTGEN_REQUIRE_PEERS"):
            pytest.fail(reason)
        pytest.skip(reason)
    return node


def run_node(script: str, value: object) -> Any:
    """Give `value` to a script as JSON and return what it answers."""
    done = subprocess.run(
        [require_node(), script],
        cwd=HERE,
        input=json.dumps(value),
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
