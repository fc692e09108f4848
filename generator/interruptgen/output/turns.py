"""A project -> a turn at it, which one build has at a time and the system takes back at its end."""

import contextlib
import os
import sys
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

PATIENCE = 120.0
"""Seconds for which a build waits for another one of the same project."""

_PAUSE = 0.05


@contextmanager
def turn(root: Path, config_name: str, wait: Callable[[], None]) -> Generator[bool, None, None]:
    """Have a turn at the project in a folder; false where none came within the `PATIENCE`.

    `wait` is called once before it is waited for. No file is left behind: it is the folder itself
    that is locked, or its configuration where a system locks no folders. The lock is advisory and
    ends with the process, however that ends. Where a file system knows no locks, everybody has a
    turn.
    """
    handle = _handle(root, config_name)
    if handle is None:
        yield True
        return
    try:
        yield _is_taken(handle, wait)
    finally:
        os.close(handle)


def _handle(root: Path, config_name: str) -> int | None:
    path = root / config_name if sys.platform == "win32" else root
    with contextlib.suppress(OSError):
        return os.open(path, os.O_RDONLY)
    return None


def _is_taken(handle: int, wait: Callable[[], None]) -> bool:
    if _try(handle):
        return True
    wait()
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        time.sleep(_PAUSE)
        if _try(handle):
            return True
    return False


if sys.platform == "win32":
    _FAR = 2**30
    """Where the locked byte is, beyond the text: others read what is locked with an error."""

    def _try(handle: int) -> bool:
        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:  # a file system without locks
            return True
        return True
