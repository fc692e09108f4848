"""The schemas of a tool -> the documents and hashes that TanStack AI derives from them."""

from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import hash_json
from interruptgen_runtime.core.json_types import Json, JsonObject

UNDEFINED_SCHEMA_HASH: Final = (
    "sha256:eb045d78d273107348b0300c01d29b7552d622abbc6faf81b3ec55359aa9950c"
)
"""The hash of a schema that is not there: of the text `undefined`."""

EMPTY_SCHEMA_HASH: Final = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
"""The hash of `{}`, which a client tool without an output schema asks its answer to satisfy."""

NO_APPROVAL_HASH: Final = "sha256:22f76d9a1c618a3cfaa891208a14f6e5e6ab1be4ff1c38cc8a8cd1e8fd0c0e4e"
"""The approval hash of a tool whose decisions carry no payload."""


def approval_hash(approve: Json | Absent, reject: Json | Absent) -> str:
    """Return the hash of the payload schemas of both decisions (`approvalSchemaHash`)."""
    branches: JsonObject = {
        "approve": None if approve is ABSENT else approve,
        "reject": None if reject is ABSENT else reject,
    }
    return hash_json(branches)


def decision_envelope(
    input: Json | Absent, approve: Json | Absent, reject: Json | Absent
) -> JsonObject:
    """Compose the schema that an answer to an approval has to satisfy.

    A decision may carry edited arguments if the tool has an input schema and the call is approved,
    and has to carry a payload where its branch has a schema.
    """
    approved, rejected = _decision(True, approve), _decision(False, reject)
    if input is not ABSENT:
        approved["editedArgs"] = input
    return {"oneOf": [_branch(approved), _branch(rejected)]}


def _decision(approved: bool, payload: Json | Absent) -> JsonObject:
    properties: JsonObject = {"approved": {"const": approved}}
    if payload is not ABSENT:
        properties["payload"] = payload
    return properties


def _branch(properties: JsonObject) -> JsonObject:
    required: list[Json] = ["approved"]
    if "payload" in properties:
        required.append("payload")
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }
