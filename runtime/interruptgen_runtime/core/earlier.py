"""Earlier versions of definitions, as generated code declares them, and upgrades of answers.

A pause may outlive the deployment that asked. Its answer is judged by the version that was asked,
and then has to please the present one as well: as it is, or after an upgrade.
"""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.envelope import NO_APPROVAL_HASH
from interruptgen_runtime.core.errors import InvalidOutgoing
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.lazy import lazy_module
from interruptgen_runtime.core.schema import Schema, hash_of

if TYPE_CHECKING:
    from interruptgen_runtime.core import reading
else:
    reading = lazy_module("interruptgen_runtime.core", "reading")

R = TypeVar("R")
Input = TypeVar("Input")
Output = TypeVar("Output")
Approve = TypeVar("Approve")
Reject = TypeVar("Reject")
Old = TypeVar("Old")
New = TypeVar("New")

AnswerSlot: TypeAlias = Literal["response", "input", "output", "approve", "reject"]
"""What a part of an answer is: the response to a question, or a part of a decision on a call."""


@dataclass(frozen=True, kw_only=True, eq=False)
class EarlierInterrupt(Generic[R]):
    """A version of an interrupt definition before the present one; `R` is its response's class."""

    payload_hash: str | None = None
    response: Schema[R] | None

    @property
    def response_hash(self) -> str | None:
        """The hash of the response schema."""
        return self.response.hash if self.response else None


@dataclass(frozen=True, kw_only=True, eq=False)
class EarlierTool(Generic[Input, Output, Approve, Reject]):
    """A version of a tool before the present one; the parameters are as those of its definition."""

    input: Schema[Input] | None
    output: Schema[Output] | None
    approve: Schema[Approve] | None
    reject: Schema[Reject] | None
    approval_hash: str = NO_APPROVAL_HASH
    response_hash: str | None = None

    @property
    def input_hash(self) -> str:
        """The hash of the input schema, or of its absence."""
        return hash_of(self.input)

    @property
    def output_hash(self) -> str:
        """The hash of the output schema, or of its absence."""
        return hash_of(self.output)


@dataclass(frozen=True, slots=True, eq=False)
class Upgrade:
    """How a part of an answer to an earlier version becomes one to the present version.

    Made by `InterruptDefinition.upgrade` and the `upgrade_` methods of `ToolDefinition`, and given
    to the agent. `apply` raises `ValueError` if no answer to the present version comes out.
    """

    version: EarlierInterrupt[Any] | EarlierTool[Any, Any, Any, Any]
    slot: AnswerSlot
    apply: Callable[[Json], Json] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Stale:
    """A part of an answer that the present version refuses."""

    slot: AnswerSlot
    reason: str


def upgrade(
    version: EarlierInterrupt[Any] | EarlierTool[Any, Any, Any, Any],
    slot: AnswerSlot,
    schemas: tuple[Schema[Old] | None, Schema[New] | None],
    function: Callable[[Old], New],
) -> Upgrade:
    """Return the upgrade by a function, from the first of two schemas to the second.

    Without a schema the function gets and returns plain JSON.
    """
    before, after = schemas

    def apply(value: Json) -> Json:
        old: Any = value if before is None else before.parse(value)
        new: Any = function(old)
        return reading.read_json(new) if after is None else after.dump(new)

    return Upgrade(version, slot, apply)


def carry_over(
    value: Json | Absent, slot: AnswerSlot, present: Schema[Any] | None, change: Upgrade | None
) -> Json | Absent | Stale:
    """Return a checked part of an answer to an earlier version as one to the present version.

    Whoever registers an upgrade knows both versions, so it is applied even where the present
    schema would accept the value as it is. It gets a copy, which it may change.
    """
    if change is not None and value is not ABSENT:
        try:
            return change.apply(deepcopy(value))
        except ValueError as error:
            return Stale(slot, str(error))
    if present is None:
        return value
    checked = present.check(value)
    if checked.issues:
        return Stale(slot, str(InvalidOutgoing(checked.issues)))
    return checked.value
