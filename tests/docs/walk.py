"""A section with commands -> the same section with what they print, run against the desk server.

A block of commands that is followed at once by a block of text is a step, and the text is its
output. All steps of a section are run by one shell, in their order and as they stand there, but for
the port.
"""

import os
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from docs.markdown import ROOT

SERVER = "127.0.0.1:8000"
"""Where the commands look for the server."""

_STEP = re.compile(
    r"^```sh\n(?P<commands>(?:(?!```).)*)^```\n\n^```text\n(?P<output>(?:(?!```).)*)^```$",
    re.MULTILINE | re.DOTALL,
)
_BETWEEN = "\x1e"
_ADDRESS = re.compile(r"http://(127\.0\.0\.1:[0-9]+)/")


def commands(section: str) -> list[str]:
    """Return the commands of each step."""
    return [step["commands"] for step in _STEP.finditer(section)]


def with_outputs(section: str, outputs: list[str]) -> str:
    """Put the outputs of the steps in their places."""
    remaining = iter(outputs)

    def filled(step: re.Match[str]) -> str:
        return f"```sh\n{step['commands']}```\n\n```text\n{next(remaining)}```"

    return _STEP.sub(filled, section)


def walk(steps: list[str], server: str, folder: Path) -> list[str]:
    """Run steps in a folder, and return what each of them prints."""
    script = f"\nprintf '{_BETWEEN}'\n".join(steps).replace(SERVER, server)
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout.split(_BETWEEN)


@contextmanager
def serving(start: str, log: Path) -> Generator[str]:
    """Run the commands that start the desk server, with a port that is free; yields its address."""
    programs = [str(Path(sys.executable).parent), os.environ["PATH"]]
    environment = {**os.environ, "PATH": os.pathsep.join(programs), "PYTHONPATH": "../runtime"}
    for name in ("INTERRUPTGEN_KEYS", "DESK_TOKEN"):
        environment.pop(name, None)
    with (
        log.open("w", encoding="utf-8") as errors,
        subprocess.Popen(
            ["bash", "-euc", f"{start.strip().replace('python -m', 'exec python -m')} --port 0"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            assert process.stdout is not None
            found = _ADDRESS.search(process.stdout.readline())
            assert found, log.read_text(encoding="utf-8")
            yield found[1]
        finally:
            process.terminate()
