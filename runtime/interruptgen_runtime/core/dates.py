"""ISO 8601 texts <-> milliseconds since 1970-01-01T00:00:00Z."""

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from typing import Final

from interruptgen_runtime.core.errors import LocalError

_ISO: Final = re.compile(
    r"(?P<year>[+-]\d{6}|\d{4})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?"
    r"(?:[Tt ](?P<hour>\d\d):(?P<minute>\d\d)(?::(?P<second>\d\d)(?:\.(?P<fraction>\d+))?)?"
    r"(?P<zone>[Zz]|[+-]\d\d:?\d\d)?)?",
    re.ASCII,
)
_COMMON: Final = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)
"""How `date_text` writes a date, and JavaScript's `toISOString`."""

_LIMITS: Final = {"month": (1, 12), "day": (1, 31), "hour": (0, 24), "minute": (0, 59)}
_MAX: Final = 8_640_000_000_000_000
"""ECMAScript's range of time values, in milliseconds on both sides of 1970."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NAIVE_EPOCH: Final = _EPOCH.replace(tzinfo=None)
_DAY: Final = 86_400_000
_REMEMBERED: Final = 64
"""How many dates are kept with their texts: those of one batch are mostly the same."""


def parse_date(text: str) -> int | None:
    """Read a date as JavaScript's `Date.parse` does, in milliseconds; `None` if it is none.

    Accepts ECMAScript's date-time format: a year of four digits, or a sign and six; optionally
    month and day; optionally a time of hours and minutes, seconds, and any number of decimals (cut
    to milliseconds), with `Z` or an offset. Like V8 it also takes a space or `t` for `T`, `z` for
    `Z`, an offset without its colon, and a day that the month does not have, up to 31, as a day of
    the next month. `24:00` is the end of the day. A time without an offset is read as UTC, where
    JavaScript would ask for the machine's time zone. Other forms that engines may know, such as
    `Jan 1 2030`, are no dates here.
    """
    return _common_date(text) if _COMMON.fullmatch(text) else _any_date(text)


@lru_cache(_REMEMBERED)
def _common_date(text: str) -> int | None:
    try:
        return to_milliseconds(datetime.fromisoformat(text))
    except ValueError:
        return _any_date(text)  # a date that Python does not have, but JavaScript may


def _any_date(text: str) -> int | None:
    match = _ISO.fullmatch(text)
    if match is None or match["year"] == "-000000":
        return None
    parts = {name: int(match[name] or low) for name, (low, _) in _LIMITS.items()}
    second, fraction = int(match["second"] or 0), (match["fraction"] or "")[:3].ljust(3, "0")
    if any(not low <= parts[name] <= high for name, (low, high) in _LIMITS.items()) or second > 59:
        return None
    milliseconds = ((parts["hour"] * 60 + parts["minute"]) * 60 + second) * 1000 + int(fraction)
    offset = _offset(match["zone"] or "Z")
    if milliseconds > _DAY or offset is None:
        return None
    days = _days_before(int(match["year"]), parts["month"]) + parts["day"] - 1
    total = days * _DAY + milliseconds - offset
    return total if -_MAX <= total <= _MAX else None


@lru_cache(_REMEMBERED)
def date_text(milliseconds: int) -> str:
    """Write a moment in ISO 8601, in UTC and with milliseconds, as JavaScript does."""
    moment = _NAIVE_EPOCH + timedelta(milliseconds=milliseconds)
    return f"{moment.isoformat(timespec='milliseconds')}Z"


def to_milliseconds(moment: datetime) -> int:
    """Return the milliseconds since 1970; a moment without a time zone is a `LocalError`."""
    if moment.tzinfo is None:
        raise LocalError("a moment needs a time zone")
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _offset(zone: str) -> int | None:
    """Return the milliseconds by which a zone's clock is ahead of UTC."""
    if zone in "Zz":
        return 0
    hours, minutes = int(zone[1:3]), int(zone[-2:])
    if hours > 23 or minutes > 59:
        return None
    sign = -1 if zone[0] == "-" else 1
    return sign * (hours * 60 + minutes) * 60_000


def _days_before(year: int, month: int) -> int:
    """Count the days from 1970-01-01 to the first of a month in the proleptic Gregorian calendar.

    Works for the years before 1 and after 9999 too, for which `datetime` has no value: the
    calendar repeats every 400 years of 146,097 days.
    """
    cycles, year_in_cycle = divmod(year, 400)
    first = datetime(2000 + year_in_cycle, month, 1, tzinfo=UTC)
    return (first - _EPOCH).days + (cycles - 5) * 146_097
