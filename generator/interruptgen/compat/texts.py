"""A regular expression of ECMAScript -> texts that it probably matches.

Only what schemas use is understood, and what a look-around demands is left to chance.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

from interruptgen.compat.cursor import CONTROLS, Cursor
from interruptgen.compat.world import matches

Maker: TypeAlias = Callable[[Random], str]

_MOST_REPEATS: Final = 3
_MOST_COUNTED: Final = 2000
_ANY: Final = "a0 -_.Z"
_SETS: Final = {
    "d": "0123456789",
    "w": "abcxyzABZ0189_",
    "s": " ",
    "D": "abz -",
    "W": " -.!",
    "S": "abz019-",
}
_AROUND: Final = ("b", "0", "A", "-", " ", "xyz", "_", "é")
_OUTSIDE: Final = "aZ0 _-.!~é/:@#x"
"""Where a set that excludes characters picks from."""


@lru_cache(maxsize=512)
def samples(pattern: str, count: int = 6) -> tuple[str, ...]:
    """Return up to `count` different texts that a pattern matches, always the same ones."""
    random = Random(1)
    found: dict[str, None] = {}
    try:
        maker = _Reader(pattern).alternatives()
    except (IndexError, ValueError, RecursionError):
        return ()
    for _ in range(4 * count):
        text = maker(random)
        if len(found) < count and text not in found and matches(pattern, text):
            found[text] = None
    return tuple(found)


@dataclass
class _Reader(Cursor):
    """Reads a pattern once, from left to right."""

    groups: list[str] = field(default_factory=list[str])
    """What the groups were when the last text was made."""

    def alternatives(self) -> Maker:
        """Read alternatives up to the end of the group."""
        branches = [self._sequence()]
        while self.take("|"):
            branches.append(self._sequence())
        return lambda random: random.choice(branches)(random)

    def _sequence(self) -> Maker:
        parts: list[Maker] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts.append(self._repeated(self._atom()))
        return lambda random: "".join(part(random) for part in parts)

    def _repeated(self, one: Maker) -> Maker:
        least, most = self._counts()
        self.take("?")
        if (least, most) == (1, 1):
            return one
        return lambda random: "".join(one(random) for _ in range(random.randint(least, most)))

    def _counts(self) -> tuple[int, int]:
        if self.take("*"):
            return 0, _MOST_REPEATS
        if self.take("+"):
            return 1, _MOST_REPEATS
        if self.take("?"):
            return 0, 1
        end = self.pattern.find("}", self.at)
        inside = self.pattern[self.at + 1 : end]
        if not self.pattern.startswith("{", self.at) or not inside[:1].isdigit():
            return 1, 1
        self.at = end + 1
        low, comma, most = inside.partition(",")
        least = min(int(low), _MOST_COUNTED)
        if not comma:
            return least, least
        return least, min(int(most), _MOST_COUNTED) if most else least + _MOST_REPEATS

    def _atom(self) -> Maker:
        character = self.next()
        match character:
            case "(":
                return self._group()
            case "[":
                return _one_of(self._set())
            case "\\":
                return self._reference() or _one_of(self._escape())
            case ".":
                return _one_of(_ANY)
            case "^" | "$":
                return _one_of("")
            case _:
                return _one_of(character)

    def _group(self) -> Maker:
        looks = self.pattern.startswith(("?=", "?!", "?<=", "?<!"), self.at)
        group = None if self.pattern.startswith("?:", self.at) or looks else len(self.groups)
        if group is not None:
            self.groups.append("")
        if self.take("?"):
            if looks or not self.take("<"):
                while self.pattern[self.at] in "<=!:":
                    self.at += 1
            else:
                self.at = self.pattern.index(">", self.at) + 1
        inside = self.alternatives()
        if not self.take(")"):
            raise ValueError(self.pattern)
        if group is None:
            return _one_of("") if looks else inside
        return lambda random: self._kept(group, inside(random))

    def _kept(self, group: int, text: str) -> str:
        self.groups[group] = text
        return text

    def _reference(self) -> Maker | None:
        """Read the number of a back-reference."""
        digit = self.pattern[self.at]
        if digit not in "123456789":
            return None
        self.at += 1
        return lambda _: self.groups[int(digit) - 1] if int(digit) <= len(self.groups) else ""

    def _set(self) -> str:
        excludes = self.take("^")
        found = ""
        while not self.take("]"):
            low = self._member()
            if self.pattern.startswith("-", self.at) and self.pattern[self.at + 1] != "]":
                self.at += 1
                high = self._member()
                found += _between(low, high)
            else:
                found += low
        return "".join(one for one in _OUTSIDE if one not in found) if excludes else found

    def _member(self) -> str:
        character = self.next()
        if character != "\\":
            return character
        if self.take("b"):
            return "\b"
        return self._escape()

    def _escape(self) -> str:
        """Return the characters that an escape stands for."""
        name = self.next()
        if name in "pP":
            inside = self.pattern[self.at + 1 : self.pattern.index("}", self.at)]
            self.at += len(inside) + 2
            return _property(inside, name == "P")
        if name in "xu":
            return self._code(name)
        if name in "bB":
            return ""
        return _SETS.get(name) or CONTROLS.get(name) or name

    def _code(self, name: str) -> str:
        if self.take("{"):
            digits = self.pattern[self.at : self.pattern.index("}", self.at)]
            self.at += 1
        else:
            digits = self.pattern[self.at : self.at + (2 if name == "x" else 4)]
        self.at += len(digits)
        return chr(int(digits, 16))


def _one_of(characters: Sequence[str]) -> Maker:
    return lambda random: random.choice(characters) if characters else ""


def _between(low: str, high: str) -> str:
    """Return some characters of a range, its ends among them."""
    first, last = ord(low[-1:]), ord(high[:1])
    step = max(1, (last - first) // 12)
    return "".join(map(chr, (*range(first, last + 1, step), last)))


def _property(name: str, is_excluded: bool) -> str:
    if is_excluded:
        return "- 0" if name.startswith("L") else "ab-"
    if name.startswith("N"):
        return "0189"
    if name.startswith(("P", "S")):
        return "-!."
    return "ABZ" if name == "Lu" else "abzé"


def padded(pattern: str, least: int, most: int | None) -> tuple[str, ...]:
    """Return texts that a pattern matches and that have at least and at most so many characters."""
    found = [*samples(pattern, 24)]
    for text in samples(pattern, 3):
        missing = min(least, _MOST_COUNTED) - len(text)
        found += [text + one * missing for one in "a0A-" if missing > 0]
        found += [one * missing + text for one in "a0A-" if missing > 0]
        found += [text[:most], *(text + one for one in _AROUND), *(one + text for one in _AROUND)]
    fitting = (one for one in found if len(one) >= least and (most is None or len(one) <= most))
    return tuple(one for one in dict.fromkeys(fitting) if matches(pattern, one))
