"""A project in a repository, and what has changed in it since its one commit."""

import subprocess
from pathlib import Path

BEFORE = """\
interruptgen: 1
tools:
  look:
    description: Look something up.
    inputSchema: {type: object}
interrupts:
  ask:
    message: Shall we?
    responseSchema:
      type: object
      properties: {count: {type: integer, maximum: 10}, why: {type: string}}
      required: [count]
  same:
    responseSchema: {type: string}
  gone:
    responseSchema: {type: string}
"""
AFTER = """\
interruptgen: 1
tools:
  look:
    description: Look something up.
    inputSchema: {type: object, properties: {n: {type: string}}, required: [n]}
interrupts:
  ask:
    message: Shall we really?
    responseSchema:
      type: object
      properties: {count: {type: integer, maximum: 5}, why: {type: string}}
      required: [count, why]
  same:
    responseSchema: {type: string}
  fresh:
    responseSchema: {type: string}
"""


def git(folder: Path, *arguments: str) -> None:
    """Run git in a folder."""
    settings = ["-c", "user.name=Test", "-c", "user.email=test@example.com"]
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def change(folder: Path) -> None:
    """Make such a project in a folder."""
    folder.mkdir()
    (folder / "interruptgen.toml").write_text('sources = ["*.yaml"]\nout = "generated"\n')
    (folder / "desk.yaml").write_text(BEFORE)
    other = "interruptgen: 1\ninterrupts: {elsewhere: {responseSchema: {type: string}}}\n"
    (folder / "other.yaml").write_text(other)
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "Before")
    (folder / "desk.yaml").write_text(AFTER)
