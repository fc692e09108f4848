"""What a pattern of `sources` stands for: names and paths -> is it one of the definition files."""

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import PurePosixPath
from typing import TypeAlias

from interruptgen.lock import LOCK_NAME

SKIPPED = frozenset({"node_modules", "__pycache__"})
"""Folders of other people's files, which a folder or a pattern does not stand for."""

_SUFFIXES = (".yaml", ".yml", ".json")
_SCHEMA_SUFFIXES = tuple(f".schema{suffix}" for suffix in _SUFFIXES)
_ENVIRONMENT = "pyvenv.cfg"

Parts: TypeAlias = tuple[str, ...]


def split(pattern: str) -> tuple[Parts, Parts]:
    """Split a pattern into the names that it begins with, and the rest, which has wildcards."""
    parts = PurePosixPath(pattern).parts
    fixed = next((at for at, part in enumerate(parts) if is_pattern(part)), len(parts))
    return parts[:fixed], parts[fixed:]


def matching(patterns: Iterable[str], out: str, paths: Iterable[str]) -> Iterator[str]:
    """Yield the paths, of all files there are, that the patterns stand for.

    `out` is the output folder. All paths are below the folder of the configuration. Nothing is
    looked up: where files are listed instead of searched for, as in a commit of git.
    """
    listed = [tuple(path.split("/")) for path in paths]
    foreign = {parts[:-1] for parts in listed if parts[-1] == _ENVIRONMENT}
    generated = PurePosixPath(out).parts
    ways = [split(pattern) for pattern in patterns]
    for parts in listed:
        if not is_below(parts, generated) and any(_is_match(parts, *way, foreign) for way in ways):
            yield "/".join(parts)


def _is_match(parts: Parts, start: Parts, rest: Parts, foreign: set[Parts]) -> bool:
    if parts == start:
        return not rest
    below = parts[len(start) :]
    if not is_below(parts, start) or not is_definition(parts[-1]):
        return False
    if any(name.startswith(".") for name in below) or SKIPPED.intersection(below[:-1]):
        return False
    between = range(len(start) + 1, len(parts))
    return not any(parts[:end] in foreign for end in between) and fits(below, rest or ("**",))


def is_definition(name: str) -> bool:
    """Tell whether a file may be a definition file by its name."""
    return name.endswith(_SUFFIXES) and not name.endswith(_SCHEMA_SUFFIXES) and name != LOCK_NAME


def is_pattern(part: str) -> bool:
    """Tell whether a part of a path has wildcards."""
    return any(character in part for character in "*?[")


def is_below(parts: Parts, folder: Parts) -> bool:
    """Tell whether a path is that of a folder or of something in it."""
    return parts[: len(folder)] == folder


def leads(parts: Parts, pattern: Parts) -> bool:
    """Tell whether something below a folder can fit a pattern."""
    if not pattern or pattern[0] == "**":
        return bool(pattern)
    return not parts or (fnmatchcase(parts[0], pattern[0]) and leads(parts[1:], pattern[1:]))


@lru_cache(maxsize=2**16)
def fits(parts: Parts, pattern: Parts) -> bool:
    """Tell whether a file fits a pattern."""
    if not pattern:
        return not parts
    if pattern[0] == "**":
        return fits(parts, pattern[1:]) or (bool(parts) and fits(parts[1:], pattern))
    return bool(parts) and fnmatchcase(parts[0], pattern[0]) and fits(parts[1:], pattern[1:])
