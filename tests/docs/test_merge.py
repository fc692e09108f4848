"""What docs/lock.md says about merges, done with the real git."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Literal

import pytest

from docs.markdown import ROOT, blocks
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

LOCK = "generated/interrupts.lock.json"
SOURCE = "interrupts/desk.yaml"
DESK = """\
interruptgen: 1
interrupts:
  choose-seat:
    responseSchema: {{type: integer, minimum: {seat}}}
  choose-meal:
    responseSchema: {{type: integer, minimum: {meal}}}
"""
Side = Literal["ours", "theirs"]


def git(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    identity = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]
    return subprocess.run(
        ["git", *identity, *arguments], cwd=folder, check=False, capture_output=True, text=True
    )


def build(folder: Path, *options: str) -> int:
    return main(["build", "--quiet", "--project", str(folder), *options])


def commit(folder: Path, **minimum: int) -> None:
    """Commit a version of both definitions together with what it compiles to."""
    (folder / SOURCE).write_text(DESK.format(**minimum), encoding="utf-8")
    assert build(folder) == 0
    assert git(folder, "add", ".").returncode == 0
    assert git(folder, "commit", "-m", f"{minimum}").returncode == 0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a repository in which two branches have gone on from one commit."""
    (tmp_path / "interruptgen.toml").write_text('out = "generated"\n', encoding="utf-8")
    (tmp_path / "interrupts").mkdir()
    assert git(tmp_path, "init", "--initial-branch", "main").returncode == 0
    commit(tmp_path, seat=0, meal=0)
    assert git(tmp_path, "switch", "--create", "feature").returncode == 0
    return tmp_path


def merge(folder: Path, side: Side, *, seat: int, meal: int) -> None:
    """Merge main into the branch: resolve the source by hand, the output by taking a side."""
    done = git(folder, "merge", "main")
    assert done.returncode == 1, done.stdout
    assert LOCK in git(folder, "diff", "--name-only", "--diff-filter=U").stdout.split()
    (folder / SOURCE).write_text(DESK.format(seat=seat, meal=meal), encoding="utf-8")
    assert git(folder, "checkout", f"--{side}", "generated").returncode == 0


def minimums(folder: Path, id: str) -> list[int]:
    """Return the minimum of the current version of a definition, then those of earlier ones."""
    lock: Any = json.loads((folder / LOCK).read_text(encoding="utf-8"))
    entry = lock["interrupts"][id]
    return [one["schemas"]["response"]["minimum"] for one in (entry, *entry["earlier"])]


def finish(folder: Path) -> None:
    """Build, commit the merge, and see what CI would say."""
    assert build(folder) == 0
    assert git(folder, "add", ".").returncode == 0
    assert git(folder, "commit", "-m", "merge").returncode == 0
    assert build(folder, "--check") == 0
    assert git(folder, "status", "--porcelain").stdout == ""


def test_a_conflict_leaves_one_side_whole(project: Path) -> None:
    commit(project, seat=1, meal=0)
    ours = (project / LOCK).read_bytes()
    git(project, "switch", "main")
    commit(project, seat=0, meal=2)
    git(project, "switch", "feature")
    done = git(project, "merge", "main")
    assert f"CONFLICT (content): Merge conflict in {LOCK}" in done.stdout
    assert (project / LOCK).read_bytes() == ours


@pytest.mark.parametrize("side", ["ours", "theirs"])
def test_either_side_and_a_build_solve_it(project: Path, side: Side) -> None:
    commit(project, seat=1, meal=0)
    git(project, "switch", "main")
    commit(project, seat=0, meal=2)
    git(project, "switch", "feature")
    merge(project, side, seat=1, meal=2)
    finish(project)
    assert minimums(project, "choose-seat") == [1, 0]
    assert minimums(project, "choose-meal") == [2, 0]


def test_the_commands_on_the_page_solve_it(project: Path) -> None:
    commit(project, seat=1, meal=0)
    git(project, "switch", "main")
    commit(project, seat=0, meal=2)
    git(project, "switch", "feature")
    merge(project, "theirs", seat=1, meal=2)
    git(project, "add", "interrupts")
    (commands,) = [one.text for one in blocks(ROOT / "docs/lock.md") if one.language == "sh"]
    who = {
        f"GIT_{role}_{key}": "x@example.com"
        for role in ("AUTHOR", "COMMITTER")
        for key in ("NAME", "EMAIL")
    }
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "-euxc", commands],
        cwd=project,
        env={**os.environ, **who, "GIT_EDITOR": "true", "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert build(project, "--check") == 0
    assert git(project, "status", "--porcelain").stdout == ""
    assert minimums(project, "choose-seat") == [1, 0]


@pytest.mark.parametrize("side", ["ours", "theirs"])
@pytest.mark.parametrize("resolved", [1, 3, 4], ids=["ours", "theirs", "neither"])
def test_what_either_side_may_have_deployed_is_remembered(
    project: Path, side: Side, resolved: int
) -> None:
    commit(project, seat=1, meal=0)
    git(project, "switch", "main")
    commit(project, seat=2, meal=0)
    commit(project, seat=3, meal=0)
    git(project, "switch", "feature")
    merge(project, side, seat=resolved, meal=0)
    finish(project)
    current, *earlier = minimums(project, "choose-seat")
    assert current == resolved
    assert sorted(earlier) == sorted({0, 1, 2, 3} - {resolved})


def test_line_ends_are_lf_whatever_git_is_told(project: Path) -> None:
    commit(project, seat=1, meal=0)
    git(project, "config", "core.autocrlf", "true")
    git(project, "rm", "-r", "--quiet", "generated", SOURCE)
    assert git(project, "reset", "--hard", "--quiet").returncode == 0
    assert b"\r\n" in (project / SOURCE).read_bytes()
    for path in (project / "generated").rglob("*"):
        assert not path.is_file() or b"\r" not in path.read_bytes()


def test_markers_in_the_lock_are_named(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A merge tool that does not heed the attributes may leave them."""
    text = (project / LOCK).read_text(encoding="utf-8")
    (project / LOCK).write_text(f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> main\n")
    assert build(project) == 1
    assert "error IG522" in capsys.readouterr().out


def test_a_file_with_markers_is_written_again(project: Path) -> None:
    models = project / "generated/desk/models.py"
    text = models.read_text(encoding="utf-8")
    models.write_text(f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> main\n", encoding="utf-8")
    assert build(project) == 0
    assert models.read_text(encoding="utf-8") == text


def test_pruning(project: Path) -> None:
    commit(project, seat=1, meal=0)
    assert minimums(project, "choose-seat") == [1, 0]
    assert build(project, "--prune") == 0
    assert minimums(project, "choose-seat") == [1]
    assert build(project) == 0
    assert build(project, "--check") == 0
    assert minimums(project, "choose-seat") == [1]
