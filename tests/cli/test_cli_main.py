"""The command line as a whole: help, exit codes, and what happens when it is disturbed."""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest

from interruptgen import __version__, cli
from interruptgen.cli import main, plugins
from interruptgen.cli.streams import BROKEN_PIPE, UNWRITABLE
from interruptgen.rules import RULES

pytestmark = pytest.mark.usefixtures("plain")

Captured = pytest.CaptureFixture[str]


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run the command line in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "interruptgen", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"interruptgen {__version__}\n"


def test_help_names_every_command_and_exit_code(capsys: Captured) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    for word in ("init", "build", "lint", "hashes", "validate", "explain", "chat", "answer"):
        assert f"\n  {word} " in said
    assert "Exit codes: 0 fine, 1 findings, 2 usage or environment." in said


COMMANDS = ["init", "build", "lint", "diff", "accept", "hashes", "validate", "explain"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(command: str, capsys: Captured) -> None:
    assert main([command, "--help"]) == 0
    said = capsys.readouterr().out
    assert "Examples:\n\n    interruptgen " in said or "Examples:\n\n    echo" in said
    assert "\x1b" not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["build", "--nonsense"],
        ["lint", "--format", "xml"],
        ["lint", "--project", "nowhere"],
        ["lint", "--project", ".", "--config", "x.toml"],
        ["explain", "IG000"],
        ["validate"],
    ],
)
def test_wrong_usage_is_2(arguments: list[str], capsys: Captured) -> None:
    assert main(arguments) == 2
    assert "Error: " in capsys.readouterr().err


def test_help_and_explanations_do_not_load_the_compiler() -> None:
    heavy = ["jsonschema_rs", "yaml", "jinja2", "black", "datamodel_code_generator", "watchfiles"]
    code = (
        "import sys; from interruptgen.cli import main; "
        "[main(a) for a in (['--help'], ['--version'], ['explain', 'IG601'], ['build', '-h'])]; "
        f"sys.exit(', '.join(m for m in {heavy} if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == "\n"


class TestExplain:
    @pytest.mark.parametrize("code", ["IG601", "ig601", "no-configuration"])
    def test_a_code_or_a_name(self, code: str, capsys: Captured) -> None:
        assert main(["explain", code]) == 0
        said = capsys.readouterr().out
        assert said.startswith("IG601 no-configuration (error)\n\n")
        assert RULES["IG601"].explanation.strip() in said

    def test_json(self, capsys: Captured) -> None:
        assert main(["explain", "IG601", "--format", "json"]) == 0
        assert json.loads(capsys.readouterr().out) == {
            "code": "IG601",
            "name": "no-configuration",
            "severity": "error",
            "explanation": RULES["IG601"].explanation,
        }

    def test_all(self, capsys: Captured) -> None:
        assert main(["explain"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[0] for line in lines] == list(RULES)
        assert main(["explain", "--format", "json"]) == 0
        assert [one["code"] for one in json.loads(capsys.readouterr().out)] == list(RULES)

    @pytest.mark.parametrize(
        ("code", "hint"),
        [
            ("no-configuraton", "did you mean IG601 (no-configuration)?"),
            ("zzz", "`interruptgen explain` lists all codes"),
        ],
    )
    def test_an_unknown_code(self, code: str, hint: str, capsys: Captured) -> None:
        assert main(["explain", code]) == 2
        assert hint in " ".join(capsys.readouterr().err.split())


class TestPlugins:
    @pytest.mark.parametrize("name", ["chat", "answer"])
    def test_a_known_command_says_what_to_install(
        self, name: str, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch)
        assert main([name, "http://localhost", "--help"]) == 2
        assert 'pip install "interruptgen-runtime[terminal]"' in capsys.readouterr().err

    def test_a_package_adds_commands(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch, chat="test_cli_main:echo", wave="test_cli_main:echo")
        assert main(["wave", "--flag", "-x", "value", "--help"]) == 7
        assert main(["chat"]) == 7
        assert capsys.readouterr().out == "--flag -x value --help\n\n"
        assert main(["--help"]) == 0
        assert "wave" in capsys.readouterr().out

    def test_a_command_that_cannot_be_loaded(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch, wave="no_such_module:run")
        assert main(["wave"]) == 2
        assert "no_such_module:run cannot be loaded" in capsys.readouterr().err

    def test_a_command_that_fails_to_load_in_a_way_of_its_own(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        (tmp_path / "broken_plugin.py").write_text("raise RuntimeError('no luck')\n")
        monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
        install(monkeypatch, wave="broken_plugin:run")
        assert main(["wave"]) == 2
        said = "`wave` of broken_plugin:run cannot be loaded: RuntimeError: no luck"
        assert said in capsys.readouterr().err

    def test_a_package_does_not_take_the_place_of_a_command(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch, build="test_cli_main:echo")
        assert main(["--help"]) == 0
        said = capsys.readouterr().out
        assert said.count("\n  build ") == 1
        assert "Added by" not in said


def echo(arguments: list[str]) -> int:
    sys.stdout.write(" ".join(arguments) + "\n")
    return 7


def install(monkeypatch: pytest.MonkeyPatch, **commands: str) -> None:
    points = EntryPoints(EntryPoint(name, value, plugins.GROUP) for name, value in commands.items())

    def entry_points(group: str) -> EntryPoints:
        return points.select(group=group)

    monkeypatch.setattr(plugins, "entry_points", entry_points)


class TestDisturbances:
    def test_a_fault_of_ours_is_one_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch, wave="test_cli_main:fail")
        assert main(["wave"]) == cli.INTERNAL_ERROR
        said = capsys.readouterr().err
        assert said.startswith("interruptgen: internal error: KeyError: 'x'\n")
        assert "Traceback" not in said
        monkeypatch.setenv("INTERRUPTGEN_DEBUG", "1")
        assert main(["wave"]) == cli.INTERNAL_ERROR
        assert "Traceback" in capsys.readouterr().err

    def test_ctrl_c_is_130_and_silent(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Captured
    ) -> None:
        install(monkeypatch, wave="test_cli_main:interrupt")
        assert main(["wave"]) == cli.INTERRUPTED == 130
        assert capsys.readouterr().err == ""

    def test_a_reader_that_goes_away_is_no_fault(self) -> None:
        reader, writer = os.pipe()
        os.close(reader)
        done = subprocess.run(
            [sys.executable, "-m", "interruptgen", "explain", "--format", "json"],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(writer)
        assert done.stderr == ""
        assert done.returncode == BROKEN_PIPE

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    @pytest.mark.parametrize(
        "arguments", [["explain"], ["--help"], ["--version"], ["lint", "--help"]], ids=" ".join
    )
    def test_an_output_that_is_full_is_said(self, arguments: list[str]) -> None:
        with Path("/dev/full").open("w") as full:
            done = subprocess.run(
                [sys.executable, "-m", "interruptgen", *arguments],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                check=False,
            )
        assert done.stderr == (
            "interruptgen: the output cannot be written: No space left on device\n"
        )
        assert done.returncode == UNWRITABLE

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
    @pytest.mark.parametrize(("arguments", "code"), [(["explain"], 0), (["explain", "IG0"], 2)])
    def test_where_nobody_hears_the_notes_the_result_is_the_same(
        self, arguments: list[str], code: int
    ) -> None:
        with Path("/dev/full").open("w") as full:
            command = [sys.executable, "-m", "interruptgen", *arguments]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=full, check=False)
        assert (done.returncode, bool(done.stdout)) == (code, code == 0)

    @pytest.mark.skipif(os.name != "posix", reason="the shell's way of closing a stream")
    @pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
    def test_streams_that_are_closed_are_no_fault(self, closed: str, tmp_path: Path) -> None:
        assert main(["init", "--project", str(tmp_path)]) == 0
        command = f'"{sys.executable}" -m interruptgen build --project "{tmp_path}" {closed}'
        done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert "error" not in done.stderr
        assert done.returncode == 0
        lock = tmp_path / "generated/interrupts.lock.json"
        assert json.loads(lock.read_text("utf-8"))["lockFormat"] == 1

    def test_an_output_that_knows_only_ascii(self, tmp_path: Path) -> None:
        (tmp_path / "interruptgen.toml").write_text('out = "grün"\nsources = ["中.yaml"]')
        done = run("lint", "--project", str(tmp_path), PYTHONIOENCODING="ascii")
        assert done.returncode == 2
        assert '"\\u4e2d.yaml" matches no definition file' in done.stdout


def fail(arguments: list[str]) -> int:
    raise KeyError("x")


def interrupt(arguments: list[str]) -> int:
    raise KeyboardInterrupt
