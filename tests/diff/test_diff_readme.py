"""The walk through a pull request in the README: what it shows is what happens."""

import os
import subprocess
from pathlib import Path

import pytest

from diff.states import CONFIG
from docs.markdown import ROOT, blocks
from docs.regions import Region, fill
from interruptgen.cli import main

pytestmark = pytest.mark.usefixtures("plain")

README = ROOT / "README.md"
SOURCE = "interrupts/bookings.yaml"
_HEADS = ("---", "+++")
WHEN = "2026-05-04T09:27:00+00:00"
WHO = {
    f"GIT_{role}_{key}": value
    for role in ("AUTHOR", "COMMITTER")
    for key, value in (("NAME", "x"), ("EMAIL", "x@example.com"), ("DATE", WHEN))
}
BREAKING = (
    ("choice: {type: integer, minimum: 0}", "choice: {type: integer, minimum: 1}"),
    ("response: {choice: 0}", "response: {choice: 1}"),
)
SAFE = (
    (
        "remark: {type: string}",
        "remark: {type: string}, place: {type: integer, minimum: 1}",
    ),
)


class Walk:
    """A project with the definitions of the README in it, committed, and the steps of the walk."""

    def __init__(self, root: Path, captured: pytest.CaptureFixture[str]) -> None:
        self.root = root
        self.captured = captured
        beginning = "interruptgen: 1\npackage: bookings\n"
        (self.text,) = [one.text for one in blocks(README) if one.text.startswith(beginning)]
        (root / "interruptgen.toml").write_text(CONFIG, encoding="utf-8")
        (root / "interrupts").mkdir()
        self.write(())
        for command in (("init", "-q", "-b", "main"), ("add", "."), ("commit", "-q", "-m", "x")):
            self.git(*command)

    def git(self, *arguments: str) -> str:
        done = subprocess.run(
            ["git", "-c", "commit.gpgsign=false", "-c", "core.autocrlf=false", *arguments],
            cwd=self.root,
            env={**WHO, "PATH": os.environ["PATH"], "HOME": str(self.root)},
            capture_output=True,
            check=True,
        )
        return done.stdout.decode()

    def write(self, changes: tuple[tuple[str, str], ...]) -> None:
        text = self.text
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (self.root / SOURCE).write_text(text, encoding="utf-8")

    def lines(self) -> str:
        """Return the lines that have changed, as git shows them."""
        shown = self.git("diff", "--no-color", "--unified=0").splitlines()
        return "\n".join(line for line in shown if line[:1] in "+-" and line[:3] not in _HEADS)

    def said(self, *options: str) -> tuple[str, int]:
        """Return what a comparison says, and its exit code."""
        self.captured.readouterr()
        code = main(["diff", "--project", str(self.root), *options])
        said = self.captured.readouterr()
        return said.out + said.err, code


def test_the_walk(tmp_path: Path, capsys: pytest.CaptureFixture[str], update: bool) -> None:
    walk = Walk(tmp_path, capsys)
    walk.write(BREAKING)
    shown = {"change": fenced("diff", walk.lines())}
    said, code = walk.said()
    assert code == 1
    shown["breaking"] = fenced("text", said)
    walk.write(SAFE)
    shown["safe-change"] = fenced("diff", walk.lines())
    said, code = walk.said()
    assert code == 0
    shown["safe"] = fenced("text", said)

    def made(region: Region) -> str:
        return shown.pop(region.name)

    page = README.read_text("utf-8")
    wanted = fill(page, made)
    assert shown == {}, "the README has no region for it"
    if update and wanted != page:
        README.write_bytes(wanted.encode())
    assert README.read_text("utf-8") == wanted


def fenced(language: str, text: str) -> str:
    return f"```{language}\n{text.strip()}\n```"
