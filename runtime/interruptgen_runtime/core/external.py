"""Interrupts of another producer: what they have to be to go out beside ours, and as what."""

import re
from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.core.binding import (
    BINDING_KEY,
    ExternalBinding,
    OpenBinding,
    with_interrupt_binding,
)
from interruptgen_runtime.core.canonical import hash_json
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.errors import InvalidRequest
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.proof import MAX_ID_LENGTH
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.core.wire import read_text

_OURS: Final = re.compile(r"ig[0-9]+\.|approval_|client_tool_|interrupt-[0-9a-f]{24}-[0-9]+\Z")
_KINDS_OF_OURS: Final = ("approval", "client_tool")


def is_reserved_id(interrupt_id: str) -> bool:
    """Tell whether an interrupt id has a form in which this runtime makes its own, or none at all.

    Those are sealed ids of any version, and those that are named after calls and questions without
    a proof. Under either trust both are ours alone: an id that looks like ours and proves nothing
    is a forgery, never somebody else's.
    """
    usable = 0 < len(interrupt_id) <= MAX_ID_LENGTH
    return not usable or _OURS.match(interrupt_id) is not None


@dataclass(frozen=True, slots=True)
class ExternalInterrupt:
    """An interrupt that an application or another engine puts on the stream beside ours.

    `json` is the AG-UI interrupt as its producer made it: `id` and `reason`, and where they are
    wanted `message`, `toolCallId`, `responseSchema`, `expiresAt` and `metadata`. As it is it stays
    unbound: TanStack AI's client shows it and offers no way to answer it. `bound_to` makes it
    answerable. Nobody here judges the answer, and no proof comes with it.

    Raises `InvalidRequest` for what is no AG-UI interrupt, and for one that looks like ours: by
    its id (`is_reserved_id`), as an approval or a client tool, or by a binding that is not that of
    an external interrupt in generation 0.
    """

    json: JsonObject

    def __post_init__(self) -> None:
        read_json(self.json)
        _check_envelope(self.json)
        _check_ownership(self.json)

    @property
    def id(self) -> str:
        """The id that an answer names."""
        return self.descriptor.id

    @property
    def descriptor(self) -> InterruptDescriptor:
        """The interrupt with typed access to its members."""
        return InterruptDescriptor(self.json)

    @property
    def run_id(self) -> str | None:
        """The run that it is bound to; `None` for an unbound interrupt."""
        binding = self.descriptor.binding
        return binding.interrupted_run_id if binding else None

    def bound_to(self, run_id: str) -> "ExternalInterrupt":
        """Return the interrupt as one that TanStack AI's client can answer.

        `run_id` is the one that the client gave the run which is about to pause. The hash of the
        response schema goes along, so that the client notices if that was changed on the way.
        """
        binding = ExternalBinding(
            interrupt_id=self.id,
            response_schema_hash=_schema_hash(self.json),
            expires_at=self.descriptor.expires_at,
        )
        return ExternalInterrupt(with_interrupt_binding(self.json, OpenBinding(binding, run_id)))


def _check_envelope(raw: JsonObject) -> None:
    for name in ("id", "reason"):
        if not (read_text(raw, name) or "").strip():
            raise _invalid(raw, name, "must be a text that is not blank")
    for name in ("message", "toolCallId", "expiresAt"):
        if name in raw and not isinstance(raw[name], str):
            raise _invalid(raw, name, "must be a text, or be left out")
    for name in ("responseSchema", "metadata"):
        if name in raw and not isinstance(raw[name], dict):
            raise _invalid(raw, name, "must be an object, or be left out")
    expires_at = read_text(raw, "expiresAt")
    if expires_at is not None and parse_date(expires_at) is None:
        raise _invalid(raw, "expiresAt", f"is no ISO 8601 date: {expires_at!r}")


def _check_ownership(raw: JsonObject) -> None:
    """Refuse what a client could take for an interrupt of ours, or for a broken one."""
    descriptor = InterruptDescriptor(raw)
    if is_reserved_id(descriptor.id):
        raise _invalid(raw, "id", "has the form of an id of this runtime")
    if descriptor.metadata.get("kind") in _KINDS_OF_OURS:
        raise _invalid(raw, "metadata.kind", "is what tells approvals and client tools of ours")
    if BINDING_KEY not in descriptor.metadata:
        return
    binding = descriptor.binding
    if binding is None or not isinstance(binding.content, ExternalBinding):
        raise _invalid(raw, f"metadata.{BINDING_KEY}", "is no binding of an external interrupt")
    if binding.generation != 0 or binding.content.response_schema_hash != _schema_hash(raw):
        raise _invalid(raw, f"metadata.{BINDING_KEY}", "is for another generation or schema")


def _schema_hash(raw: JsonObject) -> str | None:
    return hash_json(raw["responseSchema"]) if "responseSchema" in raw else None


def _invalid(raw: JsonObject, field: str, message: str) -> InvalidRequest:
    shown: Json = raw.get("id")
    return InvalidRequest(f"external interrupt {shown!r}", field, message)
