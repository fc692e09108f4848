"""The server's side of desk: definitions, tools and their registry."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

from interruptgen_runtime import (
    InterruptDefinition,
    Json,
    Phase,
    Registry,
    ToolDefinition,
    require_emitter_format,
)

from . import EMITTER_FORMAT, schemas

if TYPE_CHECKING:
    from . import models

require_emitter_format(EMITTER_FORMAT, __package__ or __name__)

choose_itinerary: Final[
    InterruptDefinition[models.ChooseItineraryPayload, models.ChooseItineraryResponse]
] = InterruptDefinition(
    id="choose-itinerary",
    description="The traveller picks an itinerary before anything is booked.",
    phases=(Phase.BEFORE_MODEL,),
    reason="choice-required",
    message="Which itinerary shall we book?",
    expires_after=timedelta(seconds=900),
    payload=schemas.CHOOSE_ITINERARY_PAYLOAD,
    response=schemas.CHOOSE_ITINERARY_RESPONSE,
)

call_desk: Final[InterruptDefinition[None, Json]] = InterruptDefinition(
    id="call-desk",
    payload=None,
    response=None,
)

refund: Final[
    ToolDefinition[
        models.RefundInput, models.RefundOutput, models.RefundApprove, models.RefundReject
    ]
] = ToolDefinition(
    name="refund",
    description="Pay a booking back.",
    needs_approval=schemas.REFUND_NEEDS_APPROVAL,
    message="Refund {price.amount} {price.currency} to {traveller}?",
    allow_edits=False,
    input=schemas.REFUND_INPUT,
    output=schemas.REFUND_OUTPUT,
    approve=schemas.REFUND_APPROVE,
    reject=schemas.REFUND_REJECT,
    approval_hash="sha256:db8eea0ccad99642eb54e415ab46d58fd3a72a4ad463afc2e2849baa0f52d229",
    response_hash="sha256:9f2be285b1c42acbe58db0bcda0f7813998e39656c7ae39e90655fceb735d9a0",
)

pick_file: Final[ToolDefinition[dict[str, Json], models.PickFileOutput, None, None]] = (
    ToolDefinition(
        name="pick_file",
        description="Let the person choose a file.",
        runs_on="client",
        input=None,
        output=schemas.PICK_FILE_OUTPUT,
    )
)

registry: Final = Registry(
    interrupts=(choose_itinerary, call_desk),
    tools=(refund, pick_file),
)
