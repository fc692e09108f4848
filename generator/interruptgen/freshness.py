"""A lock and what is on the disk -> is the output what a build would make of the sources.

Nothing is compiled: the lock has the digest of every file that was read and of every file that was
written. A build that had warnings is never fresh, so that they are said again.
"""

import hashlib
from collections.abc import Callable, Mapping

from interruptgen import __version__
from interruptgen.diagnostics import Diagnostic
from interruptgen.lock import EMITTER_FORMAT, Lock, dump_lock, load_lock


def is_fresh(
    text: str | None,
    sources: Mapping[str, bytes],
    read: Callable[[str], bytes | None],
    output: Callable[[str], str | None],
) -> bool:
    """Tell whether a build would change nothing.

    `text` is the lock on disk, `sources` are the definition files, `read` gives another file of
    the project, `output` the present text of a generated file.
    """
    lock = None if text is None else load_lock("", text)
    if lock is None or isinstance(lock, Diagnostic) or dump_lock(lock) != text:
        return False
    if not _is_ours(lock) or {paths[0] for paths in lock.packages.values()} != set(sources):
        return False
    return all(
        _has(sources.get(path) or read(path), digest) for path, digest in lock.sources.items()
    ) and all(_has(_encoded(output(path)), digest) for path, digest in lock.outputs.items())


def _is_ours(lock: Lock) -> bool:
    """Tell whether this version wrote the lock, with nothing to warn of."""
    written = (lock.generator, lock.emitter_format, lock.warnings)
    return written == (__version__, EMITTER_FORMAT, 0)


def _has(content: bytes | None, digest: str) -> bool:
    return content is not None and digest == "sha256:" + hashlib.sha256(content).hexdigest()


def _encoded(text: str | None) -> bytes | None:
    return None if text is None else text.encode()
