"""The client's side of desk: bound interrupts and their bindings."""

from typing import TYPE_CHECKING, Final, TypeAlias

from interruptgen_runtime import Json, require_emitter_format
from interruptgen_runtime.client import Bindings, ClientTool, GenericInterrupt, ToolApproval

from . import EMITTER_FORMAT, schemas

if TYPE_CHECKING:
    from . import models

require_emitter_format(EMITTER_FORMAT, __package__ or __name__)


class ChooseItinerary(
    GenericInterrupt["models.ChooseItineraryPayload", "models.ChooseItineraryResponse"]
):
    """The traveller picks an itinerary before anything is booked."""

    definition_id = "choose-itinerary"
    payload_schema = schemas.CHOOSE_ITINERARY_PAYLOAD
    response_schema = schemas.CHOOSE_ITINERARY_RESPONSE


class CallDesk(GenericInterrupt[None, Json]):
    """The interrupt call-desk."""

    definition_id = "call-desk"
    payload_schema = None
    response_schema = None


class RefundApproval(
    ToolApproval["models.RefundInput", "models.RefundApprove", "models.RefundReject"]
):
    """A call of refund that waits for a decision.

    Pay a booking back.
    """

    tool_name = "refund"
    input_schema = schemas.REFUND_INPUT
    approve_schema = schemas.REFUND_APPROVE
    reject_schema = schemas.REFUND_REJECT
    approval_hash = "sha256:db8eea0ccad99642eb54e415ab46d58fd3a72a4ad463afc2e2849baa0f52d229"
    response_hash = "sha256:9f2be285b1c42acbe58db0bcda0f7813998e39656c7ae39e90655fceb735d9a0"
    allow_edits = False


class PickFile(ClientTool[dict[str, Json], "models.PickFileOutput"]):
    """Let the person choose a file."""

    tool_name = "pick_file"
    description = "Let the person choose a file."
    input_schema = None
    output_schema = schemas.PICK_FILE_OUTPUT
    needs_approval = False


Interrupt: TypeAlias = ChooseItinerary | CallDesk | RefundApproval

bindings: Final[Bindings[Interrupt]] = Bindings(
    interrupts=(ChooseItinerary, CallDesk),
    approvals=(RefundApproval,),
    client_tools=(PickFile,),
)
