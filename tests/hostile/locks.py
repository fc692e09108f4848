"""Kinds of bad input: the lock."""

import json
from dataclasses import replace
from pathlib import Path

from hostile.breaking import Content, fifo, file, folder, link, locked, unlocked
from hostile.kind import CHANGED, LOCK, YAML, Kind, Spoil
from hostile.sandbox import write
from interruptgen.lock import Lock, dump_lock, load_lock


def lock_with(change: dict[str, object]) -> Spoil:
    """Change members of the lock, and a source, so that something has to be built."""

    def spoil(root: Path) -> None:
        lock = json.loads((root / LOCK).read_text(encoding="utf-8"))
        write(root / LOCK, json.dumps({**lock, **change}))
        write(root / YAML, CHANGED)

    return spoil


def _lock_as_written(name: str, content: Content) -> Kind:
    return Kind(f"lock: {name}", file(LOCK, content))


def _outputs(name: str, path: str) -> list[Kind]:
    """Let the lock claim a file as ours: while nothing changed, and while it has to be built."""
    outputs = {path: "sha256:" + "0" * 64}

    def unchanged(root: Path) -> None:
        lock = load_lock(LOCK, (root / LOCK).read_text(encoding="utf-8"))
        assert isinstance(lock, Lock)
        write(root / LOCK, dump_lock(replace(lock, outputs={**lock.outputs, **outputs})))

    return [
        Kind(f"lock: claims {name}", unchanged),
        Kind(f"lock: claims {name}, and a source changed", lock_with({"outputs": outputs})),
    ]


def conflicting(root: Path) -> None:
    text = (root / LOCK).read_text(encoding="utf-8")
    write(root / LOCK, f"<<<<<<< ours\n{text}=======\n{text}>>>>>>> theirs\n")


def _cut(root: Path) -> None:
    content = (root / LOCK).read_bytes()
    write(root / LOCK, content[: len(content) // 2])


LOCKS = [
    Kind("lock: of a future format", lock_with({"lockFormat": 99})),
    Kind("lock: of a format of 300 digits", lock_with({"lockFormat": 10**300})),
    Kind("lock: of a future emitter", lock_with({"emitterFormat": 99})),
    Kind("lock: with conflict markers", conflicting),
    Kind("lock: cut off", _cut),
    Kind("lock: without its sections", lock_with({"interrupts": None, "tools": []})),
    _lock_as_written("empty", ""),
    _lock_as_written("null", "null"),
    _lock_as_written("binary", bytes(range(256))),
    _lock_as_written("100,000 levels deep", "[" * 100_000 + "]" * 100_000),
    _lock_as_written("900 levels deep", "[" * 900 + "]" * 900),
    _lock_as_written("a number of 5,000 digits", "1" * 5_000),
    _lock_as_written("NaN", "NaN"),
    _lock_as_written("half of a character", '{"lockFormat": "\\ud800"}'),
    _lock_as_written("100 MB", lambda: "x" * (100 * 2**20)),
    *_outputs("a file above the project", "../../../etc/passwd"),
    *_outputs("an absolute path", "/etc/passwd"),
    *_outputs("/dev/zero", "/dev/zero"),
    *_outputs("a path of 10,000 characters", "x" * 10_000),
    *_outputs("a path with a NUL", "a\0b"),
    *_outputs("the configuration", "../interruptgen.toml"),
    Kind("lock: a folder", folder(LOCK)),
    Kind("lock: a FIFO", fifo(LOCK)),
    Kind("lock: a link to /dev/zero", link(LOCK, "/dev/zero")),
    Kind("lock: a link out of the project", link(LOCK, "/etc/passwd")),
    Kind("lock: may not be read", locked(LOCK), privileged=False, undo=unlocked(LOCK)),
]
