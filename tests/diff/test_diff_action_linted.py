"""The action, as linters of GitHub's actions see it."""

import subprocess
import sys
from pathlib import Path

import pytest

from docs.markdown import ROOT

SCHEMA = ("check-jsonschema", "--builtin-schema", "vendor.github-actions")
AUDIT = ("zizmor", "--offline", "--no-progress")


def lint(linter: tuple[str, ...], action: Path) -> int:
    name, *options = linter
    program = Path(sys.executable).with_name(name)
    return subprocess.run([program, *options, action], capture_output=True, check=False).returncode


@pytest.mark.parametrize("linter", [SCHEMA, AUDIT])
def test_the_action_has_no_fault(linter: tuple[str, ...]) -> None:
    assert lint(linter, ROOT / "action.yml") == 0


@pytest.mark.parametrize(
    ("linter", "old", "new"),
    [(SCHEMA, "runs:", "run:"), (AUDIT, '"$PYTHON"', "${{ inputs.python }}")],
)
def test_the_linters_find_faults(
    linter: tuple[str, ...], old: str, new: str, tmp_path: Path
) -> None:
    text = (ROOT / "action.yml").read_text("utf-8")
    assert old in text
    (tmp_path / "action.yml").write_text(text.replace(old, new), "utf-8")
    assert lint(linter, tmp_path / "action.yml") != 0
