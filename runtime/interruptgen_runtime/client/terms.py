"""What a generated class asks of answers: the schemas, and the hashes that a pause has to carry."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.schema import Schema


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """What the response to a question of a definition has to satisfy."""

    payload: Schema[Any] | None
    response: Schema[Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ApprovalTerms:
    """What a decision about a tool call has to satisfy."""

    input: Schema[Any] | None
    approve: Schema[Any] | None
    reject: Schema[Any] | None
    input_hash: str
    approval_hash: str
    response_hash: str
    allow_edits: bool


@dataclass(frozen=True, slots=True)
class ToolTerms:
    """What the output of a client tool has to satisfy."""

    output: Schema[Any] | None
    output_hash: str


Terms: TypeAlias = QuestionTerms | ApprovalTerms | ToolTerms


def forbids_edits(metadata: JsonObject) -> bool:
    """Tell whether a pause says of a call that its arguments may not be edited.

    A server on this runtime says so for each approval; other servers leave it open.
    """
    own = metadata.get("interruptgen")
    return isinstance(own, dict) and own.get("allowEdits") is False
