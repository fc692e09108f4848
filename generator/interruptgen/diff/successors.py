"""The classes of a package before and after -> what has become of each: a name for each name.

A class that keeps its name is the same to whoever imports it, wherever its schema stands. Of the
others, a slot's own is what the slot has now; one is followed to the same place in its schema, and
last to where the fields lead that hold it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from interruptgen.python.views import OutlinedClass

_WORD = re.compile(r"\w+")

Classes = Mapping[str, OutlinedClass]


def successors(before: Classes, after: Classes, roots: Mapping[str, str]) -> dict[str, str]:
    """Return the new name of each class that has one; `roots` are those of slots."""
    found = {**{name: name for name in before if name in after}, **roots}
    places = {(one.owner, one.pointer): one.name for one in after.values()}
    for one in before.values():
        at = places.get((found.get(one.owner, one.owner), one.pointer))
        if one.name not in found and at is not None and at not in found.values():
            found[one.name] = at
    while more := dict(_held(before, after, found)):
        found |= more
    return found


def _held(before: Classes, after: Classes, found: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield what is held where something else was, and where nothing else has changed."""
    for old, new in found.items():
        if old not in before or new not in after:
            continue
        for was, now in _types(before[old], after[new]):
            gone = sorted({one for one in _names(was) if one in before and one not in found})
            come = sorted({one for one in _names(now) if one in after} - {*found.values()})
            if len(gone) == len(come) == 1:
                yield gone[0], come[0]
                return


def _types(old: OutlinedClass, new: OutlinedClass) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    yield old.type, new.type
    fields = {field.key: field.type for field in new.fields}
    for field in old.fields:
        if field.key in fields:
            yield field.type, fields[field.key]


def _names(type: Sequence[str]) -> Iterator[str]:
    for one in type:
        if not one.startswith("Literal["):
            yield from _WORD.findall(one)
