"""A tool definition and the function that runs its calls."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json

if TYPE_CHECKING:
    from interruptgen_runtime.core.tool import ToolDefinition

Input = TypeVar("Input")
Output = TypeVar("Output")
Approve = TypeVar("Approve")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallContext:
    """What a tool may want to know about a call beside its arguments.

    `approval` is the payload that came with the approval, checked. `edited` tells that a person
    changed the arguments; the tool gets the changed ones.
    """

    thread_id: str
    run_id: str
    call_id: str
    principal: str | None = None
    approval: Json | Absent = ABSENT
    edited: bool = False

    def approval_for(self, tool: "ToolDefinition[Any, Any, Approve, Any]") -> Approve | None:
        """Return the payload of the approval, typed by the definition of the tool."""
        if tool.approve is None or self.approval is ABSENT:
            return None
        return tool.approve.parse(self.approval)


@dataclass(frozen=True, slots=True, eq=False)
class ImplementedTool(Generic[Input, Output]):
    """A tool that the server runs; made by `ToolDefinition.implement`."""

    definition: "ToolDefinition[Input, Output, Any, Any]"
    function: Callable[[Input, ToolCallContext], Awaitable[Output]]
