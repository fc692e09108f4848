"""A hook that lets the traveller choose an itinerary before the model speaks about one."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from interruptgen_runtime import InterruptRequest, JsonObject, Phase
from interruptgen_runtime.server import (
    BoundaryContext,
    InterruptAnswer,
    Middleware,
    ModelRequest,
    RunContext,
)
from travel_desk.generated.bookings.models import (
    ChooseItineraryPayload,
    ChooseItineraryPayloadOptionsItem,
    ChooseItineraryResponse,
    Leg,
    Price,
)
from travel_desk.generated.bookings.server import choose_itinerary

TRAINS: Final = (
    Leg(train="RJ 61", from_="Munich", to="Vienna", departs_at="2027-05-04T09:27:00+02:00"),
    Leg(train="RJ 63", from_="Munich", to="Vienna", departs_at="2027-05-04T11:27:00+02:00"),
)


class ItineraryChoice(Middleware):
    """Asks which train to take, and tells the model what the traveller said."""

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[ChooseItineraryPayload, ChooseItineraryResponse]]:
        """Ask when the user has just spoken of a train.

        The hook need not remember whether it has asked: a continuation that has the answer to a
        question is not asked it again.
        """
        if ctx.phase is not Phase.BEFORE_MODEL or not any(
            map(speaks_of_a_train, ctx.messages[-1:])
        ):
            return []
        options = [
            ChooseItineraryPayloadOptionsItem(legs=[leg], price=Price(amount=89.9, currency="EUR"))
            for leg in TRAINS
        ]
        payload = ChooseItineraryPayload(options=options)
        return [choose_itinerary.interrupt(key="vienna", payload=payload)]

    async def on_config(self, ctx: RunContext, request: ModelRequest) -> ModelRequest:
        """Add what was chosen to what the model is told."""
        chosen = map(in_words, ctx.answers.for_(choose_itinerary))
        return replace(request, system=(*request.system, *chosen))


def speaks_of_a_train(message: JsonObject) -> bool:
    """Tell whether a message is one of the user about a train."""
    return message["role"] == "user" and "train" in str(message["content"]).lower()


def in_words(answer: InterruptAnswer[ChooseItineraryResponse]) -> str:
    """Return an answer as the model is told of it; the schema does not know how long the list is.

    The question may have been cancelled, and then has no response.
    """
    choice = answer.response.choice if answer.resolved else len(TRAINS)
    if choice >= len(TRAINS):
        return "The traveller takes none of the trains."
    return f"The traveller takes {TRAINS[choice].train}."
