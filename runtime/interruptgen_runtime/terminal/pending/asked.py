"""The pending decisions of a chat -> what each of them asks, in the words of its schemas."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, TypeGuard

from interruptgen_runtime.client import (
    BlockingTurn,
    BoundInterrupt,
    GenericInterrupt,
    InvalidInterrupt,
    LegacyApproval,
    Status,
    ToolApproval,
    UnboundInterrupt,
    UntypedInterrupt,
)
from interruptgen_runtime.client.terms import forbids_edits
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    ClientToolBinding,
    FirstPartyBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.descriptor import InterruptDescriptor, read_descriptor
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.core.wire import read_text
from interruptgen_runtime.terminal.pending.handles import (
    AnyChat,
    BoundHandle,
    Handle,
    LegacyHandle,
    ToolHandle,
    Typed,
    UntypedHandle,
)
from interruptgen_runtime.terminal.pending.schemas import (
    BARE,
    AnswerSchemas,
    read_decision_schemas,
)


class Kind(StrEnum):
    """What a pending decision is to a person."""

    APPROVAL = "approval"
    QUESTION = "question"
    TOOL = "tool"
    BROKEN = "broken"
    FOREIGN = "foreign"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One pending decision.

    `name` is the tool, the definition, or else the reason. Without a `handle` it cannot be
    answered, and `problem` says why. `arguments` are those of the call, `payload` is what the
    server wants to be shown. `expires_at` is in ISO 8601.
    """

    id: str
    kind: Kind
    name: str
    message: str | None = None
    expires_at: str | None = None
    arguments: Json | Absent = ABSENT
    payload: Json | Absent = ABSENT
    schemas: AnswerSchemas = BARE
    handle: Handle | None = None
    problem: str | None = None
    typed: bool = False
    required: bool = True

    @property
    def is_staged(self) -> bool:
        """Whether an answer is staged."""
        return self.handle is not None and self.handle.status is Status.STAGED


_FOREIGN: Final = "it is somebody else's, and not answered from here"


def pending(chat: AnyChat, turn: BlockingTurn[Any]) -> tuple[Asked, ...]:
    """Return everything that waits for a person, in the order of the server."""
    waiting, required = frozenset(chat.waiting_tools), frozenset(chat.unanswered)
    shown = [_shown(one, chat, waiting) for one in chat.interrupts]
    seen = {asked.id for asked in shown}
    tools = (
        replace(_tool(one, chat), typed=True, required=one.id in required)
        for one in _descriptors(chat)
        if one.tool_call_id in waiting and one.id not in seen
    )
    return (*shown, *tools, *map(_legacy, turn.legacy_approvals))


def _shown(
    one: BoundInterrupt | UntypedInterrupt | InvalidInterrupt | UnboundInterrupt,
    chat: AnyChat,
    waiting: frozenset[str],
) -> Asked:
    descriptor = one.descriptor
    if _is_typed(one):
        return _bound(one)
    match one:
        case UntypedInterrupt() if descriptor.tool_call_id in waiting:
            return _tool(descriptor, chat, one)
        case UntypedInterrupt():
            return _untyped(one)
        case InvalidInterrupt():
            return _unanswerable(descriptor, Kind.BROKEN, one.problem)
        case _:
            return _unanswerable(descriptor, Kind.FOREIGN, _FOREIGN)


def _is_typed(one: object) -> TypeGuard[Typed]:
    return isinstance(one, GenericInterrupt | ToolApproval)


def _bound(one: Typed) -> Asked:
    descriptor = one.descriptor
    if isinstance(one, GenericInterrupt):
        schemas = AnswerSchemas(response=_document(one.response_schema))
        kind, name = Kind.QUESTION, one.definition_id
    else:
        schemas = AnswerSchemas(
            approve=_document(one.approve_schema),
            reject=_document(one.reject_schema),
            edited=_document(one.input_schema) if one.takes_edits else ABSENT,
        )
        kind, name = Kind.APPROVAL, one.tool_name
    return Asked(
        id=one.id,
        kind=kind,
        name=name,
        message=one.message,
        expires_at=one.expires_at,
        arguments=_arguments(descriptor),
        payload=descriptor.payload,
        schemas=schemas,
        handle=BoundHandle(one, kind is Kind.APPROVAL),
        typed=True,
    )


def _untyped(one: UntypedInterrupt) -> Asked:
    descriptor = one.descriptor
    decision = read_decision_schemas(one.response_schema)
    if decision is None and _is_approval(descriptor) and one.response_schema is ABSENT:
        decision = BARE
    if decision is not None and forbids_edits(one.metadata):
        decision = decision.without_edits()
    schemas = decision or AnswerSchemas(response=one.response_schema)
    return Asked(
        id=one.id,
        kind=Kind.QUESTION if decision is None else Kind.APPROVAL,
        name=_name(descriptor),
        message=one.message,
        expires_at=one.expires_at,
        arguments=_arguments(descriptor),
        payload=descriptor.payload,
        schemas=schemas,
        handle=UntypedHandle(one, decision is not None, schemas),
    )


def _tool(
    descriptor: InterruptDescriptor, chat: AnyChat, one: UntypedInterrupt | None = None
) -> Asked:
    schemas = AnswerSchemas(response=descriptor.response_schema)
    return Asked(
        id=descriptor.id,
        kind=Kind.TOOL,
        name=_name(descriptor),
        message=descriptor.message,
        expires_at=descriptor.expires_at,
        arguments=_arguments(descriptor),
        schemas=schemas,
        handle=ToolHandle(chat, descriptor.tool_call_id or "", schemas, one),
    )


def _legacy(approval: LegacyApproval) -> Asked:
    return Asked(
        id=approval.id,
        kind=Kind.APPROVAL,
        name=approval.tool_name,
        arguments=approval.input,
        handle=LegacyHandle(approval),
    )


def _unanswerable(descriptor: InterruptDescriptor, kind: Kind, problem: str) -> Asked:
    return Asked(
        id=descriptor.id,
        kind=kind,
        name=_name(descriptor),
        message=descriptor.message,
        expires_at=descriptor.expires_at,
        arguments=_arguments(descriptor),
        payload=descriptor.payload,
        problem=problem,
        required=False,
    )


def _descriptors(chat: AnyChat) -> Iterator[InterruptDescriptor]:
    pause = chat.snapshot().get("pause")
    listed = pause.get("pendingInterrupts") if isinstance(pause, dict) else None
    for one in listed if isinstance(listed, list) else ():
        yield read_descriptor(one)


def _name(descriptor: InterruptDescriptor) -> str:
    content = None if descriptor.binding is None else descriptor.binding.content
    match content:
        case ToolApprovalBinding(tool_name=name) | ClientToolBinding(tool_name=name):
            return name
        case FirstPartyBinding(definition_id=name):
            return name
        case _:
            return read_text(descriptor.metadata, "toolName") or descriptor.reason or "interrupt"


def _arguments(descriptor: InterruptDescriptor) -> Json | Absent:
    """Return the arguments of the call that waits: those that the binding names, if it does."""
    content = None if descriptor.binding is None else descriptor.binding.content
    if isinstance(content, ToolApprovalBinding) and content.original_args is not ABSENT:
        return content.original_args
    return descriptor.metadata.get("input", ABSENT)


def _is_approval(descriptor: InterruptDescriptor) -> bool:
    content = None if descriptor.binding is None else descriptor.binding.content
    announced = descriptor.metadata.get("kind") == "approval"
    return announced or isinstance(content, ToolApprovalBinding)


def _document(schema: Schema[Any] | None) -> Json | Absent:
    return ABSENT if schema is None else schema.document
