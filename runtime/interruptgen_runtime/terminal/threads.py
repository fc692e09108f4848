"""A thread in a file: where it is saved after each step, and taken up again."""

import json
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text

VERSION: Final = 1
_MOST_BYTES: Final = 200_000_000


class ThreadFileError(Exception):
    """A file cannot be read or written, or is no saved thread."""


@dataclass(frozen=True, slots=True)
class SavedThread:
    """A thread and where its agent is; headers are never saved."""

    url: str
    snapshot: JsonObject


def load_thread(path: Path) -> SavedThread:
    """Read a thread; raises `ThreadFileError`."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise ThreadFileError(f"{path} is too large for a saved thread")
        return read_thread(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ThreadFileError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError, PeerError) as error:
        raise ThreadFileError(f"{path} is no saved thread: {error}") from None


def read_thread(value: Json) -> SavedThread:
    """Read a thread from JSON; raises `PeerError`."""
    if not isinstance(value, dict) or value.get("interruptgenThread") != VERSION:
        raise PeerError(f"`interruptgenThread` has to be {VERSION}")
    url, snapshot = read_text(value, "url"), value.get("snapshot")
    if url is None or not isinstance(snapshot, dict):
        raise PeerError("it needs a `url` and a `snapshot`")
    return SavedThread(url, snapshot)


def save_thread(path: Path, thread: SavedThread) -> None:
    """Write a thread in the place of what is there, all of it or nothing; raises `ThreadFileError`.

    The file is readable by its owner alone.
    """
    value: JsonObject = {
        "interruptgenThread": VERSION,
        "url": thread.url,
        "snapshot": thread.snapshot,
    }
    text = json.dumps(value, indent=1)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text + "\n")
            Path(name).replace(path)
        except BaseException:
            with suppress(OSError):
                Path(name).unlink()
            raise
    except OSError as error:
        raise ThreadFileError(f"{path} cannot be written: {error.strerror}") from None
