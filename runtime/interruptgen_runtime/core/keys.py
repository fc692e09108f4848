"""The texts of secret keys -> a ring: the first key seals interrupt ids, all of them open ids."""

import base64
import binascii
import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from interruptgen_runtime.core.errors import LocalError

MIN_KEY_BYTES: Final = 32
"""A key shorter than its digest would be the weakest part of a proof."""

_PURPOSE: Final = b"interruptgen interrupt id 1"
_KID_LENGTH: Final = 6
_SEPARATORS: Final = re.compile(r"[\s,]+")


@dataclass(frozen=True, slots=True)
class Key:
    """A key that is used for interrupt ids only, and the name that ids call it by."""

    kid: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class KeyRing:
    """At least one key; the first one seals."""

    keys: tuple[Key, ...]

    @property
    def sealing(self) -> Key:
        """The key for new ids."""
        return self.keys[0]

    def find(self, kid: str) -> Key | None:
        """Return the key of that name."""
        for key in self.keys:
            if key.kid == kid:
                return key
        return None


def key_ring(secrets: Iterable[bytes]) -> KeyRing:
    """Make a ring of secrets, each of at least 32 random bytes.

    The key in the ring is derived from the secret and named after a digest of itself, so that one
    secret may serve other purposes too. Raises `LocalError`, which never repeats a secret, for no
    key at all, a short one, and two that are the same.
    """
    keys = tuple(_derived(secret, place) for place, secret in enumerate(secrets, start=1))
    if not keys:
        raise LocalError("a key ring needs at least one key")
    if len({key.kid for key in keys}) < len(keys):
        raise LocalError("two keys of the ring are the same")
    return KeyRing(keys)


def parse_keys(text: str) -> KeyRing:
    """Read the keys of a ring from a text such as the value of `INTERRUPTGEN_KEYS`.

    Keys are in base64, of either alphabet and with or without padding, with commas or white space
    between them. Raises `LocalError` as `key_ring` does, and for what is not base64.
    """
    words = [word for word in _SEPARATORS.split(text) if word]
    return key_ring([_decoded(word, place) for place, word in enumerate(words, start=1)])


def _derived(secret: bytes, place: int) -> Key:
    if len(secret) < MIN_KEY_BYTES:
        raise LocalError(f"key {place} has {len(secret)} bytes, and needs {MIN_KEY_BYTES}")
    derived = hmac.digest(secret, _PURPOSE, "sha256")
    name = base64.urlsafe_b64encode(hashlib.sha256(derived).digest()).decode()
    return Key(name[:_KID_LENGTH], derived)


def _decoded(word: str, place: int) -> bytes:
    bare = word.rstrip("=").replace("-", "+").replace("_", "/")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise LocalError(f"key {place} is not base64") from None
