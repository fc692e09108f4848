"""Builds of one project at the same time: one has its turn, the others wait, and all end well."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from interruptgen.cli import main
from interruptgen.output import turns
from interruptgen.output.turns import turn

pytestmark = pytest.mark.usefixtures("plain")

Captured = pytest.CaptureFixture[str]

CONFIG = "interruptgen.toml"
DEFINITIONS = "interruptgen: 1\ninterrupts: {ask-%d: {message: Well?}}\n"
WAITING = "waiting for another build of this project"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / "interrupts").mkdir(parents=True)
    (folder / CONFIG).write_text('out = "generated"\n')
    for number in range(5):
        (folder / f"interrupts/desk{number}.yaml").write_text(DEFINITIONS % number)
    return folder


def never() -> None:
    raise AssertionError("there was nobody to wait for")


def build(project: Path, *options: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "interruptgen", "build", "--project", str(project), *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_simultaneous_builds_are_all_fine(project: Path) -> None:
    every = [build(project) for _ in range(4)]
    said = [one.communicate(timeout=120) for one in every]
    assert [one.returncode for one in every] == [0, 0, 0, 0], said
    wrote = [out for out, _ in said if "wrote " in out]
    assert len(wrote) == 1
    assert main(["build", "--check", "--quiet", "--project", str(project)]) == 0
    assert sorted(path.name for path in project.iterdir()) == ["generated", CONFIG, "interrupts"]


def test_a_build_waits_and_reads_what_there_is_then(project: Path) -> None:
    with turn(project, CONFIG, never) as is_mine:
        assert is_mine
        waiting = build(project)
        assert waiting.stderr
        assert waiting.stderr.readline() == f"{WAITING}\n"
        (project / "interrupts/desk0.yaml").write_text(DEFINITIONS % 77)
    out, _ = waiting.communicate(timeout=120)
    assert waiting.returncode == 0
    assert "wrote generated/desk0/server.py" in out
    assert '"ask-77"' in (project / "generated/desk0/server.py").read_text("utf-8")


def test_it_does_not_wait_forever(
    project: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.1)
    with turn(project, CONFIG, never):
        assert main(["build", "--format", "json", "--project", str(project)]) == 2
    said = capsys.readouterr()
    (found,) = json.loads(said.out)
    assert (found["code"], found["path"]) == ("IG505", "generated")
    assert found["message"] == "another build of this project was not done within 0.1 seconds"
    assert said.err.splitlines()[0] == WAITING
    assert not (project / "generated").exists()


def test_a_turn_ends_with_its_process(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is left behind that somebody would have to delete."""
    code = (
        "import os, sys; from pathlib import Path; from interruptgen.output.turns import turn\n"
        "with turn(Path(sys.argv[1]), sys.argv[2], lambda: None): print('mine', flush=True); "
        "sys.stdin.read()"
    )
    held = subprocess.Popen(
        [sys.executable, "-c", code, str(project), CONFIG],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert held.stdout
    assert held.stdout.readline() == "mine\n"
    waits: list[Any] = []
    monkeypatch.setattr(turns, "PATIENCE", 0.1)
    with turn(project, CONFIG, lambda: waits.append(1)) as is_mine:
        assert (is_mine, waits) == (False, [1])
    held.kill()
    held.communicate()
    with turn(project, CONFIG, never) as is_mine:
        assert is_mine


def test_a_folder_that_cannot_be_opened_has_no_turns(tmp_path: Path) -> None:
    with turn(tmp_path / "nowhere", CONFIG, never) as is_mine:
        assert is_mine
