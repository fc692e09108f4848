"""The base classes of generated client modules: a descriptor with the types of its definition."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar, overload

from interruptgen_runtime.client.answers import Decision, Value
from interruptgen_runtime.client.received import AnswerableInterrupt
from interruptgen_runtime.client.terms import (
    ApprovalTerms,
    QuestionTerms,
    Terms,
    ToolTerms,
    forbids_edits,
)
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.envelope import NO_APPROVAL_HASH
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.schema import Schema, hash_of

Payload = TypeVar("Payload")
Response = TypeVar("Response")
Input = TypeVar("Input")
Output = TypeVar("Output")
Approve = TypeVar("Approve")
Reject = TypeVar("Reject")


class BoundInterrupt(AnswerableInterrupt, ABC):
    """An interrupt that a generated class knows; wraps the descriptor that was received."""

    @classmethod
    @abstractmethod
    def bound_to(cls) -> str:
        """Return the definition id or the tool name that the class is generated for."""

    @classmethod
    @abstractmethod
    def terms(cls) -> Terms:
        """Return what an answer has to satisfy."""


class GenericInterrupt(BoundInterrupt, Generic[Payload, Response]):
    """A question of an interrupt definition.

    `Payload` is the class of the display payload, `None` without a payload schema; `Response` is
    the class of the answer, `Json` without a response schema.
    """

    definition_id: ClassVar[str]
    payload_schema: ClassVar[Schema[Any] | None] = None
    response_schema: ClassVar[Schema[Any] | None] = None

    @classmethod
    def bound_to(cls) -> str:
        """Return the definition id."""
        return cls.definition_id

    @classmethod
    def terms(cls) -> Terms:
        """Return the schemas of the definition."""
        return QuestionTerms(cls.payload_schema, cls.response_schema)

    @property
    def key(self) -> str:
        """What tells questions of one definition apart; `PeerError` without a binding."""
        binding = self.descriptor.binding
        if binding is None or not isinstance(binding.content, FirstPartyBinding):
            raise PeerError(f"interrupt {self.id} is not bound to a definition")
        return binding.content.key

    @cached_property
    def payload(self) -> Payload:
        """What is shown to the person; raises `InvalidIncoming` if its schema refuses it."""
        payload: Payload = _typed(self.payload_schema, self.descriptor.payload, None)
        return payload

    def resolve(self, value: Response | JsonObject) -> bool:
        """Stage the answer; returns whether it is staged, else `errors` says why it is not.

        Takes an instance of the response class, or a JSON value; both are checked against the
        response schema. The value is copied: later changes of it have no effect. Raises
        `LocalError` for an instance of another class and `NotJson` for what is no JSON.
        """
        return self._controls.answer(Value(value))


class ToolApproval(BoundInterrupt, Generic[Input, Approve, Reject]):
    """A tool call that waits for a person's decision.

    `Input` is the class of the arguments (`dict[str, Json]` without an input schema), `Approve`
    and `Reject` are those of the payloads of the decisions (`None` without a schema).
    """

    tool_name: ClassVar[str]
    input_schema: ClassVar[Schema[Any] | None] = None
    approve_schema: ClassVar[Schema[Any] | None] = None
    reject_schema: ClassVar[Schema[Any] | None] = None
    approval_hash: ClassVar[str] = NO_APPROVAL_HASH
    response_hash: ClassVar[str]
    allow_edits: ClassVar[bool] = True

    @classmethod
    def bound_to(cls) -> str:
        """Return the tool's name."""
        return cls.tool_name

    @classmethod
    def terms(cls) -> Terms:
        """Return the schemas of the call and of both decisions."""
        return ApprovalTerms(
            input=cls.input_schema,
            approve=cls.approve_schema,
            reject=cls.reject_schema,
            input_hash=hash_of(cls.input_schema),
            approval_hash=cls.approval_hash,
            response_hash=cls.response_hash,
            allow_edits=cls.allow_edits,
        )

    @property
    def tool_call_id(self) -> str:
        """The call that waits; `PeerError` without a binding."""
        return self._binding.tool_call_id

    @cached_property
    def original_args(self) -> Input:
        """The arguments of the call; raises `InvalidIncoming` if the input schema refuses them."""
        arguments = self._binding.original_args
        typed: Input = _typed(self.input_schema, arguments, arguments)
        return typed

    @property
    def takes_edits(self) -> bool:
        """Whether the call may be approved with other arguments than it has."""
        editable = self.allow_edits and self.input_schema is not None
        return editable and not forbids_edits(self.descriptor.metadata)

    @overload
    def approve(
        self: "ToolApproval[Input, None, Reject]", *, edited_args: Input | None = None
    ) -> bool: ...

    @overload
    def approve(self, *, payload: Approve, edited_args: Input | None = None) -> bool: ...

    def approve(self, *, payload: object = ABSENT, edited_args: object = None) -> bool:
        """Stage that the call may run; returns whether that is staged, else see `errors`.

        `payload` is required where approving has a schema, and refused where it has none;
        `edited_args` replace the arguments of the call, if the tool allows that. Both are checked
        against their schemas, and copied. Raises `LocalError` for an instance of another class and
        `NotJson` for what is no JSON.
        """
        edits = ABSENT if edited_args is None else edited_args
        return self._controls.answer(Decision(True, edits, payload))

    @overload
    def reject(self: "ToolApproval[Input, Approve, None]") -> bool: ...

    @overload
    def reject(self, *, payload: Reject) -> bool: ...

    def reject(self, *, payload: object = ABSENT) -> bool:
        """Stage that the call may not run; returns whether that is staged, else see `errors`.

        `payload` is required where rejecting has a schema, and refused where it has none. It is
        checked and copied, and the errors raised are those of `approve`.
        """
        return self._controls.answer(Decision(False, payload=payload))

    @property
    def _binding(self) -> ToolApprovalBinding:
        binding = self.descriptor.binding
        if binding is None or not isinstance(binding.content, ToolApprovalBinding):
            raise PeerError(f"interrupt {self.id} is not bound to an approval")
        return binding.content


class ClientTool(BoundInterrupt, Generic[Input, Output]):
    """A call of a tool that the client executes.

    `Input` is the class of the arguments (`dict[str, Json]` without an input schema), `Output`
    that of the result (`Json` without an output schema).
    """

    tool_name: ClassVar[str]
    description: ClassVar[str | None] = None
    input_schema: ClassVar[Schema[Any] | None] = None
    output_schema: ClassVar[Schema[Any] | None] = None
    needs_approval: ClassVar[bool] = False
    """Whether every call needs a person's yes; where a condition decides, only servers know."""

    @classmethod
    def bound_to(cls) -> str:
        """Return the tool's name."""
        return cls.tool_name

    @classmethod
    def terms(cls) -> Terms:
        """Return the schema of the output."""
        return ToolTerms(cls.output_schema, hash_of(cls.output_schema))

    @property
    def tool_call_id(self) -> str:
        """The call to execute; `PeerError` without a binding."""
        binding = self.descriptor.binding
        if binding is None or not isinstance(binding.content, ClientToolBinding):
            raise PeerError(f"interrupt {self.id} is not bound to a client tool")
        return binding.content.tool_call_id

    @cached_property
    def input(self) -> Input:
        """The arguments of the call; raises `InvalidIncoming` if the input schema refuses them."""
        arguments = self.descriptor.metadata.get("input", {})
        typed: Input = _typed(self.input_schema, arguments, arguments)
        return typed


def _typed(schema: Schema[Any] | None, value: Json | Absent, untyped: Any) -> Any:
    """Give a value the class of its schema; without a schema, return `untyped`."""
    return untyped if schema is None else schema.parse(value)
