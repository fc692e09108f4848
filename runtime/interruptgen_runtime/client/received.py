"""The interrupts of a pause as an application gets them; `bound` adds the generated ones."""

from typing import final

from interruptgen_runtime.client.answers import Controls, Status, Value
from interruptgen_runtime.core.absent import Absent
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.error_records import ItemError
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject


class ReceivedInterrupt:
    """What all interrupts of a pause have in common.

    Status, errors and answers are those of the pause: when it is over, `StagingClosed` says so.
    """

    def __init__(self, descriptor: InterruptDescriptor, controls: Controls | None = None) -> None:
        self.descriptor = descriptor
        self._attached = controls

    @property
    def id(self) -> str:
        """The interrupt's id."""
        return self.descriptor.id

    @property
    def reason(self) -> str:
        """What kind of question it is."""
        return self.descriptor.reason

    @property
    def message(self) -> str | None:
        """What a person is asked."""
        return self.descriptor.message

    @property
    def expires_at(self) -> str | None:
        """When the question expires, in ISO 8601; `None` for never."""
        return self.descriptor.expires_at

    @property
    def status(self) -> Status:
        """How far the answer is."""
        return self._controls.status

    @property
    def errors(self) -> tuple[ItemError, ...]:
        """What is wrong with the last answer, or with the interrupt itself.

        Each has a code, says whose fault it is (`source`), and leads to the place inside the
        answer (`path`).
        """
        return self._controls.errors

    @property
    def can_resolve(self) -> bool:
        """Whether an answer would be taken, if it satisfies the schema."""
        return self._controls.can_resolve

    @property
    def _controls(self) -> Controls:
        if self._attached is None:
            raise LocalError(f"interrupt {self.id} does not belong to a pause")
        return self._attached

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}>"


class AnswerableInterrupt(ReceivedInterrupt):
    """An interrupt that waits for an answer from here.

    Staging an answer sends nothing. All operations raise `StagingClosed` while the answers are on
    their way to the server, and after the pause is over.
    """

    @property
    def draft(self) -> Json | Absent:
        """The payload of the last answer that was staged, as it is going to be sent.

        `ABSENT` if there is none, or the interrupt is cancelled. It is kept where the status is
        `error`, but does not count then.
        """
        return self._controls.draft

    def cancel(self) -> bool:
        """Stage that there is not going to be an answer; returns whether that is staged.

        It is not if the question has expired: `errors` says so.
        """
        return self._controls.cancel()

    def clear(self) -> None:
        """Take the staged answer back, and forget the errors."""
        self._controls.clear()


@final
class UntypedInterrupt(AnswerableInterrupt):
    """An interrupt that no generated class fits, but that an answer continues.

    It comes from another producer, or from a tool or definition that is not known here or has
    other schemas there.
    """

    @property
    def response_schema(self) -> Json | Absent:
        """The JSON Schema of the answer, as the server sent it; answers are not checked here."""
        return self.descriptor.response_schema

    @property
    def metadata(self) -> JsonObject:
        """Everything that the server added to the question."""
        return self.descriptor.metadata

    def resolve(self, value: Json) -> bool:
        """Stage an answer; returns whether it is staged, else `errors` says why it is not.

        A decision about a tool call is `{"approved": true}` or `{"approved": false}`. Raises
        `NotJson` for a value that is not JSON.
        """
        return self._controls.answer(Value(value))


@final
class InvalidInterrupt(ReceivedInterrupt):
    """An interrupt that claims to be ours, but is broken or belongs to another run.

    It can be shown, but not answered, and never keeps other answers from being sent.
    """

    def __init__(self, descriptor: InterruptDescriptor, controls: Controls, problem: str) -> None:
        super().__init__(descriptor, controls)
        self.problem = problem
        """What is wrong with it."""


@final
class UnboundInterrupt(ReceivedInterrupt):
    """An interrupt of somebody else that shares the stream; it is not answered from here."""
