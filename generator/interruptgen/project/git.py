"""A folder in a git repository -> its revisions and what stands in them, by git's plumbing alone.

Nothing is checked out, fetched or written, and no filter or hook of the repository runs.
"""

import os
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

SECONDS = 60
_LINK = "120000"
_FILES = frozenset({"100644", "100755", "100664"})
_OF_A_HOOK = frozenset({"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"})
"""What a hook of git finds in its environment: it would move the repository to the folder."""


@dataclass(frozen=True)
class Trouble:
    """Why git gives no answer, in its own words where it has any."""

    message: str


@dataclass(frozen=True)
class Entry:
    """A file in the tree of a commit: its object's id, and whether it is a symbolic link."""

    id: str
    is_link: bool


@dataclass(frozen=True)
class Repository:
    """The repository that a folder is in.

    `prefix` leads from the root of the repository to `folder`: empty, or ending in a slash.
    """

    folder: Path
    prefix: str

    def commit(self, revision: str) -> str | None:
        """Return the id of the commit that a revision names, None where it is not there."""
        if revision.startswith("-") or not revision.isprintable():
            return None
        return _line(self._git("rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"))

    def merge_base(self, one: str, other: str) -> str | None:
        """Return the best common ancestor of two commits, None where none is known."""
        return _line(self._git("merge-base", one, other))

    def is_shallow(self) -> bool:
        """Tell whether a part of the history was left out when the repository was cloned."""
        return _line(self._git("rev-parse", "--is-shallow-repository")) == "true"

    def remote(self) -> str | None:
        """Return the name of the remote to fetch from: `origin`, else the first one."""
        names = (_text(self._git("remote")) or "").split()
        return "origin" if "origin" in names else next(iter(names), None)

    def files(self, commit: str, paths: Iterable[str]) -> Mapping[str, Entry]:
        """Return the files in a commit that are one of `paths` or below one, by path.

        Paths begin at the root of the repository; an empty one stands for everything.
        """
        wanted = list(paths)
        limits = [] if "" in wanted else wanted
        if not wanted:
            return {}
        command = ("ls-tree", "-r", "-z", "--full-tree", commit, "--", *limits)
        return dict(_entries(self._git(*command) or b""))

    def blobs(self, names: Sequence[str]) -> Mapping[str, bytes]:
        """Return the contents of objects by id or `COMMIT:PATH`; without those not there.

        Paths begin at the root of the repository.
        """
        sound = [name for name in dict.fromkeys(names) if "\n" not in name]
        if not sound:
            return {}
        output = self._git("cat-file", "--batch", given="\n".join([*sound, ""]).encode())
        return dict(_objects(sound, output or b""))

    def _git(self, *arguments: str, given: bytes = b"") -> bytes | None:
        done = _run(self.folder, arguments, given)
        return done.stdout if not isinstance(done, Trouble) and done.returncode == 0 else None


def open_repository(folder: Path) -> Repository | Trouble:
    """Find the repository that a folder is in, or say why there is none to be read."""
    done = _run(folder, ("rev-parse", "--show-prefix"), b"")
    if isinstance(done, Trouble):
        return done
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().splitlines()
        message = said[0].removeprefix("fatal: ") if said else "git failed"
        is_outside = message.startswith("not a git repository")
        return Trouble("the folder is in no repository" if is_outside else message)
    prefix = done.stdout.decode(errors="surrogateescape").removesuffix("\n")
    return Repository(folder, prefix)


def _run(
    folder: Path, arguments: Sequence[str], given: bytes
) -> "subprocess.CompletedProcess[bytes] | Trouble":
    kept = {key: value for key, value in os.environ.items() if key not in _OF_A_HOOK}
    quiet = {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0"}
    try:
        return subprocess.run(
            ["git", *arguments],
            cwd=folder,
            env={**kept, **quiet},
            input=given,
            capture_output=True,
            timeout=SECONDS,
            check=False,
        )
    except FileNotFoundError:
        return Trouble("git is not installed, or not on the PATH")
    except subprocess.TimeoutExpired:
        return Trouble(f"git did not answer in {SECONDS} seconds")
    except (OSError, ValueError) as error:
        return Trouble(f"git cannot be run: {error}")


def _entries(output: bytes) -> Iterator[tuple[str, Entry]]:
    for line in output.split(b"\0"):
        about, tab, path = line.partition(b"\t")
        mode, _, rest = about.decode("ascii", errors="replace").partition(" ")
        if tab and (mode in _FILES or mode == _LINK):
            name = path.decode(errors="surrogateescape")
            yield name, Entry(rest.rpartition(" ")[2], mode == _LINK)


def _objects(names: Sequence[str], output: bytes) -> Iterator[tuple[str, bytes]]:
    """Take the output of `cat-file --batch` apart: a line about each object, then its content."""
    at = 0
    for name in names:
        end = output.find(b"\n", at)
        if end < 0:
            return
        words = output[at:end].split()
        at = end + 1
        if len(words) == 3 and words[2].isdigit():
            size = int(words[2])
            if words[1] == b"blob":
                yield name, output[at : at + size]
            at += size + 1


def _text(output: bytes | None) -> str | None:
    return None if output is None else output.decode(errors="replace")


def _line(output: bytes | None) -> str | None:
    return (_text(output) or "").strip().partition("\n")[0] or None
