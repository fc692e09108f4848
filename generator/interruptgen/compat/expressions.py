"""A regular expression of ECMAScript (flag `u`) -> an automaton of the texts that have a match.

What an automaton cannot be made of is refused: look-around, back-references, word boundaries and
properties of Unicode, and what would have too many states.
"""

import re
from collections.abc import Callable
from typing import Final, TypeAlias

from interruptgen.compat.automata import Automaton, Unfit
from interruptgen.compat.characters import (
    ANY,
    DIGITS,
    LAST,
    LINES,
    SPACES,
    WORDS,
    Ranges,
    is_one,
    one,
    others,
)
from interruptgen.compat.cursor import CONTROLS, Cursor

_COUNTS: Final = re.compile(r"\{(\d{1,4})(?:(,)(\d{1,4})?)?\}")
_NAME: Final = re.compile(r"\?<[A-Za-z_]\w*>")
_HEX: Final = re.compile(r"x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}")
_SYNTAX: Final = frozenset("^$\\.*+?()[]{}|/")


_Part: TypeAlias = Callable[[Automaton, int], int]
"""Adds a part of the expression behind a state, and returns the state behind the part."""


def automaton(pattern: str) -> Automaton:
    """Return the automaton of an expression. Raises `Unfit`."""
    made = Automaton()
    made.steps[0].append((ANY, 0))
    made.steps[1].append((ANY, 1))
    reader = _Reader(pattern)
    try:
        part = reader.alternatives()
        end = part(made, 0)
    except (IndexError, RecursionError):
        raise Unfit from None
    if reader.at < len(pattern):
        raise Unfit
    made.free[end].append(1)
    return made


class _Reader(Cursor):
    """Reads a pattern into parts of an automaton."""

    def alternatives(self) -> _Part:
        branches = [self._sequence()]
        while self.take("|"):
            branches.append(self._sequence())

        def add(made: Automaton, begin: int) -> int:
            end = made.state()
            for branch in branches:
                first = made.state()
                made.free[begin].append(first)
                made.free[branch(made, first)].append(end)
            return end

        return branches[0] if len(branches) == 1 else add

    def _sequence(self) -> _Part:
        parts: list[_Part] = []
        while self.at < len(self.pattern) and self.pattern[self.at] not in "|)":
            parts.append(self._repeated(self._atom()))

        def add(made: Automaton, begin: int) -> int:
            for part in parts:
                begin = part(made, begin)
            return begin

        return add

    def _repeated(self, part: _Part) -> _Part:
        least, most = self._counts()
        self.take("?")
        if (least, most) == (1, 1):
            return part

        def add(made: Automaton, begin: int) -> int:
            for _ in range(least):
                begin = part(made, begin)
            return (
                _at_will(made, begin, part)
                if most is None
                else _up_to(made, begin, part, most - least)
            )

        return add

    def _counts(self) -> tuple[int, int | None]:
        for mark, counts in (("*", (0, None)), ("+", (1, None)), ("?", (0, 1))):
            if self.take(mark):
                return counts
        found = _COUNTS.match(self.pattern, self.at)
        if not found:
            return 1, 1
        self.at = found.end()
        least, comma, most = found.groups()
        high = int(least) if not comma else int(most) if most else None
        if high is not None and high < int(least):
            raise Unfit
        return int(least), high

    def _atom(self) -> _Part:
        character = self.next()
        match character:
            case "(":
                return self._group()
            case "^" | "$":
                return _border(is_start=character == "^")
            case "[":
                return _of(self._set())
            case ".":
                return _of(others(LINES))
            case "\\":
                return _of(self._escape())
            case _ if character in _SYNTAX - {"/"}:
                raise Unfit
            case _:
                return _of(one(ord(character)))

    def _group(self) -> _Part:
        name = _NAME.match(self.pattern, self.at)
        if name:
            self.at = name.end()
        elif self.take("?") and not self.take(":"):
            raise Unfit
        inside = self.alternatives()
        if not self.take(")"):
            raise Unfit
        return inside

    def _set(self) -> Ranges:
        excludes = self.take("^")
        found: list[tuple[int, int]] = []
        while not self.take("]"):
            low = self._member()
            if self.pattern[self.at] == "-" and self.pattern[self.at + 1] != "]":
                self.at += 1
                high = self._member()
                if not is_one(low) or not is_one(high) or low > high:
                    raise Unfit
                low = ((low[0][0], high[0][0]),)
            found += low
        return others(tuple(found)) if excludes else tuple(found)

    def _member(self) -> Ranges:
        character = self.next()
        if character != "\\":
            return one(ord(character))
        return one(8) if self.take("b") else one(0x2D) if self.take("-") else self._escape()

    def _escape(self) -> Ranges:
        """Return the characters that an escape stands for."""
        found = _HEX.match(self.pattern, self.at)
        if found:
            self.at = found.end()
            code = int(next(filter(None, found.groups())), 16)
            if 0xD800 <= code <= 0xDFFF or code > LAST:
                raise Unfit
            return one(code)
        name = self.next()
        kinds = {"d": DIGITS, "w": WORDS, "s": SPACES}
        if name.lower() in kinds:
            kind = kinds[name.lower()]
            return kind if name.islower() else others(kind)
        if name == "0" and self.pattern[self.at : self.at + 1].isdigit():
            raise Unfit
        if name in _SYNTAX or name in CONTROLS:
            return one(ord(CONTROLS.get(name, name)))
        raise Unfit


def _of(ranges: Ranges) -> _Part:
    def add(made: Automaton, begin: int) -> int:
        end = made.state()
        made.steps[begin].append((ranges, end))
        return end

    return add


def _border(*, is_start: bool) -> _Part:
    def add(made: Automaton, begin: int) -> int:
        end = made.state()
        (made.at_start if is_start else made.at_end)[begin].append(end)
        return end

    return add


def _at_will(made: Automaton, begin: int, part: _Part) -> int:
    """Add a part any number of times."""
    again = made.state()
    made.free[begin].append(again)
    made.free[part(made, again)].append(again)
    return again


def _up_to(made: Automaton, begin: int, part: _Part, most: int) -> int:
    """Add a part at most so many times."""
    end = made.state()
    for _ in range(most):
        made.free[begin].append(end)
        begin = part(made, begin)
    made.free[begin].append(end)
    return end
