"""Kinds of bad input: broken projects, given to other commands than `build`."""

from hostile.breaking import fifo, file, gone
from hostile.kind import LOCK, MODELS, YAML, Kind
from hostile.locks import conflicting, lock_with

_BROKEN = "interrupts/\x1b[2J::error::.yaml"

COMMANDS = [
    Kind("check: a lock with conflict markers", conflicting, ("build", "--check")),
    Kind("check: a lock of a future format", lock_with({"lockFormat": 99}), ("build", "--check")),
    Kind("check: no lock", gone(LOCK), ("build", "--check")),
    Kind("check: a FIFO in the way of a file", fifo(MODELS), ("build", "--check")),
    Kind("check: an edited file", file(MODELS, bytes(range(256))), ("build", "--check")),
    Kind("hashes: a broken source", file(YAML, "{"), ("hashes",)),
    Kind("validate: a broken source", file(YAML, "{"), ("validate", "choose.response", "-")),
    *(
        Kind(
            f"lint as {name}: a name that is a command",
            file(_BROKEN, "{"),
            ("lint", "--format", name),
        )
        for name in ("text", "json", "github", "sarif")
    ),
]
