"""Answers that were accepted -> has this pause been answered before, and what came of it.

A proof can be shown twice. The guard remembers the nonces of answered pauses until these expire,
so that an answer has effects once however often it is sent.
"""

import heapq
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from interruptgen_runtime.core.records import record

MAX_REMEMBERED: Final = 1_000_000
"""How many pauses the guard in memory keeps. It refuses an answer rather than forget another."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call ended with: a text for the model, and whether it is a failure.

    `note` is for the model alone and follows the text.
    """

    content: str
    failed: bool = False
    note: str | None = None


def _no_results() -> dict[str, ToolResult]:
    return {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a continuation did so far: its run id and the results of calls, by call id."""

    run_id: str
    results: Mapping[str, ToolResult] = field(default_factory=_no_results)


@dataclass(frozen=True, slots=True)
class First:
    """Nobody has answered this pause before; it is spent now."""


@dataclass(frozen=True, slots=True)
class Same:
    """The same answer was accepted before; `outcome` is what is recorded of it, if anything."""

    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Conflict:
    """Another answer was accepted before."""


Spending: TypeAlias = First | Same | Conflict


class GuardFull(Exception):
    """The guard cannot remember another pause, so its answer cannot be accepted now."""


class ReplayGuard(Protocol):
    """Remembers which pauses were answered, and how. A database may implement it."""

    async def spend(self, nonce: bytes, fingerprint: str, expires: int) -> Spending:
        """Claim a pause for an answer, in one step that two callers cannot both win.

        Called after every check and before the first effect. `fingerprint` is equal for equal
        answers; `expires` is when the pause does, in milliseconds since 1970: the nonce may be
        forgotten then, by the slowest clock of all that make and check ids.
        """
        ...

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        """Record what came of a pause so far; called after each result of a tool."""
        ...


@record()
class _Spent:
    fingerprint: str
    outcome: Outcome | None = None


class MemoryReplayGuard:
    """A replay guard for one process, all threads of it; it forgets a pause when that expires.

    `clock` tells the milliseconds since 1970. It may be set back: of a pause that could be among
    the forgotten ones nothing is known, so its answer does not count as the first.
    """

    def __init__(self, clock: Callable[[], int], *, limit: int = MAX_REMEMBERED) -> None:
        self._clock = clock
        self._limit = limit
        self._spent: dict[bytes, _Spent] = {}
        self._expiring: list[tuple[int, bytes]] = []
        self._forgotten = 0
        self._lock = threading.Lock()

    def __len__(self) -> int:
        """Return how many pauses are remembered."""
        return len(self._spent)

    async def spend(self, nonce: bytes, fingerprint: str, expires: int) -> Spending:
        """Claim a pause; raises `GuardFull` if there are too many that have not expired."""
        with self._lock:
            self._forget()
            spent = self._spent.get(nonce)
            if spent is not None:
                return Same(spent.outcome) if spent.fingerprint == fingerprint else Conflict()
            if expires <= self._forgotten:
                return Same(None)
            if len(self._spent) >= self._limit:
                raise GuardFull("too many answered pauses have not expired yet")
            self._spent[nonce] = _Spent(fingerprint)
            heapq.heappush(self._expiring, (expires, nonce))
            return First()

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        """Record what came of a pause; one that has expired meanwhile is forgotten already."""
        with self._lock:
            spent = self._spent.get(nonce)
            if spent is not None:
                self._spent[nonce] = _Spent(spent.fingerprint, outcome)

    def _forget(self) -> None:
        now = self._clock()
        while self._expiring and self._expiring[0][0] <= now:
            self._forgotten, nonce = heapq.heappop(self._expiring)
            self._spent.pop(nonce, None)
