"""Interrupt definitions, as generated code declares them, and requests to raise one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.dates import date_text, parse_date, to_milliseconds
from interruptgen_runtime.core.earlier import EarlierInterrupt, Upgrade, upgrade
from interruptgen_runtime.core.errors import InvalidRequest, LocalError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.schema import Schema

if TYPE_CHECKING:
    from pydantic import BaseModel

P = TypeVar("P")
R = TypeVar("R")
Old = TypeVar("Old")
Model = TypeVar("Model", bound="BaseModel")


class Phase(StrEnum):
    """The moments of a run at which an interrupt can be raised."""

    BEFORE_MODEL = "beforeModel"
    AFTER_MODEL = "afterModel"
    BEFORE_TOOLS = "beforeTools"
    AFTER_TOOLS = "afterTools"


@dataclass(frozen=True, kw_only=True, eq=False)
class InterruptRequest(Generic[P, R]):
    """A question that is about to be asked; made by `InterruptDefinition.interrupt`."""

    definition: "InterruptDefinition[P, R]"
    key: str
    reason: str
    message: str
    payload: P
    payload_json: Json | Absent
    expires_at: str | None
    repeat: bool = False

    def repeated(self) -> "InterruptRequest[P, R]":
        """Return the request as one to be asked even if this continuation has its answer."""
        return replace(self, repeat=True)

    def expiry(self, now: int) -> str | None:
        """Return when the question expires: as requested, or as the definition says from `now`.

        `now` is in milliseconds since 1970; the result is in ISO 8601, or `None` for never.
        """
        after = self.definition.expires_after
        if self.expires_at is not None or after is None:
            return self.expires_at
        return date_text(now + after // timedelta(milliseconds=1))


@dataclass(frozen=True, kw_only=True, eq=False)
class InterruptDefinition(Generic[P, R]):
    """A question that the agent may ask: its id on the wire, its schemas, and its defaults.

    `P` is the class of the display payload, and `None` where the definition has no payload
    schema; `R` is the class of the response, and `Json` where it has no response schema. Without
    `phases` the interrupt may be raised in any. `expires_after` counts from the pause. `earlier`
    are the versions whose pauses may still be answered, newest first.
    """

    id: str
    description: str | None = None
    phases: tuple[Phase, ...] = ()
    reason: str | None = None
    message: str | None = None
    expires_after: timedelta | None = None
    payload: Schema[P] | None
    response: Schema[R] | None
    earlier: tuple[EarlierInterrupt[Any], ...] = ()

    def __repr__(self) -> str:
        return f"<InterruptDefinition {self.id!r}>"

    @overload
    def interrupt(
        self: "InterruptDefinition[None, R]",
        *,
        key: str,
        reason: str | None = None,
        message: str | None = None,
        expires_at: datetime | str | None = None,
    ) -> InterruptRequest[None, R]: ...

    @overload
    def interrupt(
        self: "InterruptDefinition[Model, R]",
        *,
        key: str,
        payload: Model,
        reason: str | None = None,
        message: str | None = None,
        expires_at: datetime | str | None = None,
    ) -> InterruptRequest[Model, R]: ...

    def interrupt(
        self,
        *,
        key: str,
        payload: Any = None,
        reason: str | None = None,
        message: str | None = None,
        expires_at: datetime | str | None = None,
    ) -> InterruptRequest[Any, R]:
        """Make a request to ask this question.

        `key` tells questions of one definition apart. `reason` and `message` default to those of
        the definition; `expires_at` is a moment with a time zone, or an ISO 8601 text, and
        defaults to the definition's `expires_after`. Raises `InvalidRequest`, which names the
        argument, and `InvalidOutgoing` for a payload that its schema refuses.
        """
        return InterruptRequest(
            definition=self,
            key=self._text("key", key),
            reason=self._text("reason", self.reason if reason is None else reason),
            message=self._text("message", self.message if message is None else message),
            payload=payload,
            payload_json=self._dump(payload),
            expires_at=self._moment(expires_at),
        )

    def upgrade(self, *, from_: EarlierInterrupt[Old]) -> Callable[[Callable[[Old], R]], Upgrade]:
        """Return a decorator for the function that makes a response to an earlier version one to
        this version.

        What it returns is given to the agent. The function raises `ValueError` for a response
        that cannot be carried over, which is then stale. Raises `LocalError` for a version of
        another definition.
        """
        if from_ not in self.earlier:
            raise LocalError(f"that is no earlier version of interrupt {self.id}")
        return lambda function: upgrade(
            from_, "response", (from_.response, self.response), function
        )

    def _text(self, field: str, value: str | None) -> str:
        if value is None or not value.strip():
            raise InvalidRequest(f"interrupt {self.id}", field, "must be a text that is not blank")
        return value

    def _dump(self, payload: Any) -> Json | Absent:
        if self.payload is not None:
            if payload is None:
                raise InvalidRequest(f"interrupt {self.id}", "payload", "is required")
            return self.payload.dump(payload)
        if payload is not None:
            raise InvalidRequest(
                f"interrupt {self.id}", "payload", "is given, but the definition has no schema"
            )
        return ABSENT

    def _moment(self, value: datetime | str | None) -> str | None:
        subject = f"interrupt {self.id}"
        if isinstance(value, datetime):
            if value.tzinfo is None:
                raise InvalidRequest(subject, "expires_at", "needs a time zone")
            return date_text(to_milliseconds(value))
        if value is not None and parse_date(value) is None:
            raise InvalidRequest(subject, "expires_at", f"is no ISO 8601 date: {value!r}")
        return value
