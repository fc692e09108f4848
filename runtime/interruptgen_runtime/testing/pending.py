"""The interrupts of a pause -> those of one definition, with what they show in its type."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.definition import InterruptDefinition
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.core.tool import ToolDefinition

Shown = TypeVar("Shown")


@dataclass(frozen=True, slots=True)
class Pending(Generic[Shown]):
    """An interrupt that waits, and what it shows: a question's payload, or a call's arguments."""

    interrupt: InterruptDescriptor
    shown: Shown


def pending_calls(
    interrupts: Iterable[InterruptDescriptor], tool: ToolDefinition[Shown, Any, Any, Any]
) -> list[Pending[Shown]]:
    """Return the calls of a tool that wait for an approval or for the client.

    Raises `InvalidIncoming` for arguments that the tool's schema refuses.
    """
    return [
        Pending(one, _typed(tool.input, _arguments(one)))
        for one in interrupts
        if _names(one) == ("tool", tool.name)
    ]


def pending_questions(
    interrupts: Iterable[InterruptDescriptor], definition: InterruptDefinition[Shown, Any]
) -> list[Pending[Shown]]:
    """Return the questions of a definition that wait for their answers.

    Raises `InvalidIncoming` for a payload that the definition's schema refuses.
    """
    return [
        Pending(one, _typed(definition.payload, one.payload))
        for one in interrupts
        if _names(one) == ("interrupt", definition.id)
    ]


def _names(interrupt: InterruptDescriptor) -> tuple[str, str] | None:
    binding = interrupt.binding
    match binding.content if binding else None:
        case ToolApprovalBinding(tool_name=name) | ClientToolBinding(tool_name=name):
            return "tool", name
        case FirstPartyBinding(definition_id=id):
            return "interrupt", id
        case _:
            return None


def _arguments(interrupt: InterruptDescriptor) -> Json:
    return interrupt.metadata.get("input", {})


def _typed(schema: Schema[Shown] | None, value: Json | Absent) -> Any:
    """Give a value the class of its schema; without one, arguments stay as they are."""
    if schema is not None:
        return schema.parse(value)
    return None if value is ABSENT else value
