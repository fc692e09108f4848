"""The four ways in which something pending takes an answer -> one way."""

from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from interruptgen_runtime.client import (
    BlockingChat,
    GenericInterrupt,
    LegacyApproval,
    Status,
    ToolApproval,
    UntypedInterrupt,
)
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.error_records import ItemError
from interruptgen_runtime.core.errors import NotJson
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.terminal.checking import Problem
from interruptgen_runtime.terminal.pending.schemas import (
    AnswerSchemas,
    decision_faults,
    decision_problems,
    response_problems,
)

Problems: TypeAlias = tuple[Problem, ...]
_PARTS: Final = {"invalid-payload": "payload", "invalid-edited-args": "editedArgs"}
_MENDABLE: Final = frozenset({*_PARTS, "invalid-tool-output"})

NOT_RUN: Final = "it was not run"
"""What the model reads of a call that a person did not want to be run."""

AnyChat: TypeAlias = BlockingChat[Any]
Typed: TypeAlias = GenericInterrupt[Any, Any] | ToolApproval[Any, Any, Any]
Asking = TypeVar("Asking", bound=Typed | UntypedInterrupt)


class Handle(Protocol):
    """Takes answers, and knows what became of the last one."""

    @property
    def status(self) -> Status:
        """How far the answer is."""
        ...

    @property
    def draft(self) -> Json | Absent:
        """The last answer that was staged; `ABSENT` for none, and for a cancelled question."""
        ...

    @property
    def problems(self) -> Problems:
        """What is wrong with the last answer."""
        ...

    def stage(self, answer: Json) -> bool:
        """Stage an answer in its JSON form; returns whether it is staged."""
        ...

    def cancel(self) -> bool:
        """Stage that there is no answer; returns whether that is staged."""
        ...

    def clear(self) -> None:
        """Take the answer back."""
        ...


@dataclass(slots=True)
class _InterruptHandle(Generic[Asking]):
    """An interrupt that keeps its own answer; `_found` is what was refused before it got there."""

    interrupt: Asking
    is_approval: bool
    _found: Problems = field(default=(), kw_only=True)

    @property
    def status(self) -> Status:
        """The status of the interrupt, or that the last answer was refused here."""
        return Status.ERROR if self._found else self.interrupt.status

    @property
    def draft(self) -> Json | Absent:
        """The draft of the interrupt."""
        return self.interrupt.draft

    @property
    def problems(self) -> Problems:
        """What is wrong with the answer, each problem at its place in the whole of it."""
        theirs = (item_problem(error, self.is_approval) for error in self.interrupt.errors)
        return (*self._found, *theirs)

    def cancel(self) -> bool:
        """Cancel the interrupt."""
        self._found = ()
        return self.interrupt.cancel()

    def clear(self) -> None:
        """Clear the interrupt."""
        self._found = ()
        self.interrupt.clear()


@dataclass(slots=True)
class BoundHandle(_InterruptHandle[Typed]):
    """An interrupt of a generated class."""

    def stage(self, answer: Json) -> bool:
        """Stage it on the interrupt, which checks it; an approval has the members of a decision."""
        self._found = ()
        if isinstance(self.interrupt, GenericInterrupt):
            return self.interrupt.resolve(answer)
        self._found = decision_faults(answer)
        if self._found or not isinstance(answer, dict):
            self.interrupt.clear()
            return False
        payload = answer.get("payload", ABSENT)
        if answer["approved"] is True:
            return self.interrupt.approve(payload=payload, edited_args=answer.get("editedArgs"))
        return self.interrupt.reject(payload=payload)


@dataclass(slots=True)
class UntypedHandle(_InterruptHandle[UntypedInterrupt]):
    """An interrupt without a class: its answer is checked here, by the schema that came with it."""

    schemas: AnswerSchemas

    def stage(self, answer: Json) -> bool:
        """Check it, and stage it on the interrupt."""
        self._found = check_answer(self.schemas, self.is_approval, answer)
        if self._found:
            self.interrupt.clear()
            return False
        return self.interrupt.resolve(answer)


@dataclass(slots=True)
class ToolHandle:
    """A call of a tool that this client has to run, and that a person runs in its place.

    `interrupt` is the question itself where no generated class fits.
    """

    chat: AnyChat
    call_id: str
    schemas: AnswerSchemas
    interrupt: UntypedInterrupt | None = None
    status: Status = Status.PENDING
    draft: Json | Absent = ABSENT
    problems: Problems = ()

    def stage(self, answer: Json) -> bool:
        """Hand in the output of the call."""
        self.problems = response_problems(self.schemas, answer)
        staged = not self.problems and self.chat.settle_tool(self.call_id, answer)
        if not staged and not self.problems:
            self.problems = tuple(Problem((), error.message) for error in self.chat.errors)
        self.status, self.draft = (Status.STAGED, answer) if staged else (Status.ERROR, ABSENT)
        return staged

    def cancel(self) -> bool:
        """Say that the call failed, or cancel it where the schema has no place for that."""
        failed: Json = {"error": NOT_RUN}
        if self.interrupt is not None and response_problems(self.schemas, failed):
            staged = self.interrupt.cancel()
        else:
            staged = self.chat.settle_tool(self.call_id, None, NOT_RUN)
        self.status = Status.STAGED if staged else Status.ERROR
        return staged

    def clear(self) -> None:
        """Do nothing: an output that was handed in stays."""


@dataclass(slots=True)
class LegacyHandle:
    """An approval that an older server asks for; it knows yes and no."""

    approval: LegacyApproval
    problems: Problems = field(default=())

    @property
    def status(self) -> Status:
        """Whether it is decided."""
        return Status.PENDING if self.approval.approved is None else Status.STAGED

    @property
    def draft(self) -> Json | Absent:
        """The decision."""
        approved = self.approval.approved
        return ABSENT if approved is None else {"approved": approved}

    def stage(self, answer: Json) -> bool:
        """Decide it."""
        self.problems = tuple(decision_problems(AnswerSchemas(), answer))
        if not self.problems and isinstance(answer, dict):
            self.approval.approved = answer["approved"] is True
        return not self.problems

    def cancel(self) -> bool:
        """Reject it: there is no other way to say that nobody decides."""
        self.approval.reject()
        return True

    def clear(self) -> None:
        """Take the decision back."""
        self.approval.clear()


def check_answer(schemas: AnswerSchemas, is_approval: bool, answer: Json) -> Problems:
    """Return what the schemas that came with a question have against an answer."""
    try:
        if is_approval:
            return tuple(decision_problems(schemas, answer))
        return response_problems(schemas, answer)
    except NotJson as error:
        return (Problem((), error.message),)


def item_problem(error: ItemError, is_approval: bool) -> Problem:
    """Place an error of an interrupt in the whole answer: a decision has two parts."""
    path, part = error.path or (), _PARTS.get(error.code)
    if is_approval and part is not None and path[:1] != (part,):
        path = (part, *path)
    return Problem(path, error.message, error.code in _MENDABLE)
