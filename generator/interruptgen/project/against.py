"""What was asked to compare with -> the project at that revision, or why it cannot be read."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.project.git import Repository, Trouble, open_repository
from interruptgen.project.revision import Absent, Revision, open_revision
from interruptgen.rules.revisions import MISSING_REVISION, NO_PROJECT_BEFORE, NO_REPOSITORY

_DEFAULTS = ("HEAD", "main", "master")
"""The names that the default branch may have on the remote; `HEAD` says which one it is."""

_ID = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_OWNERSHIP = "dubious ownership"


@dataclass(frozen=True)
class Nothing:
    """There was nothing before: everything is new; `name` says what was looked at."""

    name: str


@dataclass(frozen=True)
class Base:
    """A commit to compare with: `folder` is where the project was in it, if that was said."""

    commit: str
    folder: str | None = None

    @property
    def short(self) -> str:
        """The beginning of the commit's id."""
        return self.commit[:7]


def find_before(
    root: Path, against: str | None, config_name: str | None = None
) -> Revision | Nothing | tuple[Diagnostic, ...]:
    """Find the project in a folder as it was at a revision.

    `against` is a revision, or `REVISION:FOLDER` where the project was in another folder of the
    repository. Without it, it is the commit where the default branch of the remote was left, or the
    last commit if there is no such branch. `config_name` is the name of the configuration's file.
    """
    repository = open_repository(root)
    if isinstance(repository, Trouble):
        return (_no_repository(repository),)
    base = _base(repository, against)
    if isinstance(base, Diagnostic):
        return (base,)
    if isinstance(base, Nothing):
        return base
    prefix = repository.prefix if base.folder is None else _as_prefix(base.folder)
    found = open_revision(repository, base.commit, prefix, config_name)
    if not isinstance(found, Absent):
        return found
    return _absent(repository, base, against or base.short, found)


def _absent(
    repository: Repository, base: Base, against: str, absent: Absent
) -> Nothing | tuple[Diagnostic, ...]:
    """Tell a project that is new from one that was not looked for where it was."""
    if base.folder is not None and _as_prefix(base.folder) != repository.prefix:
        return (_nowhere(base, base.folder),)
    if absent.elsewhere and base.folder is None:
        return (_moved(repository, against, absent),)
    return Nothing(base.short)


def _base(repository: Repository, against: str | None) -> Base | Nothing | Diagnostic:
    if against is None:
        return _default(repository)
    revision, colon, folder = against.partition(":")
    commit = repository.commit(revision)
    if commit is None:
        return _missing(repository, revision)
    return Base(commit, folder if colon else None)


def _default(repository: Repository) -> Base | Nothing | Diagnostic:
    """Return where the default branch was left; fail where a shallow clone does not know it."""
    head = repository.commit("HEAD")
    if head is None:
        return Nothing("nothing")
    remote = repository.remote()
    names = [f"refs/remotes/{remote}/{name}" for name in _DEFAULTS] if remote else []
    tip = next((commit for name in names if (commit := repository.commit(name))), None)
    base = repository.merge_base(head, tip) if tip else head
    if base and (tip or not (remote and repository.is_shallow())):
        return Base(base)
    if tip is None:
        return _unknown_default(remote or "origin")
    message = "the history that was fetched does not reach where the default branch was left"
    hint = f"run `git fetch --unshallow {remote}`, or name a revision with --against"
    return MISSING_REVISION.at(_PLACE, message, hint=hint)


_PLACE = Place(".")


def _unknown_default(remote: str) -> Diagnostic:
    message = "the clone is shallow, and has no default branch to compare with"
    line = f"git fetch --depth=1 {remote} +main:refs/remotes/{remote}/main"
    hint = f"run `{line}`, with the name of your branch, and compare --against {remote}/main"
    return MISSING_REVISION.at(_PLACE, message, hint=hint)


def _missing(repository: Repository, revision: str) -> Diagnostic:
    if ".." in revision:  # which no name of a revision has
        message = f"`{revision}` is a range, and a comparison is with one revision"
        hint = "name the older one: the newer state is the working tree"
        return MISSING_REVISION.at(_PLACE, message, hint=hint)
    message = f"there is no revision `{revision}` in the repository"
    remote = repository.remote()
    if remote is None or revision.startswith("-") or not revision.isprintable():
        return MISSING_REVISION.at(_PLACE, message)
    fetching = _fetching(remote, revision, repository.is_shallow())
    return MISSING_REVISION.at(_PLACE, message, hint=fetching)


def _fetching(remote: str, revision: str, is_shallow: bool) -> str | None:
    """Say how to fetch a revision: a whole clone stays whole, and a shallow one small."""
    if re.search(r"[~^@{]", revision):
        return f"run `git fetch --unshallow {remote}`" if is_shallow else None
    fetch = f"git fetch --depth=1 {remote}" if is_shallow else f"git fetch {remote}"
    if _ID.fullmatch(revision):
        return f"run `{fetch} {revision}`"
    branch = revision.removeprefix(f"{remote}/")
    wanted = shlex.quote(f"+{branch}:refs/remotes/{remote}/{branch}")
    other = "" if branch != revision else f", and compare --against {remote}/{branch}"
    return f"run `{fetch} {wanted}`{other}"


def _no_repository(trouble: Trouble) -> Diagnostic:
    hint = "name both states: `interruptgen diff OLD NEW` takes files and folders"
    if _OWNERSHIP in trouble.message:
        hint = 'run `git config --global --add safe.directory "$PWD"` if you trust the repository'
    return NO_REPOSITORY.at(_PLACE, f"git cannot be asked: {trouble.message}", hint=hint)


def _nowhere(base: Base, folder: str) -> Diagnostic:
    message = f"at {base.short} there is no configuration in `{folder}`"
    hint = "say where the project was: the folder, from the root of the repository"
    return NO_PROJECT_BEFORE.at(_PLACE, message, hint=hint)


def _moved(repository: Repository, against: str, absent: Absent) -> Diagnostic:
    here = repository.prefix or "the root of the repository"
    first, *_ = absent.elsewhere
    message = f"at {against} there is no configuration in {here}, but {first} has gone since"
    was = shlex.quote(f"{against}:{next(_folders(absent), 'FOLDER')}")
    same = shlex.quote(f"{against}:{repository.prefix.rstrip('/') or '.'}")
    hint = f"if the project has moved, compare --against {was}; if it is new, --against {same}"
    return NO_PROJECT_BEFORE.at(_PLACE, message, hint=hint)


def _folders(absent: Absent) -> Iterator[str]:
    """Yield the folders of the configurations that have gone."""
    for path in absent.elsewhere:
        folder, _, name = path.rpartition("/")
        if name.endswith(".toml"):
            yield folder or "."


def _as_prefix(folder: str) -> str:
    plain = folder.strip("/")
    return "" if plain in ("", ".") else plain + "/"
