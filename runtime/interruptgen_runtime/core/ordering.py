"""Interrupt ids in the order that JavaScript's `localeCompare` gives them."""

import string
from typing import Final, TypeAlias

IdKey: TypeAlias = tuple[bytes, str]

_PUNCTUATION: Final = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$"
_PRINTABLE: Final = _PUNCTUATION + string.digits + string.ascii_lowercase
_OTHERS: Final = "".join(one for one in map(chr, range(128)) if one not in _PRINTABLE)
_WEIGHTS: Final = bytes.maketrans((_PRINTABLE + _OTHERS).encode(), bytes(range(128)))
"""What ASCII is replaced by to be sorted, all of it still ASCII and so before everything else."""


def locale_key(interrupt_id: str) -> IdKey:
    """Return the key that sorts printable ASCII as the root and the English collation do.

    Punctuation comes before digits and digits before letters, whatever their case; where nothing
    else differs, lower case comes first. What is not ASCII follows in code point order: only the
    server that sorts the ids ever compares the result.
    """
    folded = interrupt_id.lower() if interrupt_id.isascii() else interrupt_id
    weights = folded.encode("utf-8", "surrogatepass").translate(_WEIGHTS)
    return weights, interrupt_id.swapcase()
