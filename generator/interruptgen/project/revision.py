"""A commit and a folder in it -> the project as it was there: configuration, sources, lock."""

import posixpath
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.lock import LOCK_NAME
from interruptgen.project import config
from interruptgen.project.config import DEDICATED, SHARED, Config
from interruptgen.project.git import Entry, Repository
from interruptgen.project.patterns import matching, split
from interruptgen.rules.configuration import TWO_CONFIGURATIONS

_MOST_LINKS = 8
"""How many links are followed on the way to one file."""


@dataclass(frozen=True)
class Revision:
    """The files of a project in a commit: paths are below `prefix`, as they are below a root."""

    repository: Repository
    commit: str
    prefix: str
    config: Config
    config_name: str
    config_text: str

    def sources(self) -> dict[str, str]:
        """Return the ids of the contents of the definition files, by path."""
        starts = {"/".join(split(pattern)[0]) for pattern in self.config.sources}
        entries = self._entries(starts)
        for start in starts:
            if start and not any(path.startswith(f"{start}/") for path in entries):
                entries |= self._linked(start)
        paths = matching(self.config.sources, self.config.out, sorted(entries))
        found = {path: self._target(path, entries[path]) for path in paths}
        return {path: entry.id for path, entry in found.items() if entry}

    def ids(self, paths: Iterable[str]) -> dict[str, str]:
        """Return the ids of the contents of any files of the project, by path."""
        wanted = list(paths)
        entries = self._entries(wanted)
        found = {
            path: self._target(path, entries[path]) if path in entries else self._file(path)
            for path in wanted
        }
        return {path: entry.id for path, entry in found.items() if entry}

    def contents(self, ids: Iterable[str]) -> Mapping[str, bytes]:
        """Return contents by their ids."""
        return self.repository.blobs(sorted(set(ids)))

    def read(self, path: str) -> bytes | None:
        """Return the content of a file of the project, None where there is none."""
        id = self.ids([path]).get(path)
        return self.contents([id]).get(id) if id else None

    def lock(self) -> bytes | None:
        """Return the lock, with LF line ends."""
        content = self.read(f"{self.config.out}/{LOCK_NAME}")
        return None if content is None else content.replace(b"\r\n", b"\n")

    def _entries(self, paths: Iterable[str]) -> dict[str, Entry]:
        wanted = [posixpath.normpath(self.prefix + path) for path in paths]
        inside = ["" if path == "." else path for path in wanted if path.partition("/")[0] != ".."]
        entries = self.repository.files(self.commit, inside)
        start = len(self.prefix)
        return {path[start:]: one for path, one in entries.items() if path.startswith(self.prefix)}

    def _linked(self, start: str) -> dict[str, Entry]:
        """Return the files below a folder that is a link, or that a link is on the way to."""
        real = self._real(start)
        found = {} if real in (start, "") else self._entries([real])
        return {start + path[len(real) :]: entry for path, entry in found.items()}

    def _target(self, path: str, entry: Entry) -> Entry | None:
        """Return what a file is, or what a link in the project leads to."""
        return self._file(path) if entry.is_link else entry

    def _file(self, path: str) -> Entry | None:
        """Return a file that links lead to."""
        real = self._real(path)
        return self._entries([real]).get(real) if real else None

    def _real(self, path: str) -> str:
        """Follow the links on the way to a path; empty where they lead nowhere."""
        done, waiting, left = "", path.split("/"), _MOST_LINKS
        while waiting:
            at = posixpath.normpath(posixpath.join(done, waiting.pop(0)))
            entry = self._entries([at]).get(at)
            if entry is None or not entry.is_link:
                done = at
                continue
            left -= 1
            target = self.contents([entry.id]).get(entry.id, b"").decode(errors="surrogateescape")
            if not left or target.startswith("/"):
                return ""
            waiting = [*posixpath.normpath(target).split("/"), *waiting]
        return "" if done.startswith("../") else done


@dataclass(frozen=True)
class Absent:
    """A commit without a configuration in a folder; `elsewhere` are the projects that it has."""

    elsewhere: tuple[str, ...] = ()


def open_revision(
    repository: Repository, commit: str, prefix: str, name: str | None = None
) -> Revision | Absent | tuple[Diagnostic, ...]:
    """Find the configuration in a folder of a commit: the file of this name, if one is given.

    The findings are about a configuration that cannot be used, in their file's own terms.
    """
    names = (DEDICATED, SHARED) if name in (None, DEDICATED, SHARED) else (name,)
    specs = {one: f"{commit}:{prefix}{one}" for one in names}
    contents = repository.blobs(list(specs.values()))
    texts = {
        one: contents[spec].decode("utf-8-sig", errors="replace")
        for one, spec in specs.items()
        if spec in contents
    }
    parsed = {one: config.parse(one, text) for one, text in texts.items()}
    found = [(one, said.config) for one, said in parsed.items() if said.config]
    faults = tuple(fault for said in parsed.values() for fault in said.diagnostics)
    if len(found) > 1:
        message = f"{DEDICATED} and [tool.interruptgen] in {SHARED} both configure the folder"
        return (TWO_CONFIGURATIONS.at(Place(DEDICATED), message),)
    if found:
        one, settings = found[0]
        return Revision(repository, commit, prefix, settings, one, texts[one])
    return faults or Absent(tuple(sorted(_projects(repository, commit))))


def _projects(repository: Repository, commit: str) -> Iterator[str]:
    """Yield the configurations and locks of a commit that are not in the working tree any more."""
    top = repository.folder
    for _ in PurePosixPath(repository.prefix).parts:
        top = top.parent
    for path in repository.files(commit, [""]):
        if posixpath.basename(path) in (DEDICATED, LOCK_NAME) and not (top / path).exists():
            yield path
