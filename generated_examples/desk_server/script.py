"""The words of the user -> what a language model might say to them: it needs no key."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Final

from desk_server.hooks import TRAINS
from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import (
    Delta,
    ModelRequest,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
)


@dataclass(frozen=True)
class Reply:
    """A text, and perhaps a call of a tool."""

    text: str
    tool: str | None = None
    arguments: JsonObject | None = None


BY_WORD: Final = {
    "refund": Reply(
        "Let me ask.",
        "refund",
        {
            "bookingId": "B-7",
            "traveller": "M. Weiss",
            "price": {"amount": 89.9, "currency": "EUR"},
        },
    ),
    "transfer": Reply(
        "Let me ask; the amount may be corrected.",
        "transfer",
        {
            "amount": {"amount": 25, "currency": "EUR"},
            "recipient": {"iban": "AT611904300234573201"},
        },
    ),
    "rate": Reply("I look that up.", "exchange-rate", {"from": "EUR", "to": "USD"}),
}
HELP: Final = Reply("Say refund, transfer, rate or train.")


class DeskModel:
    """A model for the desk; replace it by one that thinks."""

    def __init__(self, pause: float = 0.03) -> None:
        self.pause = pause
        """The seconds between two words."""

    async def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        """Answer a request word by word."""
        reply = answer(request)
        for word in re.findall(r"\S+\s*", reply.text):
            yield TextDelta(word)
            await asyncio.sleep(self.pause)
        if reply.tool is not None:
            yield ToolCallStarted("call", reply.tool)
            yield ToolCallDelta("call", json.dumps(reply.arguments))


def answer(request: ModelRequest) -> Reply:
    """Choose a reply to the last message, be it a tool's or the user's, if there is one."""
    last = request.messages[-1] if request.messages else {"role": "user", "content": ""}
    if last["role"] == "tool":
        return Reply(f"That gave {last['content']}.")
    if request.system:
        return about_a_train(request.system[-1])
    said = str(last.get("content")).lower()
    return next((reply for word, reply in BY_WORD.items() if word in said), HELP)


def about_a_train(told: str) -> Reply:
    """Choose a reply to what the hook tells of the traveller's choice."""
    for leg in TRAINS:
        if leg.train in told:
            arguments: JsonObject = {"title": leg.train, "startsAt": leg.departs_at}
            return Reply(f"{leg.train} is booked.", "add-to-calendar", arguments)
    return Reply("I book nothing, then.")
