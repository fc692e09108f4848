"""Python text -> the same program as black lays it out, in one fixed mode."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

from interruptgen.python.literals import LINE_LENGTH


def format_python(text: str) -> str:
    """Format `text`; no configuration is read and no process is started.

    Raises `black.InvalidInput` where the text is no Python.
    """
    return _formatter()(text)


@cache
def _formatter() -> Callable[[str], str]:
    """Import black when something has to be formatted: it takes a while to start."""
    black: Any = import_module("black")
    mode = black.Mode(
        target_versions={black.TargetVersion.PY311},
        line_length=LINE_LENGTH,
        string_normalization=True,
        magic_trailing_comma=True,
        preview=False,
        unstable=False,
    )
    return lambda text: black.format_str(text, mode=mode)
