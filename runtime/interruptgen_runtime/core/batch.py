"""What a run has to ask -> the descriptors of one batch, in TanStack AI's order."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    Binding,
    ClientToolBinding,
    FirstPartyBinding,
    OpenBinding,
    ToolApprovalBinding,
    with_interrupt_binding,
)
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.descriptor import (
    APPROVAL_REASON,
    CLIENT_TOOL_REASON,
    PAYLOAD_KEY,
    InterruptDescriptor,
)
from interruptgen_runtime.core.envelope import EMPTY_SCHEMA_HASH
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.tool import ToolDefinition
from interruptgen_runtime.core.wire import or_absent, written

_ID: Final = re.compile(r"[A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalAsked:
    """A tool call that a person has to approve; `arguments` are the ones the model gave."""

    tool: ToolDefinition[Any, Any, Any, Any]
    call_id: str
    arguments: JsonObject
    expires_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientToolAsked:
    """A tool call that the client has to execute."""

    tool: ToolDefinition[Any, Any, Any, Any]
    call_id: str
    arguments: JsonObject
    expires_at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GenericAsked:
    """A question of a definition; `expires_at` is the one that counts (`request.expiry`)."""

    request: InterruptRequest[Any, Any]
    expires_at: str | None = None


Asked: TypeAlias = ApprovalAsked | ClientToolAsked | GenericAsked
IdMaker: TypeAlias = Callable[[Asked, int], str]
"""An item of a batch and its index in it -> the id of the interrupt."""

_ORDER: Final = (ApprovalAsked, ClientToolAsked, GenericAsked)


def in_batch_order(asked: Iterable[Asked]) -> tuple[Asked, ...]:
    """Put approvals first, then client tools, then generics, each kind in the order given."""
    return tuple(sorted(asked, key=lambda item: _ORDER.index(type(item))))


def build_batch(
    asked: Iterable[Asked], *, make_id: IdMaker, run_id: str, generation: int = 0
) -> tuple[InterruptDescriptor, ...]:
    """Build the descriptors of a batch.

    `run_id` is the id of the request that is answered with the pause, as the client chose it. Ids
    may be of any length, and consist of ASCII letters, digits, `.`, `_` and `-`. Raises
    `LocalError` for other ids and for two that are the same.
    """
    items = in_batch_order(asked)
    ids = [make_id(item, index) for index, item in enumerate(items)]
    _check_ids(ids)
    descriptors: list[InterruptDescriptor] = []
    for index, (item, interrupt_id) in enumerate(zip(items, ids, strict=True)):
        envelope, binding = _describe(item, interrupt_id, index)
        opened = OpenBinding(binding, run_id, generation)
        descriptors.append(InterruptDescriptor(with_interrupt_binding(envelope, opened)))
    return tuple(descriptors)


def _check_ids(ids: Sequence[str]) -> None:
    for interrupt_id in ids:
        if not _ID.fullmatch(interrupt_id):
            raise LocalError(f"an interrupt id may not be {interrupt_id!r}")
    if len(set(ids)) < len(ids):
        raise LocalError("two interrupts of one batch have the same id")


def _describe(item: Asked, interrupt_id: str, index: int) -> tuple[JsonObject, Binding]:
    match item:
        case ApprovalAsked():
            return _describe_approval(item, interrupt_id)
        case ClientToolAsked():
            return _describe_client_tool(item, interrupt_id)
        case GenericAsked():
            return _describe_generic(item, interrupt_id, index)


def _describe_approval(asked: ApprovalAsked, interrupt_id: str) -> tuple[JsonObject, Binding]:
    tool = asked.tool
    if tool.response_hash is None:
        raise LocalError(f"tool {tool.name} has no approval to ask for")
    binding = ToolApprovalBinding(
        interrupt_id=interrupt_id,
        tool_name=tool.name,
        tool_call_id=asked.call_id,
        original_args=asked.arguments,
        input_schema_hash=tool.input_hash,
        approval_schema_hash=tool.approval_hash,
        response_schema_hash=tool.response_hash,
        expires_at=asked.expires_at,
    )
    metadata: JsonObject = {
        "kind": "approval",
        "toolName": tool.name,
        "input": asked.arguments,
        "interruptgen": {"allowEdits": tool.allow_edits},
    }
    envelope: dict[str, Json | Absent] = {
        "id": interrupt_id,
        "reason": APPROVAL_REASON,
        "message": tool.describe(asked.arguments),
        "toolCallId": asked.call_id,
        "responseSchema": tool.decision_envelope,
        "expiresAt": or_absent(asked.expires_at),
        "metadata": metadata,
    }
    return written(envelope), binding


def _describe_client_tool(asked: ClientToolAsked, interrupt_id: str) -> tuple[JsonObject, Binding]:
    tool = asked.tool
    binding = ClientToolBinding(
        interrupt_id=interrupt_id,
        tool_name=tool.name,
        tool_call_id=asked.call_id,
        output_schema_hash=tool.output_hash,
        response_schema_hash=tool.output.hash if tool.output else EMPTY_SCHEMA_HASH,
        expires_at=asked.expires_at,
    )
    envelope: dict[str, Json | Absent] = {
        "id": interrupt_id,
        "reason": CLIENT_TOOL_REASON,
        "message": f"Client tool {tool.name} is ready to run",
        "toolCallId": asked.call_id,
        "responseSchema": tool.output.document if tool.output else {},
        "expiresAt": or_absent(asked.expires_at),
        "metadata": {"kind": "client_tool", "toolName": tool.name, "input": asked.arguments},
    }
    return written(envelope), binding


def _describe_generic(
    asked: GenericAsked, interrupt_id: str, index: int
) -> tuple[JsonObject, Binding]:
    request, definition = asked.request, asked.request.definition
    binding = FirstPartyBinding(
        interrupt_id=interrupt_id,
        definition_id=definition.id,
        key=request.key,
        batch_index=index,
        response_schema_hash=definition.response.hash if definition.response else None,
        payload_schema_hash=definition.payload.hash if definition.payload else None,
        expires_at=asked.expires_at,
    )
    envelope: dict[str, Json | Absent] = {
        "id": interrupt_id,
        "reason": request.reason,
        "message": request.message,
        "responseSchema": definition.response.document if definition.response else ABSENT,
        "expiresAt": or_absent(asked.expires_at),
        "metadata": written({PAYLOAD_KEY: request.payload_json}),
    }
    return written(envelope), binding
