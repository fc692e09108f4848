r"""A regular expression -> its back-reference to a group that may not have matched just once.

In ECMAScript a reference to a group without a match matches the empty text, a group is forgotten
whenever what repeats it begins again, and look-behind is matched from right to left (ECMA-262,
section 22.2.2). The engine fails, remembers, goes from left to right, and tries fewer ways to
repeat a group. Where a group has matched once before in the same turn, as in `(['"]).*\1`, both
do the same.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

_TOKENS: Final = re.compile(
    r"(?P<reference>\\(?:k<(?P<to>[^>]*)>|(?P<number>[1-9][0-9]*)))"
    r"|\\.|\[(?:\\.|[^\]\\])*\]"
    r"|(?P<opening>\()(?:\?(?P<kind><?[=!]|[^<]*?:|<(?P<name>[^>]*)>))?"
    r"|(?P<end>\))(?P<repeated>[*+?{])?"
    r"|(?P<alternative>\|)",
    re.DOTALL,
)
_BEHIND: Final = ("<=", "<!")


@dataclass(eq=False)
class _Group:
    """A group, or the whole pattern, which is within nothing."""

    within: "_Group | None" = None
    branch: int = 0
    """Which alternative of the outer group it is in."""

    kind: str = ""
    last: int = 0
    """The number of its last alternative so far."""

    ended: bool = False
    repeated: bool = False

    def around(self) -> Iterator[tuple["_Group", int]]:
        """Yield each group around this one, from the inside, with the alternative that it is in."""
        group = self
        while group.within:
            yield group.within, group.branch
            group = group.within

    def looks_behind(self) -> bool:
        """Tell whether it is matched from right to left."""
        return self.kind in _BEHIND or any(outer.kind in _BEHIND for outer, _ in self.around())


@dataclass(frozen=True)
class _Reference:
    text: str
    place: _Group
    """A group in its place, which it is the only content of."""

    target: _Group | None
    """The group that it means, if that has ended before."""


class _Reader:
    """Reads a pattern from left to right; its groups are complete at the end."""

    def __init__(self) -> None:
        self.references: list[_Reference] = []
        self._current = _Group()
        self._captures: list[_Group] = []
        self._named: dict[str, _Group] = {}

    def read(self, token: re.Match[str]) -> None:
        """Take the next token."""
        if token["reference"]:
            self._refer(token)
        elif token["opening"]:
            self._open(token)
        elif token["end"]:
            self._close(token)
        elif token["alternative"]:
            self._current.last += 1

    def _refer(self, token: re.Match[str]) -> None:
        if token["number"]:
            meant = self._captures[int(token["number"]) - 1 :][:1]
        else:
            meant = [one for name, one in self._named.items() if name == token["to"]]
        target = meant[0] if meant and meant[0].ended else None
        place = _Group(self._current, self._current.last)
        self.references.append(_Reference(token[0], place, target))

    def _open(self, token: re.Match[str]) -> None:
        self._current = _Group(self._current, self._current.last, token["kind"] or "")
        if token["name"] or not token["kind"]:
            self._captures.append(self._current)
        if token["name"]:
            self._named[token["name"]] = self._current

    def _close(self, token: re.Match[str]) -> None:
        self._current.ended = True
        self._current.repeated = token["repeated"] is not None
        self._current = self._current.within or self._current


def loose_reference(pattern: str) -> str | None:
    """Return the first back-reference to a group that may not have matched once, as written."""
    reader = _Reader()
    for token in _TOKENS.finditer(pattern):
        reader.read(token)
    return next((one.text for one in reader.references if not _is_certain(one)), None)


def _is_certain(reference: _Reference) -> bool:
    """Tell whether the group has matched once, in the same turn, wherever this is tried."""
    inner = reference.target
    if not inner or reference.place.looks_behind():
        return False
    places = dict(reference.place.around())
    for outer, branch in inner.around():
        if inner.repeated:
            return False
        if outer in places:
            return places[outer] == branch
        if outer.last or outer.kind.endswith("!"):
            return False
        inner = outer
    return False
