"""Texts -> files, each one whole or not at all; the only module that changes a disk."""

import contextlib
import os
import secrets
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.lock import LOCK_NAME
from interruptgen.output.changes import Change, State
from interruptgen.rules.output import OUTPUT_NOT_WRITABLE

_WRITTEN = frozenset({State.MISSING, State.STALE, State.EDITED})
_NEW_MODE = 0o666
_TEMPORARY = ".interruptgen-{token}.tmp"
_TEMPORARIES = _TEMPORARY.format(token="*")
_INTACT = "no file of the output was changed"


def apply(
    out: Path, name: str, files: Mapping[str, str], changes: Sequence[Change]
) -> Diagnostic | None:
    """Write what is missing, stale or edited, remove what is left over, and the lock last.

    Every new text is written beside its file before the first one takes its place, so a disk that
    fills up leaves the old output whole. `name` is the output folder in a finding. Returns what
    the system refused, if anything; the caller has made sure that nothing foreign is in the way.
    """
    written = [change.path for change in changes if change.state in _WRITTEN]
    staging = _Staging(out)
    try:
        _sweep(out)
        for path in written:
            staging.add(path, files[path])
        for path in sorted(written, key=_lock_last):
            if path == LOCK_NAME:
                _remove(out, [change.path for change in changes if change.state is State.LEFTOVER])
            staging.place(path)
    except OSError as error:
        return staging.refused(name, error)
    finally:
        staging.discard()
    return None


def create(path: Path, text: str) -> bool:
    """Write a new file; False where there is one already. Raises `OSError`."""
    if os.path.lexists(path):
        return False
    replace(path, text)
    return True


def replace(path: Path, text: str) -> None:
    """Write a file whole, as UTF-8 with the line ends of `text`. Raises `OSError`."""
    staging = _Staging(path.parent)
    try:
        staging.add(path.name, text)
        staging.place(path.name)
    finally:
        staging.discard()


@dataclass
class _Staging:
    """New files under temporary names, until each takes its place."""

    out: Path
    current: str = ""
    """The file at hand, for a finding."""
    waiting: dict[str, Path] = field(default_factory=dict[str, Path])
    folders: list[Path] = field(default_factory=list[Path])
    """The folders that were made for it, outer ones first."""
    placed: int = 0

    def add(self, path: str, text: str) -> None:
        """Write the text of a file beside the place it belongs to, with that file's mode."""
        self.current = path
        target = self.out / path
        self._make(target.parent)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else None
        temporary = target.with_name(_TEMPORARY.format(token=secrets.token_hex(4)))
        self.waiting[path] = temporary
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(temporary, flags, _NEW_MODE), "wb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            temporary.chmod(mode)

    def place(self, path: str) -> None:
        """Let a file that was added take its place."""
        self.current = path
        self.waiting[path].replace(self.out / path)
        del self.waiting[path]
        self.placed += 1

    def discard(self) -> None:
        """Remove what has not taken its place, and the folders that were made in vain."""
        for temporary in self.waiting.values():
            with contextlib.suppress(OSError):
                temporary.unlink()
        for folder in reversed(self.folders):
            with contextlib.suppress(OSError):
                folder.rmdir()

    def refused(self, name: str, error: OSError) -> Diagnostic:
        """Make a finding of what the system refused."""
        message = f"cannot be written: {error.strerror or error}"
        hint = "some files are new already: run the build again" if self.placed else _INTACT
        return OUTPUT_NOT_WRITABLE.at(Place(f"{name}/{self.current}"), message, hint=hint)

    def _make(self, folder: Path) -> None:
        missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        for parent in reversed(missing):
            parent.mkdir(exist_ok=True)
            self.folders.append(parent)


def _lock_last(path: str) -> bool:
    return path == LOCK_NAME


def _sweep(out: Path) -> None:
    """Remove the temporary files that a killed build has left, and the folders it made for them."""
    for temporary in (*out.glob(_TEMPORARIES), *out.glob(f"*/{_TEMPORARIES}")):
        temporary.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            temporary.parent.rmdir()


def _remove(out: Path, paths: Sequence[str]) -> None:
    """Remove files, and each folder that has nothing of anybody's in it then."""
    for path in paths:
        (out / path).unlink(missing_ok=True)
    above = {parent for path in paths for parent in PurePosixPath(path).parents}
    for folder in sorted(above - {PurePosixPath()}, reverse=True):
        _remove_compiled(out / folder)
        with contextlib.suppress(OSError):
            (out / folder).rmdir()


def _remove_compiled(folder: Path) -> None:
    """Remove Python's compiled copies from a folder that holds nothing else."""
    cache = folder / "__pycache__"
    if not cache.is_dir() or list(folder.iterdir()) != [cache]:
        return
    for file in cache.glob("*.pyc"):
        file.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        cache.rmdir()
