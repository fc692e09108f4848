"""The desk's agent: its model, its tools, and what it asks."""

from itertools import count

from desk_server.generated.calendar.server import add_to_calendar
from desk_server.hooks import ItineraryChoice
from desk_server.script import DeskModel
from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import Agent, ImplementedTool, ToolCallContext
from payments.generated.payments.models import (
    ExchangeRateInput,
    ExchangeRateOutput,
    RefundInput,
    RefundOutput,
    TransferInput,
)
from payments.generated.payments.server import exchange_rate, refund, transfer
from travel_desk.generated.bookings.server import choose_itinerary


def refunds() -> ImplementedTool[RefundInput, RefundOutput]:
    """Return the tool that pays back, and numbers its payments."""
    numbers = count(1)

    @refund.implement
    async def pay_back(input: RefundInput, call: ToolCallContext) -> RefundOutput:
        """Pay; this runs after a person has agreed, and once for each approval."""
        approval = call.approval_for(refund)
        if approval is None:
            raise PermissionError("without a ticket nothing is paid back")
        return RefundOutput(refund_id=f"{approval.ticket}/{next(numbers)}")

    return pay_back


@transfer.implement
async def send_money(input: TransferInput, call: ToolCallContext) -> JsonObject:
    """Send money; `input` is what the person agreed to, and may have corrected."""
    return {"sent": input.amount.amount, "to": input.recipient.iban, "corrected": call.edited}


@exchange_rate.implement
async def look_up_rate(input: ExchangeRateInput, call: ToolCallContext) -> ExchangeRateOutput:
    """Look up a rate; nobody is asked."""
    return ExchangeRateOutput(1.08)


def make_agent() -> Agent:
    """Return the agent.

    Its interrupt ids are sealed with the keys in `INTERRUPTGEN_KEYS`, or with one that lasts as
    long as the process.
    """
    return Agent(
        model=DeskModel(),
        tools=[refunds(), send_money, look_up_rate, add_to_calendar],
        interrupts=[choose_itinerary],
        middleware=[ItineraryChoice()],
    )
