"""Other libraries that compare schemas, each in a process of its own."""

import json
import select
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from interruptgen.model import JsonObject

HERE = Path(__file__).parent
PATIENCE = 10
"""Seconds that a library has for one pair of schemas."""

NAMES = ("jsoncompat", "jsonsubschema", "json-schema-diff", "json-schema-diff-validator")


def present(folder: Path | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the libraries that are there, each with the command that asks it.

    `folder` has a `node_modules` for those of npm; those of Python are asked with the interpreter
    `folder/bin/python`, or with this one.
    """
    own = folder / "bin" / "python" if folder else Path(sys.executable)
    python = str(own if own.exists() else sys.executable)
    for name in NAMES:
        if "-" not in name:
            found = subprocess.run(
                [python, "-c", f"import {name}"], capture_output=True, check=False
            )
            if found.returncode == 0:
                yield name, (python, str(HERE / "peer.py"), name)
        elif folder and (folder / "node_modules" / name).is_dir():
            yield name, ("node", str(HERE / "peer.mjs"), name, str(folder.resolve()))


def answers(
    command: Sequence[str], pairs: Iterable[tuple[JsonObject, JsonObject]]
) -> Iterator[bool | None]:
    """Yield for each pair whether the second schema is said to accept all of the first one.

    None is no answer: the library failed, or took too long.
    """
    asked: subprocess.Popen[str] | None = None
    for pair in pairs:
        if asked is None or asked.poll() is not None:
            asked = _start(command)
        answer = _answer(asked, json.dumps(pair))
        if answer is None:
            asked.kill()
            asked.wait()
            asked = None
        yield {"true": True, "false": False}.get((answer or "").strip())
    if asked:
        asked.kill()
        asked.wait()


def _start(command: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def _answer(asked: subprocess.Popen[str], line: str) -> str | None:
    """Return the line that comes back, None if none comes in time."""
    assert asked.stdin
    assert asked.stdout
    try:
        asked.stdin.write(line + "\n")
        asked.stdin.flush()
    except BrokenPipeError:
        return None
    ready, _, _ = select.select([asked.stdout], [], [], PATIENCE)
    return asked.stdout.readline() or None if ready else None
