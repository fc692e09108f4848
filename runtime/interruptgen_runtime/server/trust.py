"""What a run believes of a request: what an interrupt id proves, or everything."""

import logging
import os
import secrets
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from functools import cache
from typing import Final, Protocol

from interruptgen_runtime.core.batch import Asked, IdMaker
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.keys import MIN_KEY_BYTES, KeyRing, key_ring, parse_keys
from interruptgen_runtime.core.proof import Scope
from interruptgen_runtime.server.opened import Opened, ResumeRequest
from interruptgen_runtime.server.opening import open_sealed
from interruptgen_runtime.server.plain_ids import open_unproven, plain_ids
from interruptgen_runtime.server.replay import MemoryReplayGuard, ReplayGuard
from interruptgen_runtime.server.sealing import Pause, sealed_ids

KEYS_VARIABLE: Final = "INTERRUPTGEN_KEYS"
"""The environment variable with the keys, the first of which seals."""

DEFAULT_TIME_TO_LIVE: Final = timedelta(hours=1)

_log: Final = logging.getLogger("interruptgen_runtime")


def system_clock() -> int:
    """Return the milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Trust(Protocol):
    """How interrupt ids are made, and what they are worth when they come back."""

    @property
    def audience(self) -> str:
        """The service that ids are good for."""
        ...

    @property
    def guard(self) -> ReplayGuard | None:
        """What keeps an answer from having its effects twice."""
        ...

    @property
    def believes_history(self) -> bool:
        """Tell whether unfinished calls run that nothing proves."""
        ...

    def default_expiry(self, now: int) -> str | None:
        """Return when a pause expires that begins now and says nothing about it."""
        ...

    def ids(self, items: Iterable[Asked], pause: Pause) -> IdMaker:
        """Return what names the interrupts of a pause."""
        ...

    def open(self, request: ResumeRequest, scope: Scope) -> Opened:
        """Find out what answers are about; raises `ResumeRefused`."""
        ...


@dataclass(frozen=True, kw_only=True)
class Sealed:
    """Every interrupt id carries a proof, and nothing counts that no proof covers.

    `audience` names the service, so that an id of one is worth nothing to another that has the
    same keys. A pause that says nothing else expires after `time_to_live`.
    """

    keys: KeyRing
    audience: str = "interruptgen"
    time_to_live: timedelta = DEFAULT_TIME_TO_LIVE
    guard: ReplayGuard = field(default_factory=lambda: MemoryReplayGuard(system_clock))

    @property
    def believes_history(self) -> bool:
        """Nothing is believed that comes from the client alone."""
        return False

    def default_expiry(self, now: int) -> str:
        """Return when a pause expires that begins now and says nothing about it."""
        return date_text(now + self.time_to_live // timedelta(milliseconds=1))

    def ids(self, items: Iterable[Asked], pause: Pause) -> IdMaker:
        """Seal what each interrupt stands for into its id."""
        return sealed_ids(items, pause, self.keys)

    def open(self, request: ResumeRequest, scope: Scope) -> Opened:
        """Find out what answers are about from their ids; raises `ResumeRefused`."""
        return open_sealed(request, scope, self.keys)


@dataclass(frozen=True)
class Unsafe:
    """What TanStack AI's server does without a store: the request is believed as it comes.

    Whoever can send a request can invent calls, change their arguments and approve them.
    """

    @property
    def audience(self) -> str:
        """No id is checked, so it is good everywhere."""
        return ""

    @property
    def guard(self) -> None:
        """An answer has its effects as often as it is sent."""
        return None

    @property
    def believes_history(self) -> bool:
        """An unfinished call of the history runs, if no person has to agree to it."""
        return True

    def default_expiry(self, now: int) -> None:
        """Nothing expires on its own."""
        return None

    def ids(self, items: Iterable[Asked], pause: Pause) -> IdMaker:
        """Name interrupts after their calls."""
        return plain_ids(pause.nonce)

    def open(self, request: ResumeRequest, scope: Scope) -> Opened:
        """Rebuild what answers are about from the request alone; raises `ResumeRefused`."""
        return open_unproven(request)


_SHARED_GUARD: Final = MemoryReplayGuard(system_clock)
"""One for all agents that choose no keys themselves, since an id of one of them opens in each."""


@cache
def _random_keys() -> KeyRing:
    """Return the keys of a process that was given none."""
    return key_ring([secrets.token_bytes(MIN_KEY_BYTES)])


def choose_trust(wish: Trust | str | None, environment: Mapping[str, str]) -> Trust:
    """Return how much to trust: as wished, or sealed with the keys of the environment.

    Where the environment has no keys, the process makes a random one, with a warning. All agents
    that are sealed so share a replay guard as well: an agent may be made for each request. Raises
    `LocalError` for another word than `unsafe`, and for keys that are none.
    """
    if wish == "unsafe":
        _log.warning("trust is 'unsafe': calls and approvals are believed as clients send them")
        return Unsafe()
    if isinstance(wish, str):
        raise LocalError(f"trust may be 'unsafe' or an object that decides, not {wish!r}")
    if wish is not None:
        return wish
    text = environment.get(KEYS_VARIABLE)
    if text is not None:
        return Sealed(keys=parse_keys(text), guard=_SHARED_GUARD)
    _log.warning("no %s: pauses will survive neither a restart nor a second worker", KEYS_VARIABLE)
    return Sealed(keys=_random_keys(), guard=_SHARED_GUARD)


def process_environment() -> Mapping[str, str]:
    """Return the environment of this process."""
    return os.environ
