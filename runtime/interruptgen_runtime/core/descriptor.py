"""The JSON object that announces an interrupt, with typed access to its members."""

from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import OpenBinding
from interruptgen_runtime.core.binding_reader import read_interrupt_binding
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text

PAYLOAD_KEY: Final = "tanstack:interruptPayload"
"""The member of a descriptor's metadata under which the display payload travels."""

APPROVAL_REASON: Final = "tool_call"
CLIENT_TOOL_REASON: Final = "tanstack:client_tool_execution"


@dataclass(frozen=True, slots=True)
class InterruptDescriptor:
    """An interrupt as it stands on the wire; `json` holds all of it and is read only.

    Members of another type than the protocol's count as missing.
    """

    json: JsonObject

    @property
    def id(self) -> str:
        """The id that an answer has to name."""
        return read_text(self.json, "id") or ""

    @property
    def reason(self) -> str:
        """What kind of question it is; never decides about ownership."""
        return read_text(self.json, "reason") or ""

    @property
    def message(self) -> str | None:
        """What a person is asked."""
        return read_text(self.json, "message")

    @property
    def tool_call_id(self) -> str | None:
        """The tool call that waits for the answer."""
        return read_text(self.json, "toolCallId")

    @property
    def response_schema(self) -> Json | Absent:
        """The JSON Schema of the answer."""
        return self.json.get("responseSchema", ABSENT)

    @property
    def expires_at(self) -> str | None:
        """When the question expires, in ISO 8601."""
        return read_text(self.json, "expiresAt")

    @property
    def metadata(self) -> JsonObject:
        """Everything beside the AG-UI envelope."""
        metadata = self.json.get("metadata")
        return metadata if isinstance(metadata, dict) else {}

    @property
    def payload(self) -> Json | Absent:
        """The display payload of a generic interrupt, not checked."""
        return self.metadata.get(PAYLOAD_KEY, ABSENT)

    @property
    def binding(self) -> OpenBinding | None:
        """The binding, if the descriptor carries one that is understood here."""
        return read_interrupt_binding(self.json)


def read_descriptor(value: Json) -> InterruptDescriptor:
    """Read a descriptor that was received; raises `PeerError` if it has no usable id."""
    if not isinstance(value, dict) or not read_text(value, "id"):
        raise PeerError("an interrupt has to be an object with an id")
    return InterruptDescriptor(value)
