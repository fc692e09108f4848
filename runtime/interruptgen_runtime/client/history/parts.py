"""The parts of a message, as a client keeps them: frozen, and grown by the deltas of a stream."""

import re
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject

_SURROGATE: Final = re.compile("[\ud800-\udfff]")

CallState: TypeAlias = Literal[
    "awaiting-input",
    "input-streaming",
    "input-complete",
    "approval-requested",
    "approval-responded",
    "complete",
    "error",
]
"""How far a tool call has come, in TanStack AI's words."""


@dataclass(frozen=True, slots=True)
class TextPart:
    """A stretch of text."""

    content: str

    def grown(self, delta: str) -> "TextPart":
        """Return the part with more text at its end."""
        return TextPart(joined(self.content, delta))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReasoningPart:
    """What a model thought before it answered; `signature` is for its provider alone."""

    id: str | None
    content: str
    signature: str | None = None

    def grown(self, delta: str) -> "ReasoningPart":
        """Return the part with more text at its end."""
        return replace(self, content=joined(self.content, delta))


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCallPart:
    """A call of a tool.

    `arguments` is the text as the model wrote it and `input` its value, once it is complete.
    `approval_id` and `approved` tell of a person's decision, `output` of the result; `metadata` is
    the server's and goes back to it.
    """

    id: str
    name: str
    arguments: str = ""
    state: CallState = "awaiting-input"
    input: Json | Absent = ABSENT
    output: Json | Absent = ABSENT
    approval_id: str | None = None
    approved: bool | None = None
    metadata: JsonObject | None = None

    def grown(self, delta: str) -> "ToolCallPart":
        """Return the part with more of its arguments."""
        state: CallState = "input-streaming" if self.state == "awaiting-input" else self.state
        return replace(self, arguments=joined(self.arguments, delta), state=state)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResultPart:
    """The result of a tool call; `error` says why it failed.

    `id`, `name`, `metadata` and `created_at` (ISO 8601) are those of the message of the server
    that it came in, if it came in one.
    """

    call_id: str
    content: str
    failed: bool = False
    error: str | None = None
    id: str | None = None
    name: str | None = None
    metadata: JsonObject | None = None
    created_at: str | None = None


@dataclass(frozen=True, slots=True)
class MediaPart:
    """An image, a sound, a video or a document, as it stands on the wire."""

    content: JsonObject


GrowingPart: TypeAlias = TextPart | ReasoningPart | ToolCallPart
Part: TypeAlias = GrowingPart | ToolResultPart | MediaPart


def joined(text: str, delta: str) -> str:
    """Join two texts; the halves of a character that JavaScript cut in two become one again."""
    whole = text + delta
    if whole.isascii() or not _SURROGATE.search(whole):
        return whole
    return whole.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
