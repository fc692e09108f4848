"""What a client asks of the world around it: the time, and ids that nobody else has."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from interruptgen_runtime.core.dates import date_text


def _now() -> int:
    return time.time_ns() // 1_000_000


def _token() -> str:
    return secrets.token_hex(8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """A clock, in milliseconds since 1970, and a source of random tokens."""

    clock: Callable[[], int] = _now
    token: Callable[[], str] = _token

    def now_text(self) -> str:
        """Return the time in ISO 8601."""
        return date_text(self.clock())

    def new_id(self, kind: str) -> str:
        """Return a new id, of the form that TanStack AI gives it."""
        return f"{kind}-{self.clock()}-{self.token()}"
