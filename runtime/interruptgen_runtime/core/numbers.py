"""A Python number -> the text JavaScript writes for it."""

import math

from interruptgen_runtime.core.errors import NotJson

MAX_SAFE_INTEGER = 2**53
"""Up to here every integer is a double, so that its own digits are JavaScript's."""


def number_text(value: int | float) -> str:
    """Write a number as `JSON.stringify` does, after rounding it to a double.

    ECMAScript, section Number::toString: the shortest digits that give the double back, without an
    exponent from 1e-6 up to below 1e21. Raises `NotJson` for NaN, the infinities, and integers
    beyond the range of a double.
    """
    if isinstance(value, int) and -MAX_SAFE_INTEGER <= value <= MAX_SAFE_INTEGER:
        return int.__repr__(value)
    if isinstance(value, float) and is_alike(value):
        return float.__repr__(value)
    return _double_text(as_double(value))


def is_alike(number: float) -> bool:
    """Tell whether `repr` writes a double as ECMAScript does; NaN is not alike."""
    return 1e-4 <= abs(number) < 1e16 and number % 1 != 0


def is_short(number: float) -> bool:
    """Tell whether a double is alike, or an integer that is written with its own digits."""
    return is_alike(number) or (number % 1 == 0 and abs(number) <= MAX_SAFE_INTEGER)


def as_double(value: int | float) -> float:
    """Round a number to the double that carries it; raises `NotJson` where there is none."""
    try:
        double = float(value)
    except OverflowError:
        raise NotJson("an integer beyond the range of a double") from None
    if not math.isfinite(double):
        raise NotJson(f"{double!r} is not a JSON number")
    return double


def _double_text(double: float) -> str:
    if double == 0:
        return "0"
    digits, point = _shortest_digits(abs(double))
    sign = "-" if double < 0 else ""
    return sign + _place_point(digits, point)


def _shortest_digits(double: float) -> tuple[str, int]:
    """Split a positive double into its shortest digits and the place of the decimal point.

    (`"15"`, 1) is 1.5. Python's `repr` finds the same digits as ECMAScript asks for.
    """
    mantissa, _, exponent = repr(double).partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading_zeros = len(whole) + len(fraction) - len(digits)
    return digits.rstrip("0"), len(whole) - leading_zeros + int(exponent or 0)


def _place_point(digits: str, point: int) -> str:
    if 0 < point <= 21:
        padded = digits.ljust(point, "0")
        fraction = padded[point:]
        return f"{padded[:point]}.{fraction}" if fraction else padded
    if -6 < point <= 0:
        return f"0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{digits[0]}{fraction}e{point - 1:+d}"
