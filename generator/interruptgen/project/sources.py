"""`Project` -> the bytes of its definition files, in a stable order, and findings."""

import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.project.locate import Project
from interruptgen.project.patterns import (
    SKIPPED,
    Parts,
    fits,
    is_below,
    is_definition,
    is_pattern,
    leads,
    split,
)
from interruptgen.rules.configuration import (
    LINK_OUTSIDE,
    LINKED_FOLDER,
    NO_SOURCES,
    UNREADABLE_SOURCE,
)
from interruptgen.rules.files import MAX_SIZE, OVERSIZED_FILE


@dataclass(frozen=True)
class Collected:
    """The definition files by their path below the root, sorted, and what hindered reading.

    `folders` are the folders that were searched for them.
    """

    files: dict[str, bytes]
    diagnostics: tuple[Diagnostic, ...]
    folders: frozenset[str] = frozenset()


def collect(project: Project) -> Collected:
    """Find and read every file that the configuration's `sources` name."""
    findings: list[Diagnostic] = []
    folders: set[str] = set()
    paths: set[str] = set()
    for index, pattern in enumerate(project.config.sources):
        matched = list(_Search(project, findings, folders).paths(pattern))
        if not matched:
            findings.append(_nothing(project, index, pattern))
        paths.update(matched)
    files: dict[str, bytes] = {}
    for path in sorted(paths):
        read = read_file(project.root, path)
        if isinstance(read, Diagnostic):
            findings.append(read)
        else:
            files[path] = read
    return Collected(files, tuple(dict.fromkeys(findings)), frozenset(folders))


@dataclass
class References:
    """Reads the files that references name, and keeps their contents and why one has none.

    Calling it with a path below the root gives the bytes, or None where there is no such file.
    `wanted` has every path that it was called with.
    """

    root: Path
    wanted: set[str] = field(default_factory=set[str])
    contents: dict[str, bytes] = field(default_factory=dict[str, bytes])
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])

    def __call__(self, path: str) -> bytes | None:
        """Return the bytes of a file, or None; where that is a fault, `findings` has it."""
        self.wanted.add(path)
        if not os.path.lexists(self.root / path):
            return None
        read = read_file(self.root, path)
        if isinstance(read, Diagnostic):
            self.findings.append(read)
            return None
        self.contents[path] = read
        return read


def read_file(root: Path, path: str) -> bytes | Diagnostic:
    """Read a file below `root`: a regular one of a sane size that no link leads out to."""
    place = Place(path)
    try:
        path.encode()
        real = Path(os.path.realpath(root / path, strict=True))
        if not real.is_relative_to(os.path.realpath(root)):
            return LINK_OUTSIDE.at(place, "is a link to a file outside of the project")
        return _unfit(place, real.stat()) or real.read_bytes()
    except UnicodeEncodeError:
        return UNREADABLE_SOURCE.at(place, "the name of the file is not valid Unicode")
    except OSError as error:
        if (root / path).is_symlink() and error.errno in (errno.ENOENT, errno.ELOOP):
            return LINK_OUTSIDE.at(place, "is a link that leads nowhere")
        return UNREADABLE_SOURCE.at(place, f"cannot be read: {error.strerror}")


def _unfit(place: Place, status: os.stat_result) -> Diagnostic | None:
    if not stat.S_ISREG(status.st_mode):
        return UNREADABLE_SOURCE.at(place, "is not a regular file")
    if status.st_size > MAX_SIZE:
        return OVERSIZED_FILE.at(place, f"is larger than {MAX_SIZE // 2**20} MiB")
    return None


def _nothing(project: Project, index: int, pattern: str) -> Diagnostic:
    hint = None
    if is_below(PurePosixPath(pattern).parts, PurePosixPath(project.config.out).parts):
        hint = "files in the output folder are never definition files"
    elif not any(map(is_pattern, PurePosixPath(pattern).parts)):
        exists = os.path.lexists(project.root / pattern)
        hint = None if exists else "there is no such file or folder"
    message = f'"{pattern}" matches no definition file'
    return NO_SOURCES.at(project.place("sources", index), message, hint=hint)


@dataclass(frozen=True)
class _Search:
    """One pass over the folders that a pattern can match in; adds to `findings` and `folders`."""

    project: Project
    findings: list[Diagnostic]
    folders: set[str]

    def paths(self, pattern: str) -> Iterator[str]:
        """Yield the files that match, as paths below the root."""
        base, rest = split(pattern)
        start = self.project.root.joinpath(*base)
        if self._is_output(base) or not os.path.lexists(start):
            return
        if not start.is_dir():
            if not rest:
                yield "/".join(base)
        elif self._is_inside(start, base):
            for found in self._walk(start, base, rest or ("**",)):
                if is_definition(found[-1]):
                    yield "/".join(found)

    def _walk(self, start: Path, base: Parts, pattern: Parts) -> Iterator[Parts]:
        """Yield every file below a folder that fits a pattern, as parts below the root."""
        waiting = [(start, base)]
        while waiting:
            folder, above = waiting.pop()
            for entry in self._entries(folder, above):
                below = (*above, entry.name)
                if entry.name.startswith(".") or self._is_output(below):
                    continue
                if not _is_folder(entry):
                    if fits(below[len(base) :], pattern):
                        yield below
                elif leads(below[len(base) :], pattern) and not _is_foreign(entry):
                    if entry.is_symlink():
                        self._skip(below)
                    else:
                        waiting.append((folder / entry.name, below))

    def _entries(self, folder: Path, parts: Parts) -> "list[os.DirEntry[str]]":
        self.folders.add("/".join(parts))
        try:
            with os.scandir(folder) as entries:
                return list(entries)
        except OSError as error:
            message = f"the folder cannot be read: {error.strerror}"
            self.findings.append(UNREADABLE_SOURCE.at(Place("/".join(parts)), message))
            return []

    def _is_output(self, parts: Parts) -> bool:
        return is_below(parts, PurePosixPath(self.project.config.out).parts)

    def _is_inside(self, folder: Path, parts: Parts) -> bool:
        inside = folder.resolve().is_relative_to(self.project.root.resolve())
        if not inside:
            message = "is a link to a folder outside of the project"
            self.findings.append(LINK_OUTSIDE.at(Place("/".join(parts)), message))
        return inside

    def _skip(self, parts: Parts) -> None:
        message = "the folder is a link and is not searched"
        hint = "name the folder that it leads to in `sources`"
        self.findings.append(LINKED_FOLDER.at(Place("/".join(parts)), message, hint=hint))


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads back to itself
        return False


def _is_foreign(folder: "os.DirEntry[str]") -> bool:
    """Tell whether a folder holds other people's files: packages or a virtual environment."""
    return folder.name in SKIPPED or Path(folder.path, "pyvenv.cfg").exists()
