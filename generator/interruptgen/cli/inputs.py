"""An opened project -> everything that its build reads, to be compared with a later look."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interruptgen.cli.workspace import Workspace
from interruptgen.diagnostics import Diagnostic
from interruptgen.project.locate import Unusable
from interruptgen.project.sources import References


@dataclass(frozen=True)
class Seen:
    """What a build reads: two of them are equal where two builds would read the same.

    `contents` holds the configuration, the sources and the files that references name by their
    paths, None for a file that is not there. `folders` are where any of it can change.
    """

    contents: Mapping[str, bytes | None]
    diagnostics: tuple[Diagnostic, ...]
    wanted: frozenset[str]
    """The files that references name."""
    folders: frozenset[Path] = field(compare=False)

    def changes(self, later: "Seen") -> list[str]:
        """Return the paths whose contents differ, sorted."""
        paths = sorted({*self.contents, *later.contents})
        return [path for path in paths if self.contents.get(path) != later.contents.get(path)]


def seen_by(opened: Workspace | Unusable) -> Seen:
    """Return what the build of a workspace has read."""
    if isinstance(opened, Unusable):
        return _seen(opened, References(opened.root))
    return _seen(opened, opened.references)


def look(opened: Workspace | Unusable, wanted: Iterable[str]) -> Seen:
    """Return what a build would read if its references still named the files in `wanted`."""
    root = opened.root if isinstance(opened, Unusable) else opened.project.root
    references = References(root)
    for path in wanted:
        references(path)
    return _seen(opened, references)


def _seen(opened: Workspace | Unusable, references: References) -> Seen:
    wanted = frozenset(references.wanted)
    named = {path: references.contents.get(path) for path in wanted}
    if isinstance(opened, Unusable):
        texts = {name: text.encode() for name, text in opened.texts.items()}
        found = {**named, **texts}
        return Seen(found, opened.diagnostics, wanted, _folders(opened.root, found))
    project, collected = opened.project, opened.collected
    found = {**named, **collected.files, project.config_name: project.config_text.encode()}
    places = [*found, *collected.folders, *project.config.sources]
    return Seen(found, collected.diagnostics, wanted, _folders(project.root, places))


def _folders(root: Path, paths: Iterable[str]) -> frozenset[Path]:
    """Return the root, and for each path below it the folder that a change of it shows in.

    Where a link is on the way, what it leads to counts as well. What is not there yet will come to
    be in the nearest folder above it that is.
    """
    places = {root, *(root / path for path in paths)}
    ways = {*places, *(place.parent for place in places if place != root)}
    return frozenset(_nearest(Path(os.path.realpath(way))) for way in ways)


def _nearest(place: Path) -> Path:
    """Return the place itself where it is a folder, or the nearest one above it."""
    return next(filter(_is_folder, (place, *place.parents)), place)


def _is_folder(place: Path) -> bool:
    try:
        return place.is_dir()
    except OSError:  # in a folder that this user may not look into
        return False
