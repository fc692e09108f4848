"""Digits -> numbers that JSON can carry, or None where a double cannot hold their size."""

from math import isfinite


def integer(text: str) -> int | None:
    """Read decimal digits with an optional sign, exactly."""
    try:
        return bounded(int(text))
    except ValueError:  # more digits than Python converts, far more than a double's size needs
        return None


def bounded(value: int) -> int | None:
    """Return the integer, or None where it is larger than every double."""
    try:
        float(value)
    except OverflowError:
        return None
    return value


def real(text: str) -> float | None:
    """Read a decimal fraction, rounded to the nearest double as JavaScript does."""
    value = float(text)
    return value if isfinite(value) else None
