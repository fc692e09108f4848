"""What docs/testing.md shows is a test file that passes, and names what there is."""

import os
import re
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from docs.markdown import ROOT, blocks, rows
from interruptgen_runtime import testing
from interruptgen_runtime.testing import Rehearsal

PAGE = ROOT / "docs/testing.md"
ROOTS = [str(ROOT / name) for name in ("runtime", "generated_examples")]
FIXTURES = {"agent_thread", "fixed_clock", "run_async"}


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, as a project would that has the runtime installed."""
    command = [sys.executable, "-m", "pytest", "-W", "error", "-p", "no:cacheprovider", *options]
    return subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(ROOTS), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_example(tmp_path: Path) -> None:
    (example,) = (block.text for block in blocks(PAGE) if block.language == "python")
    (tmp_path / "test_example.py").write_text(example, encoding="utf-8")
    done = run_pytest(tmp_path, "-q")
    assert (done.returncode, "3 passed" in done.stdout) == (0, True), done.stdout + done.stderr


def test_the_example_can_fail(tmp_path: Path) -> None:
    (example,) = (block.text for block in blocks(PAGE) if block.language == "python")
    wrong = example.replace('{"ticket": "T-1"}', '{"ticket": "1"}')
    (tmp_path / "test_example.py").write_text(wrong, encoding="utf-8")
    done = run_pytest(tmp_path, "-q")
    assert (done.returncode, "1 failed, 2 passed" in done.stdout) == (1, True), done.stdout


@pytest.mark.slow
def test_the_example_is_typed(tmp_path: Path) -> None:
    (example,) = (block.text for block in blocks(PAGE) if block.language == "python")
    (tmp_path / "test_example.py").write_text(example, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "test_example.py"],
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": os.pathsep.join(ROOTS)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_page_names_what_there_is() -> None:
    named = {name for row in rows(PAGE) for name in re.findall(r"^`(?:await )?(\w+)", row[0])}
    members = {*dir(Rehearsal), *(field.name for field in fields(Rehearsal))}
    assert FIXTURES | {"say", "pending", "executions"} <= named <= FIXTURES | members
    prose = PAGE.read_text(encoding="utf-8").partition("An entry of an answer")[2]
    makers = set(re.findall(r"`([a-z]+)\(", prose))
    assert {"approved", "rehearse"} < makers < set(testing.__all__)
