"""What a comparison was asked about -> both sides with their files, or why there are none."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import typer

from interruptgen.cli.workspace import Where, Workspace
from interruptgen.diff.sides import Side, blob_id
from interruptgen.lock import LOCK_NAME
from interruptgen.project import locate, sources
from interruptgen.project.against import Nothing, find_before
from interruptgen.project.config import DEDICATED, Config, DiffConfig
from interruptgen.project.locate import Project, Unusable
from interruptgen.project.revision import Revision
from interruptgen.project.sources import References

_SHA1 = "0" * 40


@dataclass(frozen=True)
class Opened:
    """Both sides, and the project that the new one is, for what it configures and accepts.

    `root` is the folder that paths of the new side are below. `text` gives the text of a file
    outside of the definitions, such as the configuration.
    """

    old: Side
    new: Side
    root: Path
    settings: DiffConfig = field(default_factory=DiffConfig)
    text: Callable[[str], str | None] = lambda _: None


def against_revision(where: Where, against: str | None) -> Opened | Unusable:
    """Open the project in the working tree, and as it was at a revision."""
    workspace = Workspace.open(where)
    if isinstance(workspace, Unusable):
        return workspace
    project = workspace.project
    before = find_before(project.root, against, project.config_name)
    if isinstance(before, tuple):
        return Unusable(project.root, before)
    if isinstance(before, Nothing):
        old, like = _empty(before.name), _SHA1
    else:
        old, like = _of_revision(before), before.commit
    new = of_workspace(workspace, "the working tree", "", like)
    return Opened(old, new, project.root, project.config.diff, workspace.source)


def of_two(old: Path, new: Path) -> Opened | Unusable:
    """Open two files or two folders; a folder with a configuration is a project."""
    name = new.name if old.is_file() and new.is_file() else None
    sides = [_of_path(path, name) for path in (old, new)]
    for one in sides:
        if isinstance(one, Unusable):
            return one
    before, after = [one for one in sides if not isinstance(one, Unusable)]
    return replace(after, old=before.new)


def of_driver(given: Sequence[str]) -> Opened | Unusable:
    """Open the two states of one file, as git gives them to a diff driver.

    They are the path, then file, id and mode of the old state, and of the new one; for a renamed
    file its new path follows. What the file refers to is read from the working tree.
    """
    if len(given) not in (7, 9):
        raise typer.BadParameter("git gives 7 arguments, or 9", param_hint="--git-driver")
    path = Path(given[7] if len(given) == 9 else given[0])
    found = locate.find(path.absolute().parent)
    root = Path.cwd() if isinstance(found, Unusable) else found.root
    called = path.absolute().relative_to(root).as_posix()
    states = [
        of_files(_content(called, file), root, side, f"{side}/{path.parent.as_posix()}/")
        for side, file in (("a", given[1]), ("b", given[4]))
    ]
    old, new = (replace(one, names={called: f"{one.name}/{path.as_posix()}"}) for one in states)
    return Opened(old, new, root)


def _content(path: str, file: str) -> dict[str, bytes]:
    """Return a state of a file, or nothing for the null device, which stands for no file."""
    return {} if file == os.devnull else {path: Path(file).read_bytes()}


def _of_path(path: Path, name: str | None) -> Opened | Unusable:
    """Open a file, under another name if one is given, or a folder; it is the new side of two."""
    shown = path.as_posix()
    if path.is_file():
        called = name or path.name
        side = of_files({called: path.read_bytes()}, path.parent, shown)
        return Opened(_empty("nothing"), replace(side, names={called: shown}), path.parent)
    prefix = "" if shown == "." else f"{shown.rstrip('/')}/"
    project = locate.find(path)
    if isinstance(project, Unusable) or project.root != path.absolute():
        if isinstance(project, Unusable) and project.root == path.absolute() and project.texts:
            return project
        plain = Project(path.absolute(), Config((".",), LOCK_NAME), DEDICATED, "")
        collected = sources.collect(plain)
        return Opened(_empty("nothing"), of_files(collected.files, path, shown, prefix), path)
    workspace = Workspace(project, sources.collect(project), References(project.root))
    side = of_workspace(workspace, shown, prefix)
    settings = project.config.diff
    return Opened(_empty("nothing"), side, project.root, settings, workspace.source)


def of_workspace(workspace: Workspace, name: str, prefix: str, like: str = _SHA1) -> Side:
    """Return a project on the disk as a side; `like` is an id of the form that ids are to have."""
    files, references = workspace.collected.files, workspace.references
    lock = workspace.output(LOCK_NAME)
    return Side(
        name=name,
        prefix=prefix,
        files={path: blob_id(content, like) for path, content in files.items()},
        load=_loader(files),
        read=references,
        ids=_identifier(references, like),
        lock=None if lock is None else lock.encode(),
        findings=workspace.collected.diagnostics,
    )


def of_files(files: Mapping[str, bytes], root: Path, name: str, prefix: str = "") -> Side:
    """Return files without a configuration as a side; what they refer to is below `root`."""
    references = References(root)
    return Side(
        name=name,
        prefix=prefix,
        files={path: blob_id(content, _SHA1) for path, content in files.items()},
        load=_loader(files),
        read=references,
        ids=_identifier(references, _SHA1),
    )


def _empty(name: str) -> Side:
    return Side(name, f"{name}:", {}, _loader({}), lambda _: None, lambda _: {})


def _of_revision(revision: Revision) -> Side:
    files = revision.sources()
    short = revision.commit[:7]

    def load(paths: Iterable[str]) -> Mapping[str, bytes]:
        wanted = {path: files[path] for path in paths if path in files}
        contents = revision.contents(wanted.values())
        return {path: contents[id] for path, id in wanted.items() if id in contents}

    return Side(
        name=short,
        prefix=f"{short}:{revision.prefix}",
        files=files,
        load=load,
        read=revision.read,
        ids=revision.ids,
        lock=revision.lock(),
    )


def _loader(files: Mapping[str, bytes]) -> Callable[[Iterable[str]], Mapping[str, bytes]]:
    return lambda paths: {path: files[path] for path in paths if path in files}


def _identifier(references: References, like: str) -> Callable[[Iterable[str]], Mapping[str, str]]:
    def ids(paths: Iterable[str]) -> Mapping[str, str]:
        contents = {path: references(path) for path in paths}
        return {path: blob_id(one, like) for path, one in contents.items() if one is not None}

    return ids
