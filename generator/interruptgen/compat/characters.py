"""Sets of characters, as runs of code points: those that ECMAScript has names for, and others."""

from typing import Final, TypeAlias

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""Code points, by the first and the last of each run of them."""

LAST: Final = 0x10FFFF
ANY: Final[Ranges] = ((0, LAST),)
DIGITS: Final[Ranges] = ((0x30, 0x39),)
WORDS: Final[Ranges] = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
LINES: Final[Ranges] = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
SPACES: Final[Ranges] = (
    (0x09, 0x0D),
    *((code, code) for code in (0x20, 0xA0, 0x1680)),
    (0x2000, 0x200A),
    (0x2028, 0x2029),
    *((code, code) for code in (0x202F, 0x205F, 0x3000, 0xFEFF)),
)


def one(code: int) -> Ranges:
    """Return the set of one character."""
    return ((code, code),)


def is_one(ranges: Ranges) -> bool:
    """Tell whether a set is of one character."""
    return len(ranges) == 1 and ranges[0][0] == ranges[0][1]


def others(ranges: Ranges) -> Ranges:
    """Return the set of all other characters."""
    found: list[tuple[int, int]] = []
    begin = 0
    for low, high in sorted(ranges):
        if low > begin:
            found.append((begin, low - 1))
        begin = max(begin, high + 1)
    return (*found, (begin, LAST)) if begin <= LAST else tuple(found)
