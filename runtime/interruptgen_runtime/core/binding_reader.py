"""A descriptor -> the binding that it carries, or nothing if it is not ours to resume."""

from collections.abc import Callable, Mapping
from typing import Final

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import (
    BINDING_KEY,
    BINDING_VERSION,
    Binding,
    ClientToolBinding,
    ExternalBinding,
    FirstPartyBinding,
    OpenBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.wire import read_count, read_text


def read_interrupt_binding(descriptor: JsonObject) -> OpenBinding | None:
    """Read the binding of a descriptor with its run and generation.

    Nothing comes back from what is no binding of a version and kind that is understood here, as
    in TanStack AI's function of this name.
    """
    content = read_unopened_interrupt_binding(descriptor)
    raw = _raw_binding(descriptor)
    if content is None or raw is None:
        return None
    run_id, generation = read_text(raw, "interruptedRunId"), read_count(raw, "generation")
    if not run_id or generation is None:
        return None
    return OpenBinding(content, run_id, generation)


def read_unopened_interrupt_binding(descriptor: JsonObject) -> Binding | None:
    """Read the binding of a descriptor whether or not it is tied to a run already."""
    raw = _raw_binding(descriptor)
    if raw is None or not _is_supported(raw):
        return None
    interrupt_id = read_text(raw, "interruptId")
    if not interrupt_id or interrupt_id != descriptor.get("id"):
        return None
    expires_at = read_text(raw, "expiresAt")
    if expires_at is not None and parse_date(expires_at) is None:
        return None
    if read_text(raw, "responseSchemaHash") == "":
        return None
    reader = _READERS.get(read_text(raw, "kind") or "")
    return reader(raw, interrupt_id, expires_at) if reader else None


def _raw_binding(descriptor: JsonObject) -> JsonObject | None:
    metadata = descriptor.get("metadata")
    raw = metadata.get(BINDING_KEY) if isinstance(metadata, dict) else None
    return raw if isinstance(raw, dict) else None


def _is_supported(raw: JsonObject) -> bool:
    """Tell whether the version is ours: 1, or left out, as bindings older than the field do it."""
    return "v" not in raw or read_count(raw, "v") == BINDING_VERSION


def _read_approval(
    raw: JsonObject, interrupt_id: str, expires_at: str | None
) -> ToolApprovalBinding | None:
    tool_name, tool_call_id = read_text(raw, "toolName"), read_text(raw, "toolCallId")
    input_hash = read_text(raw, "inputSchemaHash")
    approval_hash = read_text(raw, "approvalSchemaHash")
    response_hash = read_text(raw, "responseSchemaHash")
    if not (tool_name and tool_call_id and input_hash and approval_hash and response_hash):
        return None
    return ToolApprovalBinding(
        interrupt_id=interrupt_id,
        tool_name=tool_name,
        tool_call_id=tool_call_id,
        original_args=raw.get("originalArgs", ABSENT),
        input_schema_hash=input_hash,
        approval_schema_hash=approval_hash,
        response_schema_hash=response_hash,
        expires_at=expires_at,
    )


def _read_client_tool(
    raw: JsonObject, interrupt_id: str, expires_at: str | None
) -> ClientToolBinding | None:
    tool_name, tool_call_id = read_text(raw, "toolName"), read_text(raw, "toolCallId")
    output_hash = read_text(raw, "outputSchemaHash")
    response_hash = read_text(raw, "responseSchemaHash")
    if not (tool_name and tool_call_id and output_hash and response_hash):
        return None
    return ClientToolBinding(
        interrupt_id=interrupt_id,
        tool_name=tool_name,
        tool_call_id=tool_call_id,
        output_schema_hash=output_hash,
        response_schema_hash=response_hash,
        expires_at=expires_at,
    )


def _read_generic(
    raw: JsonObject, interrupt_id: str, expires_at: str | None
) -> FirstPartyBinding | ExternalBinding | None:
    definition_id, key = read_text(raw, "definitionId"), read_text(raw, "key")
    payload_hash, response_hash = (
        read_text(raw, "payloadSchemaHash"),
        read_text(raw, "responseSchemaHash"),
    )
    if definition_id is None and key is None and payload_hash is None and "batchIndex" not in raw:
        return ExternalBinding(
            interrupt_id=interrupt_id, response_schema_hash=response_hash, expires_at=expires_at
        )
    batch_index = read_count(raw, "batchIndex")
    if not (definition_id and key) or batch_index is None:
        return None
    return FirstPartyBinding(
        interrupt_id=interrupt_id,
        definition_id=definition_id,
        key=key,
        batch_index=batch_index,
        response_schema_hash=response_hash,
        payload_schema_hash=payload_hash or None,
        expires_at=expires_at,
    )


_READERS: Final[Mapping[str, Callable[[JsonObject, str, str | None], Binding | None]]] = {
    ToolApprovalBinding.kind: _read_approval,
    ClientToolBinding.kind: _read_client_tool,
    FirstPartyBinding.kind: _read_generic,
}
