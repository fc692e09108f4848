"""Kinds of bad input: what git says about the project, which has changed since it was built."""

import json
import subprocess
from pathlib import Path

from hostile.breaking import both, file, link
from hostile.kind import CHANGED, LOCK, YAML, Kind, Spoil
from hostile.sandbox import write


def _git(root: Path, *arguments: str) -> None:
    identity = ("-c", "user.name=tests", "-c", "user.email=tests@example.org")
    subprocess.run(["git", *identity, *arguments], cwd=root, capture_output=True, check=True)


def _empty(root: Path) -> None:
    _git(root, "init", "-q")


def _commit(root: Path) -> None:
    _empty(root)
    _git(root, "add", "-A")
    _git(root, "commit", "-q", "-m", "all")


def _committed(content: str | bytes) -> Spoil:
    """Commit another lock than the one on disk."""

    def spoil(root: Path) -> None:
        lock = (root / LOCK).read_bytes()
        write(root / LOCK, content)
        _commit(root)
        write(root / LOCK, lock)

    return spoil


def _kind(name: str, spoil: Spoil) -> Kind:
    return Kind(f"repository: {name}", both(spoil, file(YAML, CHANGED)))


def _without_objects(root: Path) -> None:
    _commit(root)
    for path in (root / ".git/objects").glob("??/*"):
        path.chmod(0o644)
        path.write_bytes(b"")


REPOSITORIES = [
    _kind("without a commit", _empty),
    _kind("with the lock that is on disk", _commit),
    _kind("whose lock is empty", _committed("")),
    _kind("whose lock is binary", _committed(bytes(range(256)))),
    _kind("whose lock has conflict markers", _committed("<<<<<<< a\n{}\n=======\n{}\n>>>>>>> b\n")),
    _kind("whose lock is of a future format", _committed(json.dumps({"lockFormat": 99}))),
    _kind("whose lock is 100,000 levels deep", _committed("[" * 100_000)),
    _kind("whose lock has 20 MB", _committed(" " * (20 * 2**20))),
    _kind("that is cut off", both(_commit, file(".git/HEAD", "ref: "))),
    _kind("whose HEAD is binary", both(_commit, file(".git/HEAD", bytes(range(256))))),
    _kind("without its objects", _without_objects),
    _kind("whose configuration is broken", both(_commit, file(".git/config", "[core\n"))),
    _kind("that is elsewhere and gone", file(".git", "gitdir: /nowhere\n")),
    _kind("that is a link to itself", link(".git", ".git")),
    _kind("in a merge with nothing", both(_commit, file(".git/MERGE_HEAD", "0" * 40 + "\n"))),
    _kind("in a merge with no commit", both(_commit, file(".git/MERGE_HEAD", "x"))),
]
