"""Two sides -> their models, of the files that differ and of those that depend on them.

What did not change is told by the ids of contents, and the lock of the old side knows which other
files a file depends on: where none of them has changed either, nothing is compiled. So the cost of
a comparison is that of the change.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from interruptgen.diagnostics import Diagnostic
from interruptgen.diff.changes import SideName
from interruptgen.diff.sides import Memory, Side, remembered
from interruptgen.model import Model
from interruptgen.pipeline import Compiled, compile_sources
from interruptgen.reading import Document


@dataclass(frozen=True)
class State:
    """A side, compiled: `model` has the packages of what was compiled, None if it has errors."""

    side: Side
    model: Model | None
    diagnostics: tuple[Diagnostic, ...]
    contents: Mapping[str, bytes]
    """The definition files that were compiled, and the files that they refer to."""
    documents: Mapping[str, Document | None]
    """The definition files as they were read."""


@dataclass(frozen=True)
class States:
    """Both sides, compiled; `memory` is what the new side's lock remembers.

    `remembered` is what that of the old side does.
    """

    old: State
    new: State
    memory: Memory
    remembered: Memory

    def of(self, side: SideName) -> State:
        """Return one of the two."""
        return self.old if side == "old" else self.new


def compile_sides(old: Side, new: Side) -> States:
    """Compile what differs on both sides, and whatever that takes."""
    memory = remembered(old.lock)
    chosen = _selected(old, new, memory)
    while True:
        states = [_Compilation(side, chosen) for side in (old, new)]
        wanted = {path for one in states for path in one.missing}
        if not wanted:
            break
        chosen = chosen | wanted
    same = old.lock == new.lock
    before, after = (one.state() for one in states)
    return States(before, after, memory if same else remembered(new.lock), memory)


@dataclass
class _Compilation:
    """One side, compiled as far as the chosen files go; `missing` are those it would need too."""

    side: Side
    chosen: frozenset[str]
    missing: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        paths = sorted(self.chosen & self.side.files.keys())
        self.sources = dict(self.side.load(paths))
        self.others: dict[str, bytes] = {}
        self.compiled: Compiled = compile_sources(self.sources, self._read)

    def state(self) -> State:
        """Return what came of it."""
        found = (*self.side.findings, *self.compiled.diagnostics)
        contents = {**self.others, **self.sources}
        return State(self.side, self.compiled.model, found, contents, self.compiled.documents)

    def _read(self, path: str) -> bytes | None:
        if path in self.side.files:
            self.missing.add(path)
            content = self.side.load([path]).get(path)
        else:
            content = self.side.read(path)
        if content is not None:
            self.others[path] = content
        return content


def _selected(old: Side, new: Side, memory: Memory) -> frozenset[str]:
    """Return the definition files to compile: changed, or not known to be made of what is same."""
    every = {*old.files, *new.files}
    changed = {path for path in every if old.files.get(path) != new.files.get(path)}
    same = every - changed
    made_of = {paths[0]: paths for paths in memory.made_of.values() if paths}
    known = {path: made_of[path] for path in same if path in made_of}
    settled = _settled(old, new, memory, {one for paths in known.values() for one in paths})
    return frozenset(
        changed | {path for path in same if not settled.issuperset(known.get(path, [""]))}
    )


def _settled(old: Side, new: Side, memory: Memory, paths: Iterable[str]) -> set[str]:
    """Return the files that are alike on both sides, and as the lock has read them."""
    wanted = sorted(paths)
    before, after = _ids(old, wanted), _ids(new, wanted)
    alike = [
        path
        for path in wanted
        if path in before
        and before[path] == after.get(path)
        and (path in old.files) == (path in new.files)
    ]
    contents = new.load(path for path in alike if path in new.files)
    return {
        path
        for path in alike
        if _digest(contents[path] if path in contents else new.read(path))
        == memory.digests.get(path)
    }


def _ids(side: Side, paths: Iterable[str]) -> dict[str, str]:
    known = {path: side.files[path] for path in paths if path in side.files}
    others = [path for path in paths if path not in known]
    return {**known, **(side.ids(others) if others else {})}


def _digest(content: bytes | None) -> str | None:
    return None if content is None else "sha256:" + hashlib.sha256(content).hexdigest()
