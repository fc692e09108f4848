"""A paused run of the desk: its own questions, and those of a service that it takes part with."""

from collections.abc import Sequence

from interruptgen_runtime import JsonObject, hash_json
from interruptgen_runtime.core.batch import ApprovalAsked, Asked, GenericAsked, build_batch
from interruptgen_runtime.core.binding import ExternalBinding, OpenBinding, with_interrupt_binding
from support_desk.generated.desk.models import (
    ChooseReplyPayload,
    ChooseReplyPayloadDraftsItem,
)
from support_desk.generated.desk.server import choose_reply, issue_credit


def questions(ticket: str, drafts: Sequence[str], credit: JsonObject) -> list[Asked]:
    """Return what the desk itself asks about a ticket: which reply, and may the credit be given."""
    payload = ChooseReplyPayload(
        ticket=ticket,
        drafts=[ChooseReplyPayloadDraftsItem(text=text) for text in drafts],
    )
    return [
        GenericAsked(request=choose_reply.interrupt(key=ticket, payload=payload)),
        ApprovalAsked(tool=issue_credit, call_id=f"credit-{ticket}", arguments=credit),
    ]


def pause(run_id: str, asked: Sequence[Asked], foreign: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the interrupts that end a run.

    `run_id` is the one that the client gave the run, `foreign` are interrupts as another producer
    made them. Ours come first: their bindings hold their places in the list.
    """
    own = build_batch(asked, make_id=lambda _, index: f"desk-{run_id}-{index}", run_id=run_id)
    return [*(one.json for one in own), *(marked(one, run_id) for one in foreign)]


def marked(interrupt: JsonObject, run_id: str) -> JsonObject:
    """Tie another producer's interrupt to a run, so that a TanStack AI client can answer it.

    Without a binding the client shows the interrupt and offers no way to answer. The hash lets the
    client notice that the schema was changed on the way; the answer itself is the producer's to
    judge.
    """
    has_schema = "responseSchema" in interrupt
    binding = ExternalBinding(
        interrupt_id=str(interrupt["id"]),
        response_schema_hash=hash_json(interrupt["responseSchema"]) if has_schema else None,
    )
    return with_interrupt_binding(interrupt, OpenBinding(binding, run_id))
