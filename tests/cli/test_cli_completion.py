"""What a shell is told when somebody presses the tab key."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from interruptgen.rules import RULES

DESK = """\
interruptgen: 1
interrupts:
  choose-itinerary: {responseSchema: {type: object}}
  "$(touch pwned)": {responseSchema: {type: object}}
tools:
  refund:
    needsApproval: true
    inputSchema: {type: object}
"""
REFUND = ["refund.input", "refund.decision"]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "interruptgen.toml").write_text('out = "generated"\n', encoding="utf-8")
    (tmp_path / "interrupts").mkdir()
    (tmp_path / "interrupts/desk.yaml").write_text(DESK, encoding="utf-8")
    return tmp_path


def ask(folder: Path, **environment: str) -> str:
    """Run the command line as the script of a shell does."""
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from interruptgen.cli import main; sys.exit(main([]))"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def bash(folder: Path, *words: str) -> list[str]:
    said = ask(
        folder,
        _INTERRUPTGEN_COMPLETE="complete_bash",
        COMP_WORDS=" ".join(["interruptgen", *words]),
        COMP_CWORD=str(len(words)),
    )
    return said.split()


def fish(folder: Path, line: str) -> list[list[str]]:
    said = ask(
        folder,
        _INTERRUPTGEN_COMPLETE="complete_fish",
        _TYPER_COMPLETE_FISH_ACTION="get-args",
        _TYPER_COMPLETE_ARGS=f"interruptgen {line}",
    )
    return [line.split("\t") for line in said.splitlines() if line]


def test_commands_and_options(project: Path) -> None:
    assert bash(project, "bu") == ["build"]
    assert bash(project, "build", "--w") == ["--watch"]
    assert bash(project, "lint", "--format", "s") == ["sarif"]


@pytest.mark.parametrize(
    ("begun", "expected"),
    [
        ("refund.", REFUND),
        ("refund.i", ["refund.input"]),
        ("", ["choose-itinerary.response", *REFUND]),
        ("zzz", []),
    ],
)
def test_the_slots_of_the_project(project: Path, begun: str, expected: list[str]) -> None:
    assert bash(project, "validate", begun) == expected


def test_the_slots_of_another_project(project: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    assert bash(other, "validate", "--project", str(project), "refund.") == REFUND
    assert bash(other, "validate", "--project", "nowhere", "refund.") == []


def test_what_a_slot_is(project: Path) -> None:
    assert fish(project, "validate refund.i") == [["refund.input", "input of refund"]]


@pytest.mark.parametrize("text", ["interruptgen: [", None], ids=["broken", "missing"])
def test_definitions_that_do_not_compile_offer_nothing(project: Path, text: str | None) -> None:
    if text is None:
        (project / "interruptgen.toml").unlink()
    else:
        (project / "interrupts/desk.yaml").write_text(text, encoding="utf-8")
    assert bash(project, "validate", "") == []


def test_codes_and_names(project: Path) -> None:
    assert bash(project, "explain", "") == list(RULES)
    assert bash(project, "explain", "IG60") == [code for code in RULES if code.startswith("IG60")]
    assert bash(project, "explain", "no-conf") == ["no-configuration"]
    assert fish(project, "explain IG601") == [["IG601", "no-configuration"]]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_there_is_a_script_for_every_shell(project: Path, shell: str) -> None:
    script = ask(project, _INTERRUPTGEN_COMPLETE=f"source_{shell}")
    assert "_INTERRUPTGEN_COMPLETE" in script
    assert "complete_" + shell in script


def test_a_real_bash(project: Path) -> None:
    shell, program = shutil.which("bash"), shutil.which("interruptgen")
    if not shell or not program:
        pytest.skip("needs bash and an installed interruptgen")
    script = """
    eval "$(_INTERRUPTGEN_COMPLETE=source_bash interruptgen)"
    COMP_WORDS=(interruptgen validate refund.)
    COMP_CWORD=2
    _interruptgen_completion interruptgen
    printf '%s\\n' "${COMPREPLY[@]}"
    """
    done = subprocess.run(
        [shell, "--norc", "-c", script], cwd=project, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == REFUND
    assert not (project / "pwned").exists()
