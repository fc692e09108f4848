"""Two regular expressions -> does every text that has a match of the one have one of the other.

The automata are followed through all texts at once, as far as they differ. Both sides match the
texts as ECMAScript does. That an answer is no does not tell that there is such a text: it may have
been too much to look at, or an expression of a kind that there is no automaton for.
"""

from bisect import bisect_right
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, TypeAlias

from interruptgen.compat.automata import Automaton, Unfit
from interruptgen.compat.characters import LAST, Ranges
from interruptgen.compat.expressions import automaton

_States: TypeAlias = frozenset[int]

_MOST_PAIRS: Final = 4_000
_MOST_STEPS: Final = 400_000
"""How many states may be looked at, over all texts."""


@lru_cache(maxsize=1024)
def covers(wide: str, narrow: str) -> bool:
    """Tell whether it is proven that what has a match of `narrow` has one of `wide`."""
    try:
        one, other = automaton(narrow), automaton(wide)
    except Unfit:
        return False
    characters = _characters(one, other)
    begin = _reached(one, [0], at_start=True), _reached(other, [0], at_start=True)
    if _is_refuted(one, other, begin, at_start=True):
        return False
    seen, waiting = {begin}, [begin]
    effort = _MOST_STEPS
    while waiting:
        states, others = waiting.pop()
        effort -= (len(states) + len(others)) * len(characters)
        if effort < 0 or len(seen) > _MOST_PAIRS:
            return False
        for character in characters:
            pair = _after(one, states, character), _after(other, others, character)
            if not pair[0] or pair in seen:
                continue
            if _is_refuted(one, other, pair):
                return False
            seen.add(pair)
            waiting.append(pair)
    return True


def _is_refuted(
    one: Automaton, other: Automaton, pair: tuple[_States, _States], *, at_start: bool = False
) -> bool:
    """Tell whether a text that ends here has a match of the one, and none of the other."""
    return _has_match(one, pair[0], at_start) and not _has_match(other, pair[1], at_start)


def _has_match(made: Automaton, states: _States, at_start: bool) -> bool:
    return 1 in _reached(made, states, at_start=at_start, at_end=True)


def _after(made: Automaton, states: _States, character: int) -> _States:
    return _reached(
        made,
        (
            target
            for state in states
            for ranges, target in made.steps[state]
            if any(low <= character <= high for low, high in ranges)
        ),
    )


def _reached(
    made: Automaton, states: Iterable[int], *, at_start: bool = False, at_end: bool = False
) -> _States:
    """Return states with all that are reached from them without a character."""
    found = set(states)
    waiting = [*found]
    while waiting:
        state = waiting.pop()
        for targets in (
            made.free[state],
            made.at_start[state] if at_start else (),
            made.at_end[state] if at_end else (),
        ):
            new = [target for target in targets if target not in found]
            found.update(new)
            waiting.extend(new)
    return frozenset(found)


def _characters(*automata: Automaton) -> tuple[int, ...]:
    """Return one character of each kind that the automata tell apart."""
    begins = {0}
    for made in automata:
        for steps in made.steps:
            for ranges, _ in steps:
                begins.update(_borders(ranges))
    every = sorted(begins)
    return tuple(every[: bisect_right(every, LAST)])


def _borders(ranges: Ranges) -> Iterable[int]:
    for low, high in ranges:
        yield from (low, high + 1)
