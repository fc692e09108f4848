"""What a run has to ask -> interrupt ids that prove it, and the digests that both sides make."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    IdMaker,
    in_batch_order,
)
from interruptgen_runtime.core.continuation import Continuation
from interruptgen_runtime.core.dates import parse_date
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.earlier import EarlierTool
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.keys import KeyRing
from interruptgen_runtime.core.proof import (
    OUTSIDE,
    Claim,
    ProofKind,
    Scope,
    digest_of,
    digest_of_texts,
    seal,
)
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.registry import AnyInterrupt, AnyTool
from interruptgen_runtime.server.conversation import Conversation, ToolCall

_NOTHING_DISPLAYED: Final = digest_of_texts("display", [])
_REMEMBERED: Final = 1024
"""How many definitions have their digest kept."""


@lru_cache(_REMEMBERED)
def tool_digest(tool: AnyTool) -> bytes:
    """Return the digest of a tool's name and of everything that its calls are checked against."""
    return tool_version_digest(tool, tool)


def tool_version_digest(tool: AnyTool, version: AnyTool | EarlierTool[Any, Any, Any, Any]) -> bytes:
    """Return the digest that a tool had in a version."""
    return digest_of(
        "tool",
        [
            tool.name,
            tool.runs_on,
            version.input_hash,
            version.output_hash,
            version.approval_hash,
            version.response_hash,
        ],
    )


@lru_cache(_REMEMBERED)
def interrupt_digest(definition: AnyInterrupt) -> bytes:
    """Return the digest of a definition's id and schemas."""
    payload = definition.payload.hash if definition.payload else None
    response = definition.response.hash if definition.response else None
    return interrupt_version_digest(definition.id, payload, response)


def interrupt_version_digest(
    definition_id: str, payload_hash: str | None, response_hash: str | None
) -> bytes:
    """Return the digest that a definition has with the schemas of these hashes."""
    return digest_of("interrupt", [definition_id, payload_hash, response_hash])


def call_digest(call: ToolCall) -> bytes:
    """Return the digest of a call as the history has it."""
    return digest_of_texts("call", [call.identity])


def question_digest(asked: InterruptRequest[Any, Any]) -> bytes:
    """Return the digest of what a person is asked."""
    return digest_of("question", [asked.definition.id, asked.key, asked.reason, asked.message])


def repeated_question_digest(asked: Continuation, plain: bool) -> bytes:
    """Return the digest of what a person was asked, by an answer that may be known to be plain."""
    parts: list[Json] = [asked.definition_id, asked.key, asked.reason, asked.message]
    return digest_of("question", parts, plain)


def display_digest(payload: Json | Absent, plain: bool = False) -> bytes:
    """Return the digest of what was displayed beside a question; null is not nothing.

    `plain` says that it is known to be plain JSON.
    """
    return _NOTHING_DISPLAYED if payload is ABSENT else digest_of("display", [payload], plain)


def turn_digest(calls: Iterable[ToolCall]) -> bytes:
    """Return the digest of all calls that were open at a pause.

    Not of the whole turn: calls that have their results run no more, whatever the history says of
    them later. One of them that comes back without its result is a call more than were open, and
    an open one that comes back with a result is opened again.
    """
    return digest_of_texts("turn", [call.identity for call in calls])


@record(kw_only=True)
class Pause:
    """A pause that is about to be sent.

    `approved` are calls that a person has agreed to, and `edited` those whose arguments that person
    has changed; `beside_bound` tells that an interrupt of another producer which the client can
    answer goes out with it.
    """

    scope: Scope
    nonce: bytes
    conversation: Conversation
    approved: frozenset[str]
    edited: frozenset[str] = frozenset()
    beside_bound: bool = False


def sealed_ids(items: Iterable[Asked], pause: Pause, ring: KeyRing) -> IdMaker:
    """Return what names the interrupts of a batch; each item says when it expires."""
    places = _places(in_batch_order(items), pause.beside_bound)
    turn = turn_digest(pause.conversation.unfinished())

    def make(asked: Asked, index: int) -> str:
        kind, definition, subject, display = _digests(asked, pause.conversation)
        claim = Claim(
            kind=kind,
            edits=_edits(asked, pause),
            approved=isinstance(asked, ClientToolAsked) and asked.call_id in pause.approved,
            index=places.get(index, OUTSIDE),
            size=len(places),
            expires=_expiry(asked),
            nonce=pause.nonce,
            definition=definition,
            subject=subject,
            display=display,
            turn=turn,
        )
        return seal(claim, pause.scope, ring)

    return make


def _edits(asked: Asked, pause: Pause) -> bool:
    """Tell whether arguments may be edited, or, of a call that was agreed to, whether they were."""
    if isinstance(asked, ApprovalAsked):
        return asked.tool.allow_edits
    return isinstance(asked, ClientToolAsked) and asked.call_id in pause.edited


def _places(items: Sequence[Asked], beside_bound: bool) -> dict[int, int]:
    """Count the items that have to be answered: beside a question, client tools need not be.

    TanStack AI's client answers no client tool in a batch with a generic interrupt, whoever has
    raised that.
    """
    asks = beside_bound or any(isinstance(item, GenericAsked) for item in items)
    due = [
        index
        for index, item in enumerate(items)
        if not (asks and isinstance(item, ClientToolAsked))
    ]
    return {index: place for place, index in enumerate(due)}


def _digests(asked: Asked, conversation: Conversation) -> tuple[ProofKind, bytes, bytes, bytes]:
    if isinstance(asked, GenericAsked):
        request = asked.request
        definition, subject = interrupt_digest(request.definition), question_digest(request)
        return ProofKind.GENERIC, definition, subject, display_digest(request.payload_json)
    kind = ProofKind.APPROVAL if isinstance(asked, ApprovalAsked) else ProofKind.CLIENT_TOOL
    subject = call_digest(conversation.calls[asked.call_id])
    return kind, tool_digest(asked.tool), subject, _NOTHING_DISPLAYED


def _expiry(asked: Asked) -> int:
    moment = parse_date(asked.expires_at) if asked.expires_at is not None else None
    if moment is None:
        raise LocalError("an interrupt with a proof has to expire")
    return moment
