"""Drives a program in a real terminal of 100 by 40: keys go in, the screen comes out."""

import os
import re
import shutil
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from terminal.servers import ROOT

COLUMNS, ROWS = 100, 40
PATIENCE = 30.0
"""Seconds to wait for a text."""
HAND = 0.03
"""Seconds between the last letter and Enter: an Enter that comes at once is taken for a paste."""

CODE = """\
import sys
from interruptgen_runtime.terminal.commands import chat
sys.exit(chat(sys.argv[1:]))
"""
_NUMBERS = count()


def require_tmux() -> str:
    """Return where tmux is; skips, or fails where skipping is forbidden."""
    tmux = shutil.which("tmux")
    if tmux is None:
        if os.environ.get("INTERRUPTGEN_REQUIRE_PEERS"):
            pytest.fail("needs tmux")
        pytest.skip("needs tmux")
    return tmux


class Terminal:
    """A session of tmux with a server of its own, so that no configuration is read."""

    def __init__(self, tmux: str) -> None:
        self._tmux = (
            tmux,
            "-u",
            "-f",
            os.devnull,
            "-L",
            f"terminal-{os.getpid()}-{next(_NUMBERS)}",
        )

    def run(self, *arguments: str) -> str:
        done = subprocess.run(
            [*self._tmux, *arguments],
            env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        return done.stdout

    def start(self, command: Sequence[str], folder: Path, **environment: str) -> None:
        settings = {
            "LC_ALL": "C.UTF-8",
            "PYTHONPATH": os.pathsep.join(
                str(ROOT / name) for name in ("runtime", "generated_examples")
            ),
            **environment,
        }
        words = [f"-e{name}={value}" for name, value in settings.items()]
        size = ("-x", str(COLUMNS), "-y", str(ROWS), "-c", str(folder))
        self.run(
            "start-server",
            ";",
            "set",
            "-g",
            "remain-on-exit",
            "on",
            ";",
            "set",
            "-g",
            "remain-on-exit-format",
            "",
            ";",
            "new-session",
            "-d",
            *size,
            *words,
            *command,
        )

    def screen(self) -> str:
        """Return what is on the screen, without blank lines at its end."""
        lines = [line.rstrip() for line in self.run("capture-pane", "-p").split("\n")]
        return masked("\n".join(lines).rstrip("\n") + "\n")

    def styled(self) -> str:
        """Return the same with its colours, as escape sequences."""
        return masked(self.run("capture-pane", "-p", "-e").rstrip("\n") + "\n")

    def until(self, holds: Callable[[str], bool], wanted: str) -> str:
        """Return the screen once it is as it has to be."""
        end = time.monotonic() + PATIENCE
        while not holds(screen := self.screen()):
            assert time.monotonic() < end, f"{wanted!r} did not come:\n{screen}"
            time.sleep(0.02)
        return screen

    def wait(self, text: str) -> str:
        return self.until(lambda screen: text in screen, text)

    def at(self, prompt: str) -> str:
        """Wait until a prompt is the last thing on the screen, and the program reads keys.

        A key that comes before is shown by the system, and once more by the program.
        """
        return self.until(lambda screen: last_line(screen) == prompt and self.reads_keys(), prompt)

    def reads_keys(self) -> bool:
        """Tell whether the program gets each key as it is pressed, and the system shows none."""
        path = self.run("display-message", "-p", "#{pane_tty}").strip()
        device = os.open(path, os.O_RDWR | os.O_NOCTTY)
        try:
            modes: int = termios.tcgetattr(device)[3]
        finally:
            os.close(device)
        return not modes & termios.ECHO

    def end(self) -> None:
        """Wait until the program has ended."""
        end = time.monotonic() + PATIENCE
        while self.run("display-message", "-p", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < end, f"it did not end:\n{self.screen()}"
            time.sleep(0.02)

    def press(self, *keys: str) -> None:
        time.sleep(HAND)
        self.run("send-keys", *keys)

    def enter(self, prompt: str, text: str = "") -> None:
        """Answer a prompt."""
        self.at(f"{prompt}>")
        self.type(f"{prompt}> ", text)
        self.press("Enter")

    def type(self, before: str, text: str) -> None:
        """Type a text after what stands on the last line, and wait until it is there."""
        if text:
            self.run("send-keys", "-l", "--", text)
        self.at(f"{before}{text}".rstrip())

    def clear(self, prompt: str) -> None:
        """Clear the screen, all but a prompt."""
        self.press("C-l")
        self.until(lambda screen: screen == f"{prompt}>\n", "an empty screen")

    def paste(self, text: str, *, bracketed: bool) -> None:
        self.run("set-buffer", text)
        self.run("paste-buffer", "-d", *(["-p"] if bracketed else []))


@contextmanager
def chatting(folder: Path, url: str, *arguments: str, **environment: str) -> Generator[Terminal]:
    """Start `interruptgen chat` in a terminal."""
    terminal = Terminal(require_tmux())
    command = [sys.executable, "-c", CODE, url, *arguments]
    kind = environment.pop("TERM", None)  # tmux sets its own
    terminal.start([*(["env", f"TERM={kind}"] if kind else []), *command], folder, **environment)
    try:
        yield terminal
    finally:
        terminal.run("kill-server")


def last_line(screen: str) -> str:
    return screen.rstrip("\n").rpartition("\n")[2]


def masked(screen: str) -> str:
    """Replace what differs from run to run: the port, and minutes that have just passed."""
    screen = re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8000", screen)
    return screen.replace("59 min left", "60 min left").replace("14 min left", "15 min left")
