"""The client's side of the bank that the server's tests run, and ways to reach it."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from interruptgen_runtime import Json, hash_json
from interruptgen_runtime.client import (
    Bindings,
    Chat,
    ChatOptions,
    ClientTool,
    ImplementedClientTool,
    Outside,
    ToolApproval,
    Transport,
    implements,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.envelope import decision_envelope
from payments.generated.payments import client as payments
from server.bank import Bank
from travel_desk.generated.bookings import client as bookings


class Pick(ClientTool[dict[str, Json], Json]):
    """A tool that runs here."""

    tool_name = "pick"


class Share(ClientTool[dict[str, Json], Json]):
    """A tool that runs here once a person agreed."""

    tool_name = "share"
    needs_approval = True


class ShareApproval(ToolApproval[dict[str, Json], None, None]):
    """A call of share that waits for a decision."""

    tool_name = "share"
    response_hash = hash_json(decision_envelope(ABSENT, ABSENT, ABSENT))


own: Final[Bindings[ShareApproval]] = Bindings(
    approvals=(ShareApproval,), client_tools=(Pick, Share)
)
bindings: Final = payments.bindings | bookings.bindings | own


@implements(Pick)
def pick(arguments: dict[str, Json]) -> Json:
    return {"picked": 1}


@implements(Share)
async def share(arguments: dict[str, Json]) -> Json:
    return {"shared": True}


TOOLS: Final[Sequence[ImplementedClientTool]] = (pick, share)


def bank_chat(
    bank: Bank,
    transport: Transport,
    tools: Sequence[ImplementedClientTool] = TOOLS,
    clock: Callable[[], int] | None = None,
) -> Chat[Any]:
    """Return a chat with the bank, whose clock is the bank's unless it has one of its own."""
    options = ChatOptions(thread_id="thread-1", outside=Outside(clock=clock or bank.clock))
    return Chat(transport, bindings=bindings, tools=tools, options=options)


def results(chat: Chat[Any]) -> dict[str, Json]:
    """Return the outputs of the calls of a thread by their ids."""
    return {
        call.id: call.output
        for message in chat.messages
        for call in message.calls
        if call.output is not ABSENT
    }
