"""A module of right and wrong uses -> the lines that mypy and pyright, both strict, refuse."""

import json
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]


def wrong_lines(uses: str) -> set[int]:
    """Return the lines that are marked as wrong."""
    lines = uses.splitlines()
    return {number for number, line in enumerate(lines, start=1) if "# wrong" in line}


def write_uses(folder: Path, uses: str, roots: Sequence[str]) -> Path:
    """Write the module, and the settings by which both find what stands below the roots."""
    path = folder / "uses.py"
    path.write_text(uses, encoding="utf-8")
    paths = [str(ROOT / name) for name in roots]
    config = {"typeCheckingMode": "strict", "pythonVersion": "3.11", "extraPaths": paths}
    (folder / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    quoted = ", ".join(map(json.dumps, paths))
    (folder / "pyproject.toml").write_text(
        f"[tool.mypy]\nstrict = true\npython_version = '3.11'\nmypy_path = [{quoted}]\n"
        "explicit_package_bases = true\n",
        encoding="utf-8",
    )
    return path


def refused_by_mypy(module: Path) -> tuple[set[int], str]:
    """Return the lines with an error, and all that was said."""
    done = _run("mypy", module.name, folder=module.parent)
    found = re.findall(r"^uses\.py:(\d+): error", done.stdout, re.MULTILINE)
    return set(map(int, found)), done.stdout + done.stderr


def refused_by_pyright(module: Path) -> tuple[set[int], str]:
    """Return the lines with an error, and all that was said."""
    done = _run("pyright", "--outputjson", module.name, folder=module.parent)
    report = json.loads(done.stdout)
    found = {
        one["range"]["start"]["line"] + 1
        for one in report["generalDiagnostics"]
        if one["severity"] == "error"
    }
    return found, done.stdout


def _run(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", *command], cwd=folder, capture_output=True, text=True, check=False
    )
