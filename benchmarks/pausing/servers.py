"""Servers in processes of their own, pinned to a core, and what they have used of it."""

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from interruptgen_runtime import JsonObject

HERE = Path(__file__).parent
MODULES = HERE.parents[1] / "tests/interop/node_modules"


class PeerMissing(Exception):
    """Node or the packages are not there."""


@dataclass(frozen=True)
class Server:
    """A server that listens on loopback."""

    process: subprocess.Popen[str]
    port: int

    def cpu(self) -> float:
        """Return the CPU seconds that all threads of the process have taken."""
        clock = (~self.process.pid << 3) | 2  # as `clock_getcpuclockid` makes it
        return time.clock_gettime(clock)

    def peak(self) -> int:
        """Return the most resident memory that the process ever had, in bytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text("ascii")
        lines = dict(line.split(":", 1) for line in status.splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = Path(f"/proc/{self.process.pid}/statm").read_text("ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")


@cache
def cores() -> tuple[int, int]:
    """Return the core of the servers and that of the client: two, where there are two."""
    usable = sorted(os.sched_getaffinity(0))
    return usable[-1], usable[0]


def pin_here(core: int) -> None:
    """Let this process run on one core only."""
    os.sched_setaffinity(0, {core})


def find_node(modules: Path) -> str:
    """Return the path of Node; raises `PeerMissing` if that or the package is not there."""
    node = shutil.which("node")
    if node is None:
        raise PeerMissing("node is not on the path")
    if not (modules / "@tanstack/ai").is_dir():
        raise PeerMissing(f"{modules} has no @tanstack/ai: `npm ci --prefix {modules.parent}`")
    return node


@contextmanager
def python_server(*arguments: str) -> Generator[Server]:
    """Start an application of `serve.py`, and end it."""
    with _server([sys.executable, "-m", "pausing.serve", *arguments], None) as server:
        yield server


@contextmanager
def node_server(modules: Path, setup: JsonObject) -> Generator[Server]:
    """Start TanStack AI's server, and end it; raises `PeerMissing`."""
    with _server([find_node(modules), str(HERE / "serve.mjs")], setup) as server:
        yield server


def run_node(modules: Path, script: str, value: JsonObject) -> str:
    """Give a value to a script, on the core of the servers, and return what it writes."""
    done = subprocess.run(
        [*_pinned(), find_node(modules), str(HERE / script)],
        input=json.dumps(value),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{script} failed:\n{done.stderr}")
    return done.stdout


@contextmanager
def _server(command: Sequence[str], value: JsonObject | None) -> Generator[Server]:
    process = subprocess.Popen(
        [*_pinned(), *command],
        cwd=HERE.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    try:
        if process.stdin is None or process.stdout is None:
            raise RuntimeError("the process has no pipes")
        process.stdin.write(json.dumps(value))
        process.stdin.close()
        line = process.stdout.readline()
        if not line:
            sys.exit(f"{command[0]} did not start")
        yield Server(process, int(line))
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _pinned() -> tuple[str, ...]:
    """Return the words that let a command run on the core of the servers."""
    return ("taskset", "-c", str(cores()[0]))
