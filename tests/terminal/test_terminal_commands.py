"""How the two commands join the command line, with and without what they need."""

import subprocess
import sys
import tomllib
from importlib.metadata import EntryPoint

import pytest

from interruptgen.cli import main, plugins
from interruptgen_runtime.terminal import commands
from terminal.servers import ROOT

PROJECT = tomllib.loads((ROOT / "runtime/pyproject.toml").read_text())["project"]


def nothing(package: str) -> None:
    """Find no package."""


def test_the_entry_points_are_there() -> None:
    points = PROJECT["entry-points"][plugins.GROUP]
    for name, value in points.items():
        assert EntryPoint(name, value, plugins.GROUP).load() is getattr(commands, name)
    assert points.keys() == {"answer", "chat"}


def test_the_extra_has_what_is_needed() -> None:
    extra = " ".join(PROJECT["optional-dependencies"]["terminal"])
    assert all(name.replace("_", "-") in extra for name in commands.NEEDED)


@pytest.mark.parametrize("name", ["answer", "chat"])
def test_without_the_extra_it_says_what_to_install(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(commands, "find_spec", nothing)
    assert getattr(commands, name)(["http://x/"]) == 2
    said = capsys.readouterr().err
    assert said == (
        f"interruptgen: `{name}` needs httpx, prompt_toolkit, rich; install it with\n"
        f"  {plugins.TERMINAL}\n"
    )
    assert commands.INSTALL == plugins.TERMINAL


def test_both_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    listed = capsys.readouterr().out
    assert "  chat " in listed and "  answer " in listed


def test_the_entry_points_import_next_to_nothing() -> None:
    code = "import sys, interruptgen_runtime.terminal.commands; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / "runtime")},
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(done.stdout.split())
    heavy = {"rich", "prompt_toolkit", "httpx", "pydantic", "jsonschema_rs", "asyncio"}
    assert not loaded & heavy
