"""Turns of one chat, one after another -> how much memory they leave behind."""

import gc
import tracemalloc
from collections.abc import AsyncGenerator
from typing import Final

from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import Chat, UntypedInterrupt
from payments.generated.payments.client import Interrupt, bindings

TURNS_A_THREAD: Final = 10


class Asking:
    """A transport that asks in every first run, and is content with the answer."""

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Yield the events of a run."""
        yield {"type": "RUN_STARTED", "threadId": body["threadId"], "runId": body["runId"]}
        yield {"type": "TEXT_MESSAGE_START", "messageId": f"m-{body['runId']}"}
        yield {
            "type": "TEXT_MESSAGE_CONTENT",
            "messageId": f"m-{body['runId']}",
            "delta": "Well?",
        }
        ended: JsonObject = {
            "type": "RUN_FINISHED",
            "threadId": body["threadId"],
            "runId": body["runId"],
        }
        yield ended if "resume" in body else {**ended, "outcome": _question(str(body["runId"]))}

    async def aclose(self) -> None:
        """Do nothing."""


async def growth(turns: int) -> float:
    """Run a chat, with a new thread now and then; returns the kilobytes that stay.

    A thread holds its messages, and so it grows; what is measured is what stays beyond that.
    """
    async with Chat(Asking(), bindings=bindings) as chat:
        await _turns(chat, max(turns // 10, TURNS_A_THREAD))
        tracemalloc.start()
        gc.collect()
        before, _ = tracemalloc.get_traced_memory()
        await _turns(chat, turns)
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return (after - before) / 1000


async def _turns(chat: Chat[Interrupt], turns: int) -> None:
    for number in range(turns):
        if number % TURNS_A_THREAD == 0:
            chat.new_thread()
        turn = await chat.send("Go")
        (one,) = turn.interrupts
        if not isinstance(one, UntypedInterrupt) or not one.resolve({"fine": True}):
            raise RuntimeError("the question was not answered")
        await turn.continued()
    chat.new_thread()


def _question(run_id: str) -> JsonObject:
    binding: JsonObject = {
        "v": 1,
        "kind": "generic",
        "interruptId": "e-1",
        "interruptedRunId": run_id,
        "generation": 0,
    }
    metadata: JsonObject = {"tanstack:interruptBinding": binding}
    interrupt: JsonObject = {"id": "e-1", "reason": "r", "metadata": metadata}
    return {"type": "interrupt", "interrupts": [interrupt]}
