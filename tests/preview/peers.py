"""Node, the page's packages and a browser; skips, or fails where skipping is forbidden."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import pytest

from interruptgen.model import Json, JsonObject

HERE = Path(__file__).parent
TEMPLATE = HERE.parents[1] / "templates" / "preview"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


@dataclass(frozen=True)
class Verdict:
    """What the page says of a value; `accepts` is None where it leaves that to the server."""

    accepts: bool | None
    reason: str
    faults: tuple[tuple[tuple[str | int, ...], str], ...]


def missing(reason: str) -> NoReturn:
    """Skip, or fail where what is missing has to be there."""
    if os.environ.get("INTERRUPTGEN_REQUIRE_PEERS"):
        pytest.fail(reason)
    pytest.skip(reason)


def program(name: str) -> str:
    """Return the path of a program."""
    return shutil.which(name) or missing(f"needs {name}")


def browser() -> str:
    """Return the path of a browser."""
    found = (path for name in BROWSERS if (path := shutil.which(name)))
    return next(found, None) or missing("needs chromium")


def packages() -> Path:
    """Return the folder of the page's sources, with its packages installed."""
    if not (TEMPLATE / "node_modules" / "esbuild").is_dir():
        missing("needs `npm ci --prefix templates/preview`")
    return TEMPLATE


def run_node(*arguments: str, cwd: Path, given: str = "") -> str:
    """Run Node and return what it prints."""
    done = subprocess.run(
        [program("node"), *arguments],
        cwd=cwd,
        input=given,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def judged(queries: Iterable[tuple[JsonObject, Json]]) -> list[Verdict]:
    """Ask the page's judge about values, each by a schema."""
    asked = [{"schema": schema, "text": json.dumps(value)} for schema, value in queries]
    answers: list[Any] = json.loads(run_node("verdicts.mjs", cwd=HERE, given=json.dumps(asked)))
    return [
        Verdict(
            answer["isAccepted"],
            answer["reason"],
            tuple((tuple(fault["path"]), fault["message"]) for fault in answer["faults"]),
        )
        for answer in answers
    ]
