"""Generated packages -> what mypy and pyright, both strict, have against them."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Checked:
    """How many files a type checker has read, and its findings, a line each."""

    checker: str
    files: int
    findings: tuple[str, ...]


def check(folder: Path, names: Iterable[str], sample: Path) -> tuple[Checked, ...]:
    """Copy some packages of `folder` to `sample`, a new folder, and check them there."""
    sample.mkdir()
    for name in names:
        shutil.copytree(folder / name, sample / name, ignore=shutil.ignore_patterns("__pycache__"))
    return (_mypy(sample), _pyright(sample))


def _mypy(sample: Path) -> Checked:
    output = _run(sample, "mypy", "--strict", ".").splitlines()
    files = [int(word) for word in output[-1].split() if word.isdigit()]
    return Checked("mypy", files[-1] if files else 0, tuple(output[:-1]))


def _pyright(sample: Path) -> Checked:
    settings = {"typeCheckingMode": "strict", "pythonVersion": "3.11"}
    (sample / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
    report: dict[str, Any] = json.loads(_run(sample, "pyright", "--outputjson"))
    found: list[dict[str, Any]] = report["generalDiagnostics"]
    lines = (
        f"{one['file']}:{one['range']['start']['line'] + 1}: {one['message']}" for one in found
    )
    return Checked("pyright", report["summary"]["filesAnalyzed"], tuple(lines))


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
    return done.stdout or done.stderr
