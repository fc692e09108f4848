"""The entry points of the command line; what they need is imported when they are called."""

import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from io import TextIOWrapper
from typing import Final

INSTALL: Final = 'pip install "interruptgen-runtime[terminal]"'
NEEDED: Final = ("httpx", "prompt_toolkit", "rich")
_USAGE: Final = 2


def chat(arguments: Sequence[str]) -> int:
    """Run `interruptgen chat` and return its exit code."""
    return _run("chat", arguments)


def answer(arguments: Sequence[str]) -> int:
    """Run `interruptgen answer` and return its exit code."""
    return _run("answer", arguments)


def _run(name: str, arguments: Sequence[str]) -> int:
    missing = [package for package in NEEDED if find_spec(package) is None]
    if missing:
        sys.stderr.write(
            f"interruptgen: `{name}` needs {', '.join(missing)}; install it with\n  {INSTALL}\n"
        )
        return _USAGE
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    module = import_module(f"interruptgen_runtime.terminal.{name}_command")
    code: int = module.run(arguments)
    return code
