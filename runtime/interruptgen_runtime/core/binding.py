"""Interrupt bindings: what ties a descriptor to its run and to its tool call or definition."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal, TypeAlias

from interruptgen_runtime.core.absent import Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.wire import or_absent, written

BINDING_KEY: Final = "tanstack:interruptBinding"
"""The member of a descriptor's metadata under which its binding travels."""

BINDING_VERSION: Final = 1

BindingKind: TypeAlias = Literal["tool-approval", "client-tool-execution", "generic"]


@record(kw_only=True)
class ToolApprovalBinding:
    """Ties an approval to a tool call and to the schemas of its decisions."""

    kind: ClassVar[BindingKind] = "tool-approval"

    interrupt_id: str
    tool_name: str
    tool_call_id: str
    original_args: Json | Absent
    input_schema_hash: str
    approval_schema_hash: str
    response_schema_hash: str
    expires_at: str | None = None

    def to_json(self) -> JsonObject:
        """Return the binding as it stands on the wire."""
        return written(
            {
                "v": BINDING_VERSION,
                "kind": self.kind,
                "interruptId": self.interrupt_id,
                "toolName": self.tool_name,
                "toolCallId": self.tool_call_id,
                "originalArgs": self.original_args,
                "inputSchemaHash": self.input_schema_hash,
                "approvalSchemaHash": self.approval_schema_hash,
                "responseSchemaHash": self.response_schema_hash,
                "expiresAt": or_absent(self.expires_at),
            }
        )


@record(kw_only=True)
class ClientToolBinding:
    """Ties the execution of a client tool to its call and to the schema of its output."""

    kind: ClassVar[BindingKind] = "client-tool-execution"

    interrupt_id: str
    tool_name: str
    tool_call_id: str
    output_schema_hash: str
    response_schema_hash: str
    expires_at: str | None = None

    def to_json(self) -> JsonObject:
        """Return the binding as it stands on the wire."""
        return written(
            {
                "v": BINDING_VERSION,
                "kind": self.kind,
                "interruptId": self.interrupt_id,
                "toolName": self.tool_name,
                "toolCallId": self.tool_call_id,
                "outputSchemaHash": self.output_schema_hash,
                "responseSchemaHash": self.response_schema_hash,
                "expiresAt": or_absent(self.expires_at),
            }
        )


@record(kw_only=True)
class FirstPartyBinding:
    """Ties a generic interrupt to its definition, and to its place in the whole batch."""

    kind: ClassVar[BindingKind] = "generic"

    interrupt_id: str
    definition_id: str
    key: str
    batch_index: int
    response_schema_hash: str | None = None
    payload_schema_hash: str | None = None
    expires_at: str | None = None

    def to_json(self) -> JsonObject:
        """Return the binding as it stands on the wire."""
        return written(
            {
                "v": BINDING_VERSION,
                "kind": self.kind,
                "interruptId": self.interrupt_id,
                "definitionId": self.definition_id,
                "key": self.key,
                "batchIndex": self.batch_index,
                "responseSchemaHash": or_absent(self.response_schema_hash),
                "payloadSchemaHash": or_absent(self.payload_schema_hash),
                "expiresAt": or_absent(self.expires_at),
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalBinding:
    """Makes a generic interrupt of another producer resumable."""

    kind: ClassVar[BindingKind] = "generic"

    interrupt_id: str
    response_schema_hash: str | None = None
    expires_at: str | None = None

    def to_json(self) -> JsonObject:
        """Return the binding as it stands on the wire."""
        return written(
            {
                "v": BINDING_VERSION,
                "kind": self.kind,
                "interruptId": self.interrupt_id,
                "responseSchemaHash": or_absent(self.response_schema_hash),
                "expiresAt": or_absent(self.expires_at),
            }
        )


Binding: TypeAlias = ToolApprovalBinding | ClientToolBinding | FirstPartyBinding | ExternalBinding
"""A binding that is not tied to a run yet."""


@dataclass(frozen=True, slots=True)
class OpenBinding:
    """A binding together with the run that was interrupted and its generation."""

    content: Binding
    interrupted_run_id: str
    generation: int = 0

    def to_json(self) -> JsonObject:
        """Return the binding as it stands on the wire."""
        return {
            **self.content.to_json(),
            "interruptedRunId": self.interrupted_run_id,
            "generation": self.generation,
        }


def with_interrupt_binding(descriptor: JsonObject, binding: Binding | OpenBinding) -> JsonObject:
    """Copy a descriptor and put a binding into its metadata, under the descriptor's own id."""
    metadata = descriptor.get("metadata")
    members = metadata if isinstance(metadata, dict) else {}
    stamped: JsonObject = {**binding.to_json(), "interruptId": descriptor["id"]}
    return {**descriptor, "metadata": {**members, BINDING_KEY: stamped}}


def without_interrupt_binding(descriptor: JsonObject) -> JsonObject:
    """Copy a descriptor without its binding; one without metadata comes back as it is."""
    metadata = descriptor.get("metadata")
    if not isinstance(metadata, dict):
        return descriptor
    rest = {name: value for name, value in metadata.items() if name != BINDING_KEY}
    return {**descriptor, "metadata": rest}
