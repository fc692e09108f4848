"""Changes to the bytes of a file, whatever they mean; none of them leaves it empty."""

import re
from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from fuzzing.nasty import TEXTS

_TOKEN: Final = re.compile(rb"[\w$-]+|\s+|[^\w\s]")

Change: TypeAlias = Callable[[bytes, Random, Callable[[], bytes]], bytes]
"""Returns the changed text; the last argument gives some lines from elsewhere."""


def _flip(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    changed = bytearray(text)
    for _ in range(random.choice((1, 1, 1, 8))):
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _cut(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    start, end = _span(text, random)
    return text[:start] + text[end:] or b"a"


def _twice(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    start, end = _span(text, random)
    return text[:end] + text[start:end] + text[end:]


def _truncate(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    return text[: random.randint(1, len(text))]


def _swap(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    tokens = _tokens(text)
    one, other = random.randrange(len(tokens)), random.randrange(len(tokens))
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return b"".join(tokens)


def _replace(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    tokens = _tokens(text)
    tokens[random.randrange(len(tokens))] = random.choice(TEXTS)
    return b"".join(tokens)


def insert(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    """Put a piece that means something to a parser anywhere."""
    at = random.randint(0, len(text))
    return text[:at] + random.choice(TEXTS) + text[at:]


def _splice(text: bytes, random: Random, lines: Callable[[], bytes]) -> bytes:
    present = text.splitlines(keepends=True)
    present.insert(random.randint(0, len(present)), lines())
    return b"".join(present)


def _tokens(text: bytes) -> list[bytes]:
    return [match[0] for match in _TOKEN.finditer(text)]


def _span(text: bytes, random: Random) -> tuple[int, int]:
    start = random.randrange(len(text))
    return start, min(len(text), start + random.choice((1, 2, 5, 20, 200)))


CHANGES: Final[tuple[Change, ...]] = (
    _flip,
    _cut,
    _twice,
    _truncate,
    _swap,
    _replace,
    _replace,
    insert,
    _splice,
)
