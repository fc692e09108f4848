"""Python text -> the same program as black lays it out, in one fixed mode."""

import black
from black.mode import Mode, TargetVersion

from interruptgen.python.literals import LINE_LENGTH

_MODE = Mode(
    target_versions={TargetVersion.PY311},
    line_length=LINE_LENGTH,
    string_normalization=True,
    magic_trailing_comma=True,
    preview=False,
    unstable=False,
)


def format_python(text: str) -> str:
    """Format `text`; no configuration is read and no process is started.

    Raises `black.InvalidInput` where the text is no Python.
    """
    return black.format_str(text, mode=_MODE)
