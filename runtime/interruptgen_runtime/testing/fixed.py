"""A clock that stands still, and trust whose keys and nonces are the same in every test."""

from datetime import timedelta
from itertools import count
from typing import Final

from interruptgen_runtime.core.keys import KeyRing, key_ring
from interruptgen_runtime.core.proof import NONCE_BYTES
from interruptgen_runtime.server.agent import Outside
from interruptgen_runtime.server.replay import MemoryReplayGuard
from interruptgen_runtime.server.trust import DEFAULT_TIME_TO_LIVE, Sealed

TEST_KEYS: Final[KeyRing] = key_ring([b"not a secret, but long enough: 32"])
"""Keys that everybody knows: never to be used outside of tests."""

START: Final = 1_800_000_000_000
"""When tests take place: 2027-01-15T08:00:00Z, in milliseconds since 1970."""


class FixedClock:
    """Tells the time that it was set to, in milliseconds since 1970."""

    def __init__(self, now: int = START) -> None:
        self.now = now

    def __call__(self) -> int:
        """Return the time, in milliseconds since 1970."""
        return self.now

    def advance(self, by: timedelta) -> None:
        """Let time pass."""
        self.now += by // timedelta(milliseconds=1)


def fixed_outside(clock: FixedClock) -> Outside:
    """Return a clock that stands still together with nonces that count up."""
    numbers = count(1)
    return Outside(clock=clock, nonce=lambda: next(numbers).to_bytes(NONCE_BYTES))


def fixed_trust(clock: FixedClock, time_to_live: timedelta = DEFAULT_TIME_TO_LIVE) -> Sealed:
    """Return trust with the keys of tests and a replay guard of its own."""
    return Sealed(keys=TEST_KEYS, time_to_live=time_to_live, guard=MemoryReplayGuard(clock))
