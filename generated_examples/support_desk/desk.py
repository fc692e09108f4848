"""A paused run of the desk: its own questions, and those of a service that it takes part with."""

from collections.abc import Sequence

from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import (
    ApprovalAsked,
    Asked,
    ExternalInterrupt,
    GenericAsked,
    build_batch,
)
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
    made them. Ours come first: their bindings hold their places in the list. The others are bound
    to the run, so that a TanStack AI client can answer them; it would only show them otherwise.
    """
    own = build_batch(asked, make_id=lambda _, index: f"desk-{run_id}-{index}", run_id=run_id)
    external = [ExternalInterrupt(one).bound_to(run_id) for one in foreign]
    return [*(one.json for one in own), *(one.json for one in external)]
