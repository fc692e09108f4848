"""`build --watch` in a process of its own: it builds again when what it reads changes."""

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from interruptgen.cli import main

SECONDS = 30.0
"""How long anything may take; all of it takes far less."""

QUIET = 1.5
"""How long nothing may happen for it to count as nothing: three times the watch's first look."""

INTERRUPTIBLE = """
import signal, sys
from interruptgen.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
"""The command line with Ctrl-C as a terminal has it; a shell may have turned it off for a job."""

READY = "watching for changes; Ctrl-C ends"
MODELS = "generated/desk/models.py"
DESK = """\
interruptgen: 1
interrupts:
  ask:
    message: Well?
    responseSchema: {type: object, properties: {answer: {type: string}}}
"""
SHARED = """\
interruptgen: 1
interrupts:
  ask:
    responseSchema: {$ref: "../shared/answer.schema.json"}
"""


@dataclass
class Watch:
    """A running watch, and what it says line by line, findings and notes in one stream."""

    process: "subprocess.Popen[str]"
    lines: "queue.Queue[str]" = field(default_factory=queue.Queue[str])

    def __post_init__(self) -> None:
        assert self.process.stdout
        self.reader = threading.Thread(target=self._read, args=(self.process.stdout,))
        self.reader.start()

    def until(self, wanted: str) -> list[str]:
        """Return the lines up to the one that has `wanted` in it."""
        said: list[str] = []
        end = time.monotonic() + SECONDS
        while not said or wanted not in said[-1]:
            try:
                said.append(self.lines.get(timeout=end - time.monotonic()))
            except (queue.Empty, ValueError):
                pytest.fail(f"no {wanted!r} in {said}")
        return said

    def is_silent(self) -> bool:
        time.sleep(QUIET)
        return self.lines.empty() and self.process.poll() is None

    def stop(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.end()

    def end(self) -> int:
        code = self.process.wait(SECONDS)
        self.reader.join(SECONDS)
        return code

    def _read(self, stream: IO[str]) -> None:
        with stream:
            for line in stream:
                self.lines.put(line.rstrip("\n"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write(tmp_path / "interruptgen.toml", 'out = "generated"\n')
    write(tmp_path / "interrupts/desk.yaml", DESK)
    return tmp_path


@pytest.fixture
def watch(project: Path) -> Iterator[Watch]:
    """Start a watch of the project, and wait for its first build."""
    watched = start(project)
    watched.until(READY)
    yield watched
    watched.process.kill()
    watched.end()


def start(project: Path, *options: str) -> Watch:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, "build", "--watch", *options],
        cwd=project,
        env={**os.environ, "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )
    return Watch(process)


def write(path: Path, text: str) -> None:
    """Write a file as careful editors do: whole, and over the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}~")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)


def views(project: Path) -> str:
    return (project / MODELS).read_text(encoding="utf-8")


def test_it_follows_an_edit_a_fault_and_its_remedy(project: Path, watch: Watch) -> None:
    assert "answer: str" in views(project)
    write(project / "interrupts/desk.yaml", DESK.replace("answer", "reply"))
    assert f"wrote {MODELS}" in watch.until(READY)
    assert "reply: str" in views(project)
    write(project / "interrupts/desk.yaml", DESK.replace("message:", "mesage:"))
    said = watch.until(READY)
    assert any("error IG201" in line for line in said)
    assert "changed: interrupts/desk.yaml" in said
    assert "reply: str" in views(project), "a fault leaves the output alone"
    write(project / "interrupts/desk.yaml", DESK)
    watch.until(READY)
    assert "answer: str" in views(project)
    assert watch.stop() == 0


def test_ctrl_c_ends_it_without_a_word(watch: Watch) -> None:
    assert watch.stop() == 0
    assert watch.lines.empty()


def test_its_own_output_and_other_files_are_none_of_its_business(
    project: Path, watch: Watch
) -> None:
    write(project / "interrupts/desk.yaml", DESK.replace("answer", "reply"))
    watch.until(READY)
    write(project / "notes.txt", "hello")
    write(project / "interrupts/notes.txt", "hello")
    write(project / MODELS, "# mine\n")
    write(project / "interrupts/desk.yaml", DESK.replace("answer", "reply"))
    assert watch.is_silent()


def test_sources_come_move_and_go(project: Path, watch: Watch) -> None:
    write(project / "interrupts/deep/down/more.yaml", DESK.replace("ask", "more"))
    watch.until(READY)
    assert (project / "generated/more/models.py").exists()
    write(project / "interrupts/deep/down/more.yaml", DESK.replace("ask", "still-more"))
    watch.until(READY)
    (project / "interrupts/deep/down/more.yaml").rename(project / "interrupts/less.yaml")
    watch.until(READY)
    assert not (project / "generated/more").exists()
    assert (project / "generated/less/models.py").exists()
    (project / "interrupts").rename(project / "elsewhere")
    assert any("error IG608" in line for line in watch.until(READY))
    (project / "elsewhere").rename(project / "interrupts")
    watch.until(READY)
    (project / "interrupts/less.yaml").unlink()
    watch.until(READY)
    assert not (project / "generated/less").exists()


def test_a_file_that_a_reference_names_is_watched_before_it_is_there(
    project: Path, watch: Watch
) -> None:
    write(project / "interrupts/desk.yaml", SHARED)
    assert any("error IG310" in line for line in watch.until(READY))
    answer = project / "shared/answer.schema.json"
    write(answer, '{"type": "object", "properties": {"first": {"type": "string"}}}')
    watch.until("changed: shared/answer.schema.json")
    watch.until(READY)
    assert "first: str" in views(project)
    write(answer, '{"type": "object", "properties": {"second": {"type": "string"}}}')
    watch.until(READY)
    assert "second: str" in views(project)


def test_a_build_with_nothing_to_do_watches_the_references_too(project: Path) -> None:
    answer = project / "shared/answer.schema.json"
    write(answer, '{"type": "object", "properties": {"first": {"type": "string"}}}')
    write(project / "interrupts/desk.yaml", SHARED)
    assert main(["build", "--quiet", "--project", str(project)]) == 0
    watched = start(project)
    try:
        assert "generated is up to date" in watched.until(READY)
        write(answer, '{"type": "object", "properties": {"second": {"type": "string"}}}')
        watched.until("changed: shared/answer.schema.json")
        watched.until(READY)
        assert "second: str" in views(project)
    finally:
        watched.process.kill()
        watched.end()


def test_the_configuration_is_watched(project: Path, watch: Watch) -> None:
    write(project / "interruptgen.toml", 'out = "generated"\noutt = 1\n')
    assert any("error IG603" in line for line in watch.until(READY))
    (project / "interruptgen.toml").unlink()
    assert any("error IG601" in line for line in watch.until(READY))
    write(project / "interruptgen.toml", 'out = "elsewhere"\n')
    watch.until(READY)
    assert (project / "elsewhere/desk/models.py").exists()


def test_without_a_project_there_is_nothing_to_watch(tmp_path: Path) -> None:
    watched = start(tmp_path)
    assert watched.end() == 2
    assert any("error IG601" in line for line in watched.until("hint"))


@pytest.mark.usefixtures("plain")
def test_a_check_writes_nothing_to_watch_for(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["build", "--check", "--watch", "--project", str(project)]) == 2
    assert "Invalid value for --check, --watch" in capsys.readouterr().err
    assert not (project / "generated").exists()
