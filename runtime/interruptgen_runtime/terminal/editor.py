"""A text -> the same text after a person changed it in the editor of their choice."""

import os
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from interruptgen_runtime.terminal.dialog import EditorFailed


def edited(text: str, suffix: str) -> str:
    """Open an editor on a text and return what was saved.

    The editor is `$VISUAL`, `$EDITOR`, or the usual one of the system. The file is readable by
    its owner alone and is removed afterwards. Raises `EditorFailed`.
    """
    command = _command()
    handle, name = tempfile.mkstemp(prefix="interruptgen-", suffix=suffix, text=True)
    path = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text + "\n")
        try:
            done = subprocess.run([*command, name], check=False)
        except OSError as error:
            raise EditorFailed(f"{command[0]} cannot be started: {error.strerror}") from None
        if done.returncode != 0:
            raise EditorFailed(f"{command[0]} ended with {done.returncode}; nothing was changed")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise EditorFailed("what was saved is not UTF-8; nothing was changed") from None
    finally:
        path.unlink(missing_ok=True)


def _command() -> list[str]:
    usual = "notepad" if sys.platform == "win32" else "vi"
    chosen = os.environ.get("VISUAL") or os.environ.get("EDITOR") or usual
    try:
        command = shlex.split(chosen)
    except ValueError:
        command = []
    if not command:
        raise EditorFailed("VISUAL or EDITOR is no command")
    return command
