"""What an answer to a generic interrupt repeats about its question, for servers without a store."""

from dataclasses import dataclass
from typing import Final, TypeGuard

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import FirstPartyBinding
from interruptgen_runtime.core.binding_reader import read_unopened_interrupt_binding
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.wire import or_absent, read_count, written

CONTINUATION_KEY: Final = "tanstack:interruptContinuation"
"""The member of a resume entry's metadata under which the continuation travels."""

CONTINUATION_VERSION: Final = 1

_NEEDED: Final = frozenset({"definitionId", "key", "reason", "message"})
_TEXTS: Final = (*_NEEDED, "expiresAt", "responseSchemaHash", "payloadSchemaHash")


@record(kw_only=True)
class Continuation:
    """The question that an answer belongs to; every word of it comes from the client."""

    definition_id: str
    key: str
    batch_index: int
    reason: str
    message: str
    expires_at: str | None = None
    response_schema_hash: str | None = None
    payload_schema_hash: str | None = None
    payload: Json | Absent = ABSENT

    def to_json(self) -> JsonObject:
        """Return the continuation as it stands on the wire."""
        return written(
            {
                "v": CONTINUATION_VERSION,
                "definitionId": self.definition_id,
                "key": self.key,
                "batchIndex": self.batch_index,
                "reason": self.reason,
                "message": self.message,
                "expiresAt": or_absent(self.expires_at),
                "responseSchemaHash": or_absent(self.response_schema_hash),
                "payloadSchemaHash": or_absent(self.payload_schema_hash),
                "payload": self.payload,
            }
        )


@dataclass(frozen=True, slots=True)
class InvalidContinuation:
    """A continuation that cannot be read, and why."""

    message: str


def continuation_from_descriptor(descriptor: JsonObject) -> Continuation | None:
    """Return what an answer to this descriptor has to repeat, or nothing if it is none of ours."""
    binding = read_unopened_interrupt_binding(descriptor)
    if not isinstance(binding, FirstPartyBinding):
        return None
    asked = InterruptDescriptor(descriptor)
    return Continuation(
        definition_id=binding.definition_id,
        key=binding.key,
        batch_index=binding.batch_index,
        reason=asked.reason,
        message=asked.message or "",
        expires_at=asked.expires_at,
        response_schema_hash=binding.response_schema_hash,
        payload_schema_hash=binding.payload_schema_hash,
        payload=asked.payload,
    )


def continuation_metadata(continuation: Continuation) -> JsonObject:
    """Return the metadata of a resume entry that carries a continuation."""
    return {CONTINUATION_KEY: continuation.to_json()}


def read_continuation(metadata: Json | Absent) -> Continuation | InvalidContinuation | None:
    """Read the continuation from a resume entry's metadata; nothing if it has none."""
    if metadata is ABSENT:
        return None
    if not isinstance(metadata, dict):
        return InvalidContinuation("Generic interrupt resume metadata must be an object.")
    if CONTINUATION_KEY not in metadata:
        return None
    raw = metadata[CONTINUATION_KEY]
    if not isinstance(raw, dict):
        return InvalidContinuation("Generic interrupt continuation is invalid.")
    return _read(raw) or InvalidContinuation(
        "Generic interrupt continuation contains invalid fields."
    )


def _read(raw: JsonObject) -> Continuation | None:
    texts = {name: raw[name] for name in _TEXTS if name in raw}
    batch_index = read_count(raw, "batchIndex")
    if batch_index is None or read_count(raw, "v") != CONTINUATION_VERSION:
        return None
    if not _NEEDED.issubset(texts) or not _are_strings(texts):
        return None
    return Continuation(
        definition_id=texts["definitionId"],
        key=texts["key"],
        batch_index=batch_index,
        reason=texts["reason"],
        message=texts["message"],
        expires_at=texts.get("expiresAt"),
        response_schema_hash=texts.get("responseSchemaHash"),
        payload_schema_hash=texts.get("payloadSchemaHash"),
        payload=raw.get("payload", ABSENT),
    )


def _are_strings(members: JsonObject) -> TypeGuard[dict[str, str]]:
    return all([isinstance(value, str) for value in members.values()])
