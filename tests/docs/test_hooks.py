"""The hooks that the repository offers, run by the real pre-commit on commits of a real project."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from interruptgen.cli import main

ROOT = Path(__file__).parents[2]
MANIFEST = ROOT / ".pre-commit-hooks.yaml"
DESK = "interruptgen: 1\ninterrupts:\n  ask: {message: Well?}\n"


def pre_commit(folder: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env={**os.environ, "PRE_COMMIT_HOME": str(folder.parent / "cache"), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def hooks() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(MANIFEST.read_text(encoding="utf-8"))
    return found


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a repository whose hooks are ours, run by the interruptgen that is installed here."""
    folder = tmp_path / "project"
    (folder / "interrupts").mkdir(parents=True)
    (folder / "interruptgen.toml").write_text('out = "generated"\n', encoding="utf-8")
    (folder / "interrupts/desk.yaml").write_text(DESK, encoding="utf-8")
    local = [{**hook, "language": "system"} for hook in hooks()]
    config = {"repos": [{"repo": "local", "hooks": local}]}
    (folder / ".pre-commit-config.yaml").write_text(json.dumps(config), encoding="utf-8")
    assert main(["build", "--quiet", "--project", str(folder)]) == 0
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    return folder


def run(folder: Path, hook: str) -> tuple[bool, str]:
    """Run one hook on what is staged; return whether it passed, and what it said."""
    done = pre_commit(folder, "run", hook)
    assert done.returncode in (0, 1), done.stdout + done.stderr
    return done.returncode == 0, done.stdout


def test_the_manifest_is_valid() -> None:
    done = pre_commit(ROOT, "validate-manifest", str(MANIFEST))
    assert (done.returncode, done.stdout) == (0, "")
    assert {hook["entry"].split()[0] for hook in hooks()} == {"interruptgen"}


def test_a_commit_without_fault_passes(project: Path) -> None:
    for hook in hooks():
        passed, said = run(project, hook["id"])
        assert passed, said
        assert "Passed" in said


def test_a_forgotten_build_fails_the_check_alone(project: Path) -> None:
    (project / "interrupts/desk.yaml").write_text(DESK.replace("ask", "say"), encoding="utf-8")
    git(project, "add", ".")
    passed, said = run(project, "interruptgen-check")
    assert not passed
    assert "IG512" in said
    assert run(project, "interruptgen-lint")[0]


def test_a_deleted_definition_fails_the_check(project: Path) -> None:
    (project / "interrupts/more.yaml").write_text(DESK.replace("ask", "say"), encoding="utf-8")
    assert main(["build", "--quiet", "--project", str(project)]) == 0
    git(project, "add", ".")
    git(project, "-c", "user.name=x", "-c", "user.email=x@example.com", "commit", "-m", "first")
    git(project, "rm", "--quiet", "interrupts/more.yaml")
    passed, said = run(project, "interruptgen-check")
    assert not passed
    assert "IG513" in said


def test_a_fault_fails_both(project: Path) -> None:
    (project / "interrupts/desk.yaml").write_text(DESK + "    mesage: x\n", encoding="utf-8")
    git(project, "add", ".")
    for hook in hooks():
        assert not run(project, hook["id"])[0]
    assert "IG" in run(project, "interruptgen-lint")[1]
