"""The same sources give the same bytes, whatever surrounds the process."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interruptgen.lock import LOCK_NAME

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).parents[2] / "generated_examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if (path / "interruptgen.toml").exists())

HOSTILE = """
[tool.black]
line-length = 20
skip-string-normalization = true
skip-magic-trailing-comma = true
preview = true

[tool.isort]
force_single_line = true

[tool.datamodel-codegen]
snake-case-field = false
use-annotated = false
"""

SURROUNDINGS = {
    "another hash seed": {"PYTHONHASHSEED": "1"},
    "a third hash seed": {"PYTHONHASHSEED": "4242"},
    "the C locale": {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0"},
    "a Turkish locale": {"LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8"},
    "another time zone": {"TZ": "Pacific/Kiritimati", "SOURCE_DATE_EPOCH": "1"},
}


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }


def _all_but_the_memory(folder: str, names: list[str]) -> list[str]:
    """Leave out what is generated, except the lock: earlier versions are nowhere else."""
    return [name for name in names if name != LOCK_NAME] if Path(folder).name == "generated" else []


@pytest.mark.parametrize("surroundings", SURROUNDINGS)
def test_output_is_byte_equal(tmp_path: Path, surroundings: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "pyproject.toml").write_text(HOSTILE, encoding="utf-8")
    for name in NAMES:
        project = elsewhere / name
        shutil.copytree(EXAMPLES / name, project, ignore=_all_but_the_memory)
        done = subprocess.run(
            [sys.executable, "-m", "interruptgen", "build", "--project", name],
            cwd=elsewhere,
            env={**os.environ, **SURROUNDINGS[surroundings]},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert contents(project / "generated") == contents(EXAMPLES / name / "generated")


def test_there_are_examples() -> None:
    assert len(NAMES) >= 4
