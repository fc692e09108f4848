"""Pauses of the generated examples, as their servers emit them, and a staging to hold them."""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from field_service.generated.visits import client as visits
from field_service.generated.visits import server as visits_server
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client.staging import Staging
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)
from interruptgen_runtime.core.binding import ExternalBinding, OpenBinding, with_interrupt_binding
from interruptgen_runtime.core.canonical import hash_json
from payments.generated.payments import client as payments
from payments.generated.payments import server as payments_server
from support_desk.generated.desk import client as desk
from support_desk.generated.desk import models as desk_models
from support_desk.generated.desk import server as desk_server
from travel_desk.generated.bookings import client as bookings
from travel_desk.generated.bookings import server as bookings_server

Interrupt: TypeAlias = payments.Interrupt | desk.Interrupt | visits.Interrupt | bookings.Interrupt
BINDINGS = payments.bindings | desk.bindings | visits.bindings | bookings.bindings

NOW = 1_750_000_000_000
EXPIRY = "2025-06-15T16:00:00Z"
"""Nearly an hour after `NOW`, which is 15:06:40 on that day."""
EXPIRED = 1_750_003_200_000
THREAD, RUN = "thread-1", "run-1"

TRANSFER_INPUT: JsonObject = {
    "amount": {"amount": 120.5, "currency": "EUR"},
    "recipient": {"iban": "AT611904300234573201"},
}
REFUND = ApprovalAsked(
    tool=payments_server.refund,
    call_id="c-refund",
    arguments={
        "bookingId": "B-7",
        "traveller": "M. Weiss",
        "price": {"amount": 89.9, "currency": "EUR"},
    },
)
TRANSFER = ApprovalAsked(
    tool=payments_server.transfer, call_id="c-transfer", arguments=TRANSFER_INPUT
)
CLOSE = ApprovalAsked(
    tool=payments_server.close_account,
    call_id="c-close",
    arguments={"accountId": "A-1", "balance": 5},
)
CREDIT = ApprovalAsked(
    tool=desk_server.issue_credit, call_id="c-credit", arguments={"customer": "C", "amount": 50}
)
PHOTO = ClientToolAsked(
    tool=visits_server.take_photo, call_id="c-photo", arguments={"subject": "meter"}
)
METER = ClientToolAsked(tool=visits_server.read_meter, call_id="c-meter", arguments={})
REPLY = GenericAsked(
    request=desk_server.choose_reply.interrupt(
        key="reply",
        payload=desk_models.ChooseReplyPayload(
            ticket="T-7", drafts=[desk_models.ChooseReplyPayloadDraftsItem(text="Soon.")]
        ),
    ),
    expires_at=EXPIRY,
)
HANDOVER = GenericAsked(request=bookings_server.pause_for_agent.interrupt(key="now"))

SCHEMA: JsonObject = {"type": "string"}
EXTERNAL: JsonObject = with_interrupt_binding(
    {"id": "external", "reason": "shipping", "message": "Which speed?", "responseSchema": SCHEMA},
    OpenBinding(
        ExternalBinding(interrupt_id="external", response_schema_hash=hash_json(SCHEMA)), RUN
    ),
)
UNBOUND: JsonObject = {"id": "unbound", "reason": "workflow", "message": "Somebody else's"}
BROKEN: JsonObject = {
    "id": "broken",
    "reason": "r",
    "metadata": {"tanstack:interruptBinding": {"v": 1, "kind": "generic", "definitionId": "x"}},
}
FOREIGN: JsonObject = with_interrupt_binding(
    {"id": "foreign", "reason": "r", "message": "m"},
    OpenBinding(ExternalBinding(interrupt_id="foreign"), "another run"),
)


def name_of(asked: Asked, _: int = 0) -> str:
    """Return the id of an interrupt in these tests."""
    match asked:
        case ApprovalAsked(call_id=call_id) | ClientToolAsked(call_id=call_id):
            return call_id.removeprefix("c-")
        case GenericAsked(request=request):
            return request.key


def emitted(*asked: Asked, run_id: str = RUN) -> list[Json]:
    """Return the descriptors of a pause, in the order of the protocol."""
    return [one.json for one in build_batch(asked, make_id=name_of, run_id=run_id)]


class Clock:
    """A clock that only a test moves."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now


def staged_with(
    interrupts: Iterable[Json],
    *,
    clock: Clock | None = None,
    restored: bool = False,
    generation: int | None = None,
) -> Staging[Interrupt]:
    """Return a staging that holds a pause."""
    staging = Staging(BINDINGS, clock=clock or Clock())
    staging.hydrate(
        [*interrupts], thread_id=THREAD, run_id=RUN, restored=restored, generation=generation
    )
    return staging


def shown(staging: Staging[Interrupt]) -> Mapping[str, Any]:
    """Return what is shown, by id."""
    return {one.id: one for one in staging.interrupts}
