"""Accepted answers to questions, typed by the definitions that were asked."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Generic, TypeVar, overload

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.definition import InterruptDefinition
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject

P = TypeVar("P")
R = TypeVar("R")


class ToolResume(StrEnum):
    """What becomes of the calls that waited while questions were asked, mildest first."""

    CONTINUE = "continue"
    CANCEL = "cancel"
    STOP = "stop"


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptAnswer(Generic[R]):
    """The answer to a question; `resolved` is false if it was cancelled.

    `response_json` is the checked value.
    """

    definition: InterruptDefinition[Any, R]
    key: str
    resolved: bool
    response_json: Json | Absent = ABSENT
    read: Callable[[], R]

    @property
    def response(self) -> R:
        """The response, typed; raises `LocalError` for a cancelled question, which has none."""
        if not self.resolved:
            raise LocalError(f"interrupt {self.definition.id} was cancelled, not answered")
        return self.read()


def make_answer(
    definition: InterruptDefinition[Any, Any], key: str, resolved: bool, value: Json | Absent
) -> InterruptAnswer[Any]:
    """Make an answer of a checked value, which gets its type when it is first asked for."""

    def read() -> Any:
        if definition.response is not None:
            return definition.response.parse(value)
        return None if value is ABSENT else value

    return InterruptAnswer(
        definition=definition, key=key, resolved=resolved, response_json=value, read=read
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalAnswer:
    """The answer to an interrupt of another producer; `resolved` is false if it was cancelled.

    Every word of it is the client's: no schema has checked `payload`, which is `ABSENT` where
    there is none, and no proof tells that the interrupt was ever raised in the run
    `interrupted_run_id`, if the client has named one. `metadata` is whatever else it sent along.
    """

    id: str
    resolved: bool
    payload: Json | Absent = ABSENT
    metadata: JsonObject
    interrupted_run_id: str | None


class Answers(Sequence[InterruptAnswer[Any]]):
    """The answers that a continuation came with, in the order of their questions.

    The sequence holds the answers to our own questions, proven and checked. `external` holds those
    to interrupts of other producers, as and in the order they came, and never mixes with it.
    """

    def __init__(
        self,
        answers: Sequence[InterruptAnswer[Any]] = (),
        external: Sequence[ExternalAnswer] = (),
    ) -> None:
        self._answers = tuple(answers)
        self.external: Final = tuple(external)

    @overload
    def __getitem__(self, index: int) -> InterruptAnswer[Any]: ...

    @overload
    def __getitem__(self, index: slice) -> "Answers": ...

    def __getitem__(self, index: int | slice) -> "InterruptAnswer[Any] | Answers":
        if isinstance(index, slice):
            return Answers(self._answers[index])
        return self._answers[index]

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[InterruptAnswer[Any]]:
        return iter(self._answers)

    def for_(self, definition: InterruptDefinition[P, R]) -> tuple[InterruptAnswer[R], ...]:
        """Return the answers to questions of one definition."""
        return tuple(answer for answer in self._answers if answer.definition is definition)

    def has(self, definition: InterruptDefinition[Any, Any], key: str) -> bool:
        """Tell whether a question has been answered or cancelled."""
        return any(answer.key == key for answer in self.for_(definition))

    def has_external(self, interrupt_id: str) -> bool:
        """Tell whether an interrupt of another producer has been answered or cancelled."""
        return any(answer.id == interrupt_id for answer in self.external)
