"""The text of an ISO 8601 duration -> seconds, or what is wrong with it."""

import re

_DURATION = re.compile(
    r"P(?=.)(?:([0-9]+)W)?(?:([0-9]+)D)?"
    r"(?:T(?=.)(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?"
)
_SECONDS = (604_800, 86_400, 3_600, 60, 1)
_CALENDAR = re.compile(r"P[0-9,.WD]*[0-9](?P<unit>[YM])")
_FRACTION = re.compile(r"P[0-9WDTHMS]*[0-9][.,][0-9]")
_LONGEST = 36_525 * 86_400
_EXAMPLE = "write it as `PT15M` (15 minutes), `PT8H`, `P1D` or `P2W`"


def seconds(text: str) -> int | None:
    """Return the length of a duration of weeks, days, hours, minutes and seconds.

    None where the text is no such duration, is nothing, or is more than 100 years (36,525 days).
    """
    match = _DURATION.fullmatch(text)
    if match is None or any(len(part or "") > 12 for part in match.groups()):
        return None
    total = sum(int(part or 0) * unit for part, unit in zip(match.groups(), _SECONDS, strict=True))
    return total if 0 < total <= _LONGEST else None


def fault(text: str) -> tuple[str, str] | None:
    """Return what is wrong with a duration and what to do about it; None where nothing is."""
    if seconds(text) is not None:
        return None
    calendar = _CALENDAR.match(text)
    if calendar:
        unit = "years" if calendar["unit"] == "Y" else "months"
        return f"{unit} differ in length", "write days, `P30D`; minutes stand after a T, `PT30M`"
    if _FRACTION.match(text):
        return "only whole numbers are read", "write it in a smaller unit, such as `PT90S`"
    if _DURATION.fullmatch(text):
        is_nothing = not text.strip("PTWDHMS0")
        return "it is no time at all" if is_nothing else "it is more than 100 years", _EXAMPLE
    upper = text.strip().upper()
    hint = _EXAMPLE if seconds(upper) is None else f"did you mean `{upper}`?"
    return "it is no ISO 8601 duration", hint
