"""Facts -> numbers and texts that they are about, the simplest ones first."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil, lcm
from random import Random
from typing import Final

from interruptgen.compat.facts import Facts
from interruptgen.compat.ranges import Range, exact
from interruptgen.compat.texts import padded

_LONGEST: Final = 20_000
_WORD: Final = 8
_WORDS: Final = (
    "text",
    "a",
    "",
    "A",
    "0",
    "no",
    "abcdefgh",
    "x y",
    "a-b",
    "Z9",
    "é",
    "a@b.co",
    "-",
)
_FORMATS: Final = {
    "date": "2024-02-29",
    "date-time": "2024-02-29T12:00:00Z",
    "duration": "PT15M",
    "email": "ada@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "time": "12:00:00Z",
    "uri": "https://example.com/",
    "uri-reference": "/a",
    "url": "https://example.com/",
    "uuid": "123e4567-e89b-42d3-a456-426614174000",
}


def numbers(facts: Facts, random: Random) -> list[int | float]:
    """Return numbers, those at the ends of the range first; `random` makes some of them."""
    step = _common([step for step in facts.steps if step])
    found: list[int | float] = []
    for near in _near(facts, step or Fraction(1, 2), random):
        number = near if step is None else ceil(near / step) * step
        kind = "integer" if number.denominator == 1 else "fraction"
        if kind in facts.types and Range(number, number).within(facts.numbers):
            found.append(_plain(number))
    return found


def texts(facts: Facts) -> list[str]:
    """Return texts of a fitting length; where patterns are known, each matches one of them."""
    size = facts.size("string")
    least = int(size.low or 0)
    most = None if size.high is None else int(size.high)
    patterns = [str(value) for _, value in facts.of("pattern")]
    found = [text for pattern in patterns for text in padded(pattern, least, most)]
    if not patterns and least <= _LONGEST:
        formats = [text for _, value in facts.of("format") if (text := _FORMATS.get(str(value)))]
        longest = [] if most is None or most > _LONGEST else ["a" * most]
        words = (*formats * 4, *(["a" * least] if least > _WORD else []), *_WORDS, *longest)
        found = [(text + "a" * (least - len(text)))[:most] for text in words]
    return [one for one in found if len(one) >= least and (most is None or len(one) <= most)]


def _common(steps: Sequence[Fraction]) -> Fraction | None:
    """Return the smallest number that is a multiple of all steps."""
    if not steps:
        return None
    bottom = lcm(*(step.denominator for step in steps))
    return Fraction(lcm(*(int(step * bottom) for step in steps)), bottom)


def _near(facts: Facts, step: Fraction, random: Random) -> Iterator[Fraction]:
    """Yield numbers at the ends of the range, around zero, and some inside of it."""
    ends = [end for end in (facts.numbers.low, facts.numbers.high) if end is not None]
    whole = [*ends, Fraction(0), Fraction(random.randint(-100, 100))]
    if len(ends) == 2:
        whole.append(ends[0] + (ends[1] - ends[0]) * Fraction(random.randint(1, 9), 10))
        whole.append((ends[0] + ends[1]) / 2)
    for node in facts.excluded:
        whole.extend(number for one in node.keywords.values() if (number := exact(one)))
    for number in whole:
        for away in (
            Fraction(0),
            step,
            -step,
            Fraction(1),
            Fraction(-1),
            Fraction(1, 2),
            Fraction(1, 1000),
        ):
            yield number + away


def _plain(number: Fraction) -> int | float:
    return int(number) if number.denominator == 1 else float(number)
