"""The base classes of generated client modules: a descriptor with the types of its definition."""

from abc import ABC, abstractmethod
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from interruptgen_runtime.core.absent import Absent
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.envelope import NO_APPROVAL_HASH
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.schema import Schema

Payload = TypeVar("Payload")
Response = TypeVar("Response")
Input = TypeVar("Input")
Output = TypeVar("Output")
Approve = TypeVar("Approve")
Reject = TypeVar("Reject")


class BoundInterrupt(ABC):
    """An interrupt that a generated class knows; wraps the descriptor that was received."""

    def __init__(self, descriptor: InterruptDescriptor) -> None:
        self.descriptor = descriptor

    @classmethod
    @abstractmethod
    def bound_to(cls) -> str:
        """Return the definition id or the tool name that the class is generated for."""

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

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id!r}>"


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

    @classmethod
    def bound_to(cls) -> str:
        """Return the tool's name."""
        return cls.tool_name

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
