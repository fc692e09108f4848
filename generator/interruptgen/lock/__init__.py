"""The lock file: what was compiled from what, and the earlier versions still remembered."""

from interruptgen.lock.entries import (
    EMITTER_FORMAT,
    LOCK_NAME,
    Entry,
    Lock,
    entries,
    hashes,
)
from interruptgen.lock.history import recalled, with_history
from interruptgen.lock.text import dump_lock, load_lock

__all__ = [
    "EMITTER_FORMAT",
    "LOCK_NAME",
    "Entry",
    "Lock",
    "dump_lock",
    "entries",
    "hashes",
    "load_lock",
    "recalled",
    "with_history",
]
