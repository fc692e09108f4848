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


class ThreadFile:
    """A file that a thread is read from and saved in; a change of somebody else is not undone."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: str | None = None
        """What the file has, as far as this program knows; nothing if there is none."""

    def load(self) -> SavedThread:
        """Read the thread; raises `ThreadFileError`."""
        try:
            self._known = self._read()
            if self._known is None:
                raise ThreadFileError(f"{self.path}: No such file or directory")
            return read_thread(json.loads(self._known))
        except (ValueError, RecursionError, PeerError) as error:
            raise ThreadFileError(f"{self.path} is no saved thread: {error}") from None

    def save(self, thread: SavedThread) -> None:
        """Write a thread in the place of what is there, all of it or nothing.

        Raises `ThreadFileError`, also if another program has changed the file since it was last
        read or written here. The file is readable by its owner alone.
        """
        value: JsonObject = {
            "interruptgenThread": VERSION,
            "url": thread.url,
            "snapshot": thread.snapshot,
        }
        text = json.dumps(value, indent=1) + "\n"
        if self._now() != self._known:
            raise ThreadFileError(f"{self.path} was changed by another program meanwhile")
        try:
            _replace(self.path, text)
        except OSError as error:
            raise ThreadFileError(f"{self.path} cannot be written: {error.strerror}") from None
        self._known = text

    def _now(self) -> str | None:
        try:
            return self._read()
        except UnicodeDecodeError:
            return ""

    def _read(self) -> str | None:
        try:
            if self.path.stat().st_size > _MOST_BYTES:
                raise ThreadFileError(f"{self.path} is too large for a saved thread")
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except OSError as error:
            raise ThreadFileError(f"{self.path}: {error.strerror}") from None


def read_thread(value: Json) -> SavedThread:
    """Read a thread from JSON; raises `PeerError`."""
    if not isinstance(value, dict) or value.get("interruptgenThread") != VERSION:
        raise PeerError(f"`interruptgenThread` has to be {VERSION}")
    url, snapshot = read_text(value, "url"), value.get("snapshot")
    if url is None or not isinstance(snapshot, dict):
        raise PeerError("it needs a `url` and a `snapshot`")
    return SavedThread(url, snapshot)


def _replace(path: Path, text: str) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
