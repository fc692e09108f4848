"""Slot documents -> the documents and hashes of a tool approval.

They are what TanStack AI's `normalizeApprovalSchema` makes of the same documents, so that its
unmodified client recomputes the same hashes.
"""

from interruptgen.model import Json, JsonObject
from interruptgen.schema.canonical import hash_json


def approval_hash(approve: JsonObject | None, reject: JsonObject | None) -> str:
    """Return `approvalSchemaHash`: both branches, null where there is no schema."""
    return hash_json({"approve": approve, "reject": reject})


def decision_envelope(
    arguments: JsonObject | None, approve: JsonObject | None, reject: JsonObject | None
) -> JsonObject:
    """Return the `responseSchema` of a tool approval.

    `arguments` is the tool's input schema; whether edits are allowed never changes the envelope,
    because the client recomputes it without knowing.
    """
    edits: JsonObject = {} if arguments is None else {"editedArgs": arguments}
    return {"oneOf": [_branch(True, edits, approve), _branch(False, {}, reject)]}


def _branch(approved: bool, extra: JsonObject, payload: JsonObject | None) -> JsonObject:
    properties: JsonObject = {"approved": {"const": approved}, **extra}
    required: list[Json] = ["approved"]
    if payload is not None:
        properties["payload"] = payload
        required.append("payload")
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
