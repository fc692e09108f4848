"""Projects in real git repositories, and what a comparison says of them as data."""

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from interruptgen.cli import main

Captured = pytest.CaptureFixture[str]

DESK = """\
interruptgen: 1
package: desk
interrupts:
  choose-seat:
    message: Which seat?
    payloadSchema:
      type: object
      properties: {options: {type: array, items: {type: string}}}
      required: [options]
    responseSchema:
      type: object
      properties:
        choice: {type: integer, minimum: 0}
        remark: {type: string}
      required: [choice]
tools:
  refund:
    needsApproval: true
    message: Refund {amount}?
    inputSchema:
      type: object
      properties: {amount: {type: number}}
      required: [amount]
"""
"""A file of definitions that tests change here and there."""

STRICTER = ("minimum: 0", "minimum: 1")
CONFIG = 'sources = ["interrupts"]\nout = "generated"\n'


def git(folder: Path, *arguments: str) -> str:
    """Run git and return what it says; it must succeed."""
    who = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]
    allowed = ["-c", "protocol.file.allow=always"]
    done = subprocess.run(
        ["git", *who, *allowed, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@dataclass(frozen=True)
class Project:
    """A project in a folder of a repository."""

    root: Path

    def write(self, **files: str) -> None:
        """Write files of definitions by their stem."""
        for name, text in files.items():
            path = self.root / f"interrupts/{name}.yaml"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")

    def change(self, old: str, new: str, name: str = "desk") -> None:
        """Replace a text in a file of definitions; it must be there."""
        path = self.root / f"interrupts/{name}.yaml"
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    def build(self) -> None:
        """Build the output, with the lock."""
        assert main(["build", "--quiet", "--project", str(self.root)]) == 0

    def commit(self, message: str = "next") -> str:
        """Commit everything and return the id of the commit."""
        git(self.root, "add", "--all", ".")
        git(self.root, "commit", "--quiet", "--allow-empty", "--message", message)
        return git(self.root, "rev-parse", "HEAD")

    def diff(self, captured: Captured, *options: str, code: int | None = None) -> Any:
        """Compare, and return the document; the exit code is what the document says, or `code`."""
        captured.readouterr()
        arguments = ["diff", "--format", "json", "--project", str(self.root), *options]
        found = main(arguments)
        said = captured.readouterr()
        assert found in (0, 1, 2), said.err
        if code is not None:
            assert found == code, said.out + said.err
        document: Any = json.loads(said.out)
        if found < 2:
            assert found == int(document["fails"])
        return document

    def refused(self, captured: Captured, *options: str) -> list[Any]:
        """Compare what cannot be compared, and return what is said of it."""
        document = self.diff(captured, *options, code=2)
        assert (document["compared"], document["fails"], document["findings"]) == (False, True, [])
        faults: list[Any] = document["faults"]
        return faults


def new_project(root: Path, **files: str) -> Project:
    """Make a repository with a project in it, and commit it."""
    git(root, "init", "--quiet", "--initial-branch", "main")
    return add_project(root, **files)


def add_project(root: Path, **files: str) -> Project:
    """Make a project in a folder of a repository, and commit it."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
    project = Project(root)
    project.write(**(files or {"desk": DESK}))
    project.commit("first")
    return project


def codes(document: Any) -> list[str]:
    """Return the codes of a comparison, sorted."""
    return sorted(finding["code"] for finding in document["findings"])


def compared(tmp_path: Path, captured: Captured, old: str, new: str, *options: str) -> Any:
    """Compare two texts of one file of definitions."""
    for name, text in (("old", old), ("new", new)):
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        (folder / "desk.yaml").write_text(text, encoding="utf-8")
    captured.readouterr()
    paths = [str(tmp_path / "old"), str(tmp_path / "new")]
    main(["diff", *paths, "--format", "json", *options])
    return json.loads(captured.readouterr().out)
