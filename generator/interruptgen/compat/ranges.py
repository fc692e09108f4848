"""Bounds of numbers and of counts, as exact intervals."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from interruptgen.model import Json


def exact(value: Json) -> Fraction | None:
    """Return a JSON number as it is written; None for any other value."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return Fraction(value) if isinstance(value, int) else Fraction(repr(value))


@dataclass(frozen=True)
class Range:
    """The numbers between two ends; None is no end, and an open end is not a part of it."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether no number is in the range."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def above(self, low: Fraction, *, is_open: bool = False) -> "Range":
        """Return the part of the range that is not below a number."""
        if self.low is not None and (self.low, self.low_open) >= (low, is_open):
            return self
        return Range(low, self.high, is_open, self.high_open)

    def below(self, high: Fraction, *, is_open: bool = False) -> "Range":
        """Return the part of the range that is not above a number."""
        if self.high is not None and (-self.high, self.high_open) >= (-high, is_open):
            return self
        return Range(self.low, high, self.low_open, is_open)

    def whole(self) -> "Range":
        """Return the range of the whole numbers in this one, which has no open ends."""
        low, high = self.low, self.high
        if low is not None:
            low = Fraction(floor(low) + 1 if self.low_open else ceil(low))
        if high is not None:
            high = Fraction(ceil(high) - 1 if self.high_open else floor(high))
        return Range(low, high)

    def within(self, other: "Range") -> bool:
        """Tell whether every number of this range is in the other one."""
        return self.is_empty or (
            (other.low is None or self.above(other.low, is_open=other.low_open) == self)
            and (other.high is None or self.below(other.high, is_open=other.high_open) == self)
        )


def limited(range_: Range, keyword: str, value: Json) -> Range:
    """Return what a bound of JSON Schema leaves of a range; all of it for another keyword."""
    number = exact(value)
    if number is None:
        return range_
    match keyword:
        case "minimum" | "minLength" | "minItems" | "minProperties":
            return range_.above(number)
        case "exclusiveMinimum":
            return range_.above(number, is_open=True)
        case "maximum" | "maxLength" | "maxItems" | "maxProperties":
            return range_.below(number)
        case "exclusiveMaximum":
            return range_.below(number, is_open=True)
        case _:
            return range_


def is_multiple(steps: Iterable[Fraction], wanted: Fraction) -> bool:
    """Tell whether numbers that are multiples of all `steps` are multiples of `wanted`."""
    return any((step / wanted).denominator == 1 for step in steps)
