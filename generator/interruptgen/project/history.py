"""A folder -> what git knows about it: a file's text in the last commit, its place in the tree."""

import subprocess
from pathlib import Path

_COMMITS = ("HEAD", "MERGE_HEAD")
_SECONDS = 20


def committed(root: Path, path: str) -> tuple[str, ...]:
    """Return the texts that a file below `root` has at git HEAD and in what is being merged.

    Empty where there is no git, no repository, no commit, or no such file in it.
    """
    contents = [_git(root, "cat-file", "blob", f"{commit}:./{path}") for commit in _COMMITS]
    return tuple(content.decode(errors="replace") for content in contents if content is not None)


def is_merging(root: Path) -> bool:
    """Tell whether a merge has begun in the repository and is not committed yet."""
    return _git(root, "rev-parse", "--verify", "--quiet", "MERGE_HEAD") is not None


def prefix(root: Path) -> str:
    """Return the way from the root of the repository to `root`: empty, or ending in a slash."""
    shown = _git(root, "rev-parse", "--show-prefix") or b""
    return shown.decode(errors="surrogateescape").removesuffix("\n")


def _git(root: Path, *arguments: str) -> bytes | None:
    command = ["git", *arguments]
    try:
        run = subprocess.run(command, cwd=root, capture_output=True, timeout=_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode == 0 else None
