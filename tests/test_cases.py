"""Every folder of `cases/` is a project: what the command line says about it is its `output.txt`.

`pytest tests/test_cases.py --update` rewrites the expected output. A folder may have

- `command`: one command line a line, without the program's name; where there is none, `build` for
  a folder named `build_*`, else `lint`. A line that begins with a word of `STEPS` changes the
  project between two commands.
- `interruptgen.toml` or `pyproject.toml`; else the YAML and JSON files beside it are the sources.
- `expected/`: the whole output folder, byte for byte; every `build_*` has one.
"""

import json
import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from interruptgen.cli import main
from interruptgen.output import turns
from interruptgen.rules import RULES

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path for path in CASES.iterdir() if path.is_dir())
SUFFIXES = (".yaml", ".yml", ".json")
OUT = "generated"


def _append(file: str, text: str) -> None:
    with Path(file).open("a", encoding="utf-8", newline="\n") as opened:
        opened.write(text + "\n")


def _change(file: str, old: str, new: str) -> None:
    text = Path(file).read_text(encoding="utf-8")
    assert old in text
    Path(file).write_bytes(text.replace(old, new).encode())


def _move(source: str, target: str) -> None:
    Path(target).parent.mkdir(parents=True, exist_ok=True)
    Path(source).rename(target)


def _git(*arguments: str) -> None:
    who = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *who, *arguments], check=True, capture_output=True)


def _hold() -> None:
    """Have a turn at the project until the case is over."""
    HELD.enter_context(turns.turn(Path.cwd(), "interruptgen.toml", lambda: None))


HELD = ExitStack()
STEPS: dict[str, Callable[..., object]] = {
    "append": _append,
    "change": _change,
    "copy": shutil.copyfile,
    "fifo": os.mkfifo,
    "git": _git,
    "hold": _hold,
    "link": os.symlink,
    "move": _move,
    "remove": os.remove,
}


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_case(
    folder: Path,
    tmp_path: Path,
    update: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    project = _copy(folder, tmp_path / "project")
    monkeypatch.chdir(project)
    monkeypatch.setattr(turns, "PATIENCE", 0.1)
    with HELD:
        said = "".join(_run(line, capsys) for line in _commands(folder))
    assert str(tmp_path) not in said
    if update:
        (folder / "output.txt").write_bytes(said.encode())
        _update_expected(folder, project / OUT)
    assert said == (folder / "output.txt").read_text(encoding="utf-8")
    if folder.name.startswith("build_"):
        assert _contents(project / OUT) == _contents(folder / "expected")


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_case(code: str) -> None:
    prefix = f"{code}_{RULES[code].name.replace('-', '_')}"
    folders = [folder for folder in FOLDERS if folder.name.startswith(prefix)]
    assert folders, f"no folder tests/cases/{prefix}"
    for folder in folders:
        assert f" {code} " in (folder / "output.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("code", RULES)
def test_every_rule_has_a_wrong_and_a_right_example(code: str) -> None:
    explanation = RULES[code].explanation
    wrong, right = explanation.find("\nWrong"), explanation.find("\nRight")
    assert 0 < wrong < right


def test_a_folder_of_a_rule_is_named_after_it() -> None:
    for folder in FOLDERS:
        if folder.name.startswith("IG"):
            code, _, name = folder.name.partition("_")
            assert name.startswith(RULES[code].name.replace("-", "_"))


def _copy(folder: Path, project: Path) -> Path:
    own = shutil.ignore_patterns("output.txt", "command", "expected")
    shutil.copytree(folder, project, ignore=own, symlinks=True)
    if not any((project / name).exists() for name in ("interruptgen.toml", "pyproject.toml")):
        files = sorted(path.name for path in project.iterdir() if path.suffix in SUFFIXES)
        text = f'sources = {json.dumps(files)}\nout = "{OUT}"\n'
        (project / "interruptgen.toml").write_text(text, encoding="utf-8")
    return project


def _commands(folder: Path) -> list[str]:
    command = folder / "command"
    if command.exists():
        return command.read_text(encoding="utf-8").splitlines()
    return ["build" if folder.name.startswith("build_") else "lint"]


def _run(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Run one line and return it with everything that came of it."""
    word, *rest = shlex.split(line)
    if word in STEPS:
        STEPS[word](*rest)
        return f"# {line}\n"
    code = main([word, *rest])
    captured = capsys.readouterr()
    parts = [f"$ interruptgen {line}\n", captured.out]
    parts += ["--- standard error\n", captured.err] if captured.err else []
    return "".join([*parts, f"--- exit code {code}\n"])


def _update_expected(folder: Path, out: Path) -> None:
    if folder.name.startswith("build_"):
        shutil.rmtree(folder / "expected", ignore_errors=True)
        shutil.copytree(out, folder / "expected", ignore=shutil.ignore_patterns("__pycache__"))


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".pyc"
    }
