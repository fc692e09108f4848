"""Tool definitions, as generated code declares them."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias, TypeVar

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.condition import Condition
from interruptgen_runtime.core.contract import ToolContract
from interruptgen_runtime.core.earlier import AnswerSlot, EarlierTool, Upgrade, upgrade
from interruptgen_runtime.core.envelope import (
    NO_APPROVAL_HASH,
    decision_envelope,
)
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.implementation import ImplementedTool, ToolCallContext
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.message import fill
from interruptgen_runtime.core.schema import Schema, hash_of

Input = TypeVar("Input")
Output = TypeVar("Output")
Approve = TypeVar("Approve")
Reject = TypeVar("Reject")
Old = TypeVar("Old")
New = TypeVar("New")

RunsOn: TypeAlias = Literal["server", "client"]


@dataclass(frozen=True, kw_only=True, eq=False)
class ToolDefinition(Generic[Input, Output, Approve, Reject]):
    """A tool that the model may call, and how its calls are approved.

    The type parameters are the classes of the arguments (`dict[str, Json]` without an input
    schema), of the result (`Json` without an output schema), and of the payloads of an approval
    and of a rejection (`None` where that branch has no schema). `response_hash` is the hash of
    the decision envelope; only a tool that never needs an approval goes without. `message` is the
    template of what a person is asked. `earlier` are the versions whose pauses may still be
    answered, newest first.
    """

    name: str
    title: str | None = None
    description: str | None = None
    runs_on: RunsOn = "server"
    needs_approval: bool | Condition = False
    message: str | None = None
    allow_edits: bool = True
    input: Schema[Input] | None
    output: Schema[Output] | None
    approve: Schema[Approve] | None = None
    reject: Schema[Reject] | None = None
    approval_hash: str = NO_APPROVAL_HASH
    response_hash: str | None = None
    earlier: tuple[EarlierTool[Any, Any, Any, Any], ...] = ()

    def __post_init__(self) -> None:
        if self.needs_approval is not False and self.response_hash is None:
            raise LocalError(f"tool {self.name} needs approval, and so a response_hash")

    def __repr__(self) -> str:
        return f"<ToolDefinition {self.name!r}>"

    def asks(self, arguments: Mapping[str, Json]) -> bool:
        """Tell whether a person has to approve a call with these arguments."""
        if isinstance(self.needs_approval, Condition):
            return self.needs_approval.matches(arguments)
        return self.needs_approval

    def describe(self, arguments: Mapping[str, Json]) -> str:
        """Return the text on which a person decides about a call with these arguments.

        Made from the definition and the arguments alone; the model has no part in it.
        """
        if self.message is None:
            return f"Approval required to run {self.name}"
        return fill(self.message, arguments)

    def implement(
        self, function: Callable[[Input, ToolCallContext], Awaitable[Output]]
    ) -> ImplementedTool[Input, Output]:
        """Return the tool that runs a function on the server; to be used as a decorator.

        The function gets the arguments, checked and typed, and what is known about the call. Its
        result is checked against the output schema. Raises `LocalError` for a client's tool.
        """
        if self.runs_on != "server":
            raise LocalError(f"tool {self.name} runs on the client, and is implemented there")
        return ImplementedTool(self, function)

    def upgrade_input(
        self, *, from_: EarlierTool[Old, Any, Any, Any]
    ) -> Callable[[Callable[[Old], Input]], Upgrade]:
        """Return a decorator for the function that carries the arguments of a call over.

        It gets those of a call that waits since an earlier version. As for every upgrade, the
        result is given to the agent, the function raises `ValueError` for what cannot be carried
        over, and a version of another tool raises `LocalError`.
        """
        return self._upgrade(from_, "input", (from_.input, self.input))

    def upgrade_output(
        self, *, from_: EarlierTool[Any, Old, Any, Any]
    ) -> Callable[[Callable[[Old], Output]], Upgrade]:
        """Return a decorator for the function that carries the result of a client's tool over."""
        return self._upgrade(from_, "output", (from_.output, self.output))

    def upgrade_approve(
        self, *, from_: EarlierTool[Any, Any, Old, Any]
    ) -> Callable[[Callable[[Old], Approve]], Upgrade]:
        """Return a decorator for the function that carries the payload of an approval over."""
        return self._upgrade(from_, "approve", (from_.approve, self.approve))

    def upgrade_reject(
        self, *, from_: EarlierTool[Any, Any, Any, Old]
    ) -> Callable[[Callable[[Old], Reject]], Upgrade]:
        """Return a decorator for the function that carries the payload of a rejection over."""
        return self._upgrade(from_, "reject", (from_.reject, self.reject))

    def as_of(
        self, version: EarlierTool[Any, Any, Any, Any]
    ) -> "ToolDefinition[Any, Any, Any, Any]":
        """Return the tool with the schemas that it had in an earlier version."""
        return replace(
            self,
            input=version.input,
            output=version.output,
            approve=version.approve,
            reject=version.reject,
            approval_hash=version.approval_hash,
            response_hash=version.response_hash or self.response_hash,
            earlier=(),
        )

    def _upgrade(
        self,
        version: EarlierTool[Any, Any, Any, Any],
        slot: AnswerSlot,
        schemas: tuple[Schema[Old] | None, Schema[New] | None],
    ) -> Callable[[Callable[[Old], New]], Upgrade]:
        if version not in self.earlier:
            raise LocalError(f"that is no earlier version of tool {self.name}")
        return lambda function: upgrade(version, slot, schemas, function)

    @property
    def input_hash(self) -> str:
        """The hash of the input schema, or of its absence."""
        return hash_of(self.input)

    @property
    def output_hash(self) -> str:
        """The hash of the output schema, or of its absence."""
        return hash_of(self.output)

    @cached_property
    def decision_envelope(self) -> JsonObject:
        """The schema that an answer to an approval has to satisfy, to be read only."""
        return decision_envelope(
            _document(self.input), _document(self.approve), _document(self.reject)
        )

    @cached_property
    def contract(self) -> ToolContract:
        """What answers to pauses of this tool are checked against."""
        return ToolContract(
            name=self.name,
            input=self.input,
            output=self.output,
            approve=self.approve,
            reject=self.reject,
            input_hash=self.input_hash,
            output_hash=self.output_hash,
            approval_hash=self.approval_hash,
            response_hash=self.response_hash,
            allow_edits=self.allow_edits,
        )


def _document(schema: Schema[Any] | None) -> Json | Absent:
    return schema.document if schema else ABSENT
