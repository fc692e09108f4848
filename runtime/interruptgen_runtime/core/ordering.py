"""Interrupt ids in the order that JavaScript's `localeCompare` gives them."""

import string
from typing import Final, TypeAlias

IdKey: TypeAlias = tuple[tuple[int, ...], tuple[bool, ...], str]

_PUNCTUATION: Final = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_WEIGHTS: Final = {
    character: weight
    for weight, character in enumerate(_PUNCTUATION + string.digits + string.ascii_lowercase)
}


def locale_key(interrupt_id: str) -> IdKey:
    """Return the key that sorts printable ASCII as the root and the English collation do.

    Punctuation comes before digits and digits before letters, whatever their case; where nothing
    else differs, lower case comes first. What is not ASCII follows in code point order: only the
    server that sorts the ids ever compares the result.
    """
    folded = interrupt_id.lower() if interrupt_id.isascii() else interrupt_id
    weights = tuple(_WEIGHTS.get(character, 0x100 + ord(character)) for character in folded)
    return weights, tuple(map(str.isupper, interrupt_id)), interrupt_id
