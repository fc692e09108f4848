"""One state of a project as a comparison needs it: which files it has, and what is in them."""

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from interruptgen.diagnostics import Diagnostic
from interruptgen.lock import LOCK_NAME
from interruptgen.model import Section

_SHA1_DIGITS = 40


@dataclass(frozen=True)
class Memory:
    """What the lock of a side remembers, as far as a comparison asks.

    `made_of` has the files of each package, its own first, `digests` those files' digests, and
    `entries` the definitions as they stand in the lock.
    """

    made_of: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    digests: Mapping[str, str] = field(default_factory=dict[str, str])
    entries: Mapping[Section, Mapping[str, Any]] = field(
        default_factory=dict[Section, Mapping[str, Any]]
    )

    def hashes(self, section: Section, id: str) -> list[Mapping[str, str]]:
        """Return the hashes of each version of a definition, the current one first."""
        entry = self.entries.get(section, {}).get(id)
        if entry is None:
            return []
        return [one["hashes"] for one in (entry, *entry["earlier"])]


@dataclass(frozen=True)
class Side:
    """The files of a state: `files` has the id of the content of each definition file.

    `prefix` stands before a path where it is shown, unless `names` has another name for it. `load`
    gives the contents of definition files, `read` that of any other file of the project, None where
    there is none; `ids` gives the ids of the contents of any files. `findings` is what hindered
    reading.
    """

    name: str
    prefix: str
    files: Mapping[str, str]
    load: Callable[[Iterable[str]], Mapping[str, bytes]]
    read: Callable[[str], bytes | None]
    ids: Callable[[Iterable[str]], Mapping[str, str]]
    lock: bytes | None = None
    findings: tuple[Diagnostic, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])

    def shown(self, path: str) -> str:
        """Return a path as a reader knows the file."""
        return self.names.get(path, self.prefix + path)


def blob_id(content: bytes, like: str) -> str:
    """Return the id that git gives a file of this content, in the form of another id."""
    algorithm = "sha1" if len(like) == _SHA1_DIGITS else "sha256"
    framed = b"blob %d\0" % len(content) + content
    return hashlib.new(algorithm, framed, usedforsecurity=False).hexdigest()


def remembered(lock: bytes | None) -> Memory:
    """Read a lock, whose hashes are not verified here; an unusable one remembers nothing."""
    try:
        content: Any = json.loads(lock or b"null")
        return _memory(cast("dict[str, Any]", content)) if isinstance(content, dict) else Memory()
    except (ValueError, RecursionError, KeyError, TypeError, AttributeError):
        return Memory()


def _memory(content: dict[str, Any]) -> Memory:
    sections: tuple[Section, ...] = ("interrupts", "tools")
    entries: dict[Section, Mapping[str, Any]] = {one: dict(content[one]) for one in sections}
    for entry in (entry for section in entries.values() for entry in section.values()):
        _require_texts(entry["hashes"])
        for version in entry["earlier"]:
            _require_texts(version["hashes"])
    packages = {name: tuple(paths) for name, paths in content["packages"].items()}
    _require_texts(content["sources"])
    return Memory(packages, content["sources"], entries)


def _require_texts(texts: Mapping[str, object]) -> None:
    if not all(isinstance(text, str) for text in texts.values()):
        raise TypeError(f"{LOCK_NAME} has something else where a text must be")
