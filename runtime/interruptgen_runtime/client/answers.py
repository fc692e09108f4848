"""What a person can answer, in which state an answer is, and where an interrupt hands it in."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.error_records import ItemError
from interruptgen_runtime.core.json_types import Json


class Status(StrEnum):
    """How far the answer to an interrupt is, in TanStack AI's words."""

    PENDING = "pending"
    VALIDATING = "validating"
    STAGED = "staged"
    SUBMITTING = "submitting"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Value:
    """The response to a question, or the output of a client tool.

    `given` is a JSON value, or an instance of the class that the response schema has.
    """

    given: object


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision about a tool call; edited arguments and payload as `Value.given` are."""

    approved: bool
    edited_args: object | Absent = ABSENT
    payload: object | Absent = ABSENT


Answer: TypeAlias = Value | Decision


class Controls(Protocol):
    """What one interrupt knows about its answer, and does with it."""

    @property
    def status(self) -> Status:
        """How far the answer is."""
        ...

    @property
    def errors(self) -> tuple[ItemError, ...]:
        """Why the last answer was refused, here or by the server."""
        ...

    @property
    def can_resolve(self) -> bool:
        """Whether an answer would be taken."""
        ...

    @property
    def draft(self) -> Json | Absent:
        """The payload of the last answer that was staged; `ABSENT` for none and for a cancelled."""
        ...

    def answer(self, answer: Answer) -> bool:
        """Stage an answer; returns whether it is staged now."""
        ...

    def cancel(self) -> bool:
        """Stage that the interrupt is cancelled; returns whether it is staged now."""
        ...

    def clear(self) -> None:
        """Forget the answer and its errors."""
        ...
