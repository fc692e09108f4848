"""How far a long build is: shown on a terminal, gone at the end, and nowhere else."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from interruptgen.cli.progress import PATIENCE, ProgressLine

pytestmark = pytest.mark.usefixtures("plain")

PACKAGES = 32
DESK = """\
interruptgen: 1
interrupts:
  ask-{number}:
    message: Well?
    responseSchema: {{type: object, properties: {{answer: {{type: string}}}}}}
"""


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    """Moves on by one step each time it is read."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "interruptgen.toml").write_text('out = "generated"\n', encoding="utf-8")
    (tmp_path / "interrupts").mkdir()
    for number in range(PACKAGES):
        file = tmp_path / f"interrupts/desk{number}.yaml"
        file.write_text(DESK.format(number=number), encoding="utf-8")
    return tmp_path


def shown(stream: io.StringIO, step: float = PATIENCE, *, quiet: bool = False) -> str:
    with ProgressLine(stream, quiet=quiet, clock=Clock(step)) as progress:
        for done in range(3):
            progress(done, 2)
    return stream.getvalue()


def screen(written: str) -> list[str]:
    """Return the lines that a terminal shows after `written`, which has no control sequences."""
    assert "\x1b" not in written
    lines: list[str] = []
    for line in written.replace("\r\n", "\n").split("\n"):
        cells: list[str] = []
        for part in line.split("\r"):
            cells[: len(part)] = part
        lines.append("".join(cells).rstrip())
    return lines


def build_on_a_terminal(project: Path, *options: str, **environment: str) -> str:
    """Run a build whose standard error is a terminal, and return what was written to it."""
    pty = pytest.importorskip("pty", reason="needs pseudo-terminals")
    own, its = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "interruptgen", "build", *options],
        cwd=project,
        env={**os.environ, "TERM": "xterm", **environment},
        stdout=subprocess.DEVNULL,
        stderr=its,
    ) as process:
        os.close(its)
        written = _all_of(own)
    assert process.returncode == 0, written
    return written


def _all_of(descriptor: int) -> str:
    """Read until the other side of a terminal is closed, which Linux reports as an error."""
    chunks: list[bytes] = []
    with open(descriptor, "rb", buffering=0) as terminal:
        try:
            while chunk := terminal.read(1024):
                chunks.append(chunk)
        except OSError:
            pass
    return b"".join(chunks).decode()


def test_a_long_build_shows_how_far_it_is(project: Path) -> None:
    written = build_on_a_terminal(project, NO_COLOR="1")
    assert f"/{PACKAGES} packages" in written
    assert screen(written) == [f"no findings in {PACKAGES} files", ""]


@pytest.mark.parametrize(
    ("options", "environment"), [(["--quiet"], {}), ([], {"TERM": "dumb"})], ids=["quiet", "dumb"]
)
def test_who_does_not_want_it(
    project: Path, options: list[str], environment: dict[str, str]
) -> None:
    assert "compiling" not in build_on_a_terminal(project, *options, **environment)


def test_a_file_gets_none_of_it(project: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "interruptgen", "build"],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == f"no findings in {PACKAGES} files\n"


def test_the_line_is_written_over_and_vanishes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    written = shown(Terminal())
    assert written.startswith("\rcompiling 0/2 packages\rcompiling 1/2 packages\r")
    assert screen(written) == [""]
    assert written.endswith("\r")


def test_it_vanishes_when_a_build_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    with (
        pytest.raises(KeyboardInterrupt),
        ProgressLine(stream, clock=Clock(PATIENCE)) as progress,
    ):
        progress(0, 2)
        raise KeyboardInterrupt
    assert "compiling 0/2" in stream.getvalue()
    assert screen(stream.getvalue()) == [""]


def test_a_short_build_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert shown(Terminal(), PATIENCE / 10) == ""
    assert shown(Terminal(), quiet=True) == ""
    assert shown(io.StringIO()) == ""
