"""The requests that mutations start from: conversations of our own, and TanStack AI's recorded."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from endpoint_fuzzing.desk import WORDS, Desk, TrustName
from interruptgen_runtime import InterruptDescriptor, Json, JsonObject
from interruptgen_runtime.testing import Thread, cancelled, resolved

RECORDINGS: Final = Path(__file__).parents[2] / "tests/vectors/transcripts"
OWN_SHARE: Final = 12
"""How often our own requests stand among the others, which the agent mostly has no tools for."""

APPROVALS: Final[dict[str, JsonObject]] = {
    "refund": {"approved": True, "payload": {"ticket": "T-1"}},
    "transfer": {"approved": True, "payload": {"secondFactor": "123456"}},
}
REJECTIONS: Final[dict[str, JsonObject]] = {
    "refund": {"approved": False, "payload": {"reason": "fraud"}},
    "transfer": {"approved": False, "payload": {"secondFactor": "123456"}},
}
EDITED: Final[JsonObject] = {
    "amount": {"amount": 1, "currency": "USD"},
    "recipient": {"iban": "AT611904300234573201", "name": "Bo"},
}


@dataclass(frozen=True, slots=True)
class Issued:
    """What an interrupt id was made for."""

    tool: str
    call_id: str
    thread_id: str
    run_id: str
    arguments: JsonObject


@dataclass
class Seeds:
    """The bodies of requests, and what the ids in them were made for."""

    bodies: list[JsonObject] = field(default_factory=list[JsonObject])
    issued: dict[str, Issued] = field(default_factory=dict[str, Issued])


async def make_seeds(trust: TrustName) -> Seeds:
    """Return the requests of all conversations, the same every time."""
    seeds = Seeds()
    await _converse(seeds, Desk(trust))
    seeds.bodies *= OWN_SHARE
    for path in sorted(RECORDINGS.glob("*.json")):
        recording: Any = json.loads(path.read_text("utf-8"))
        for exchange in recording["exchanges"]:
            body: Json = exchange["request"].get("body")
            if isinstance(body, dict):
                seeds.bodies.append(body)
    return seeds


async def _converse(seeds: Seeds, desk: Desk) -> None:
    agent = desk.agent()
    for word in WORDS:
        thread = Thread(agent, f"thread-{word}")
        await thread.say(word)
        first: JsonObject = thread.body()
        message: JsonObject = {"id": "u0", "role": "user", "content": word}
        seeds.bodies.append({**first, "runId": "run-1", "messages": [message]})
        if thread.interrupts:
            _note_issued(seeds, thread)
            seeds.bodies += _answers(thread)


def _note_issued(seeds: Seeds, thread: Thread) -> None:
    for descriptor in thread.interrupts:
        binding: Any = descriptor.metadata["tanstack:interruptBinding"]
        if binding["kind"] == "tool-approval":
            seeds.issued[descriptor.id] = Issued(
                tool=binding["toolName"],
                call_id=binding["toolCallId"],
                thread_id=thread.id,
                run_id=thread.paused_run_id,
                arguments=binding["originalArgs"],
            )


def _answers(thread: Thread) -> list[JsonObject]:
    """Return requests that approve, edit, reject and cancel."""
    interrupts = thread.interrupts
    approving = [_answer(interrupt, APPROVALS) for interrupt in interrupts]
    editing = [
        resolved(interrupt, {**APPROVALS["transfer"], "editedArgs": EDITED})
        if _tool(interrupt) == "transfer"
        else _answer(interrupt, APPROVALS)
        for interrupt in interrupts
    ]
    rejecting = [_answer(interrupt, REJECTIONS) for interrupt in interrupts]
    cancelling = [cancelled(interrupt) for interrupt in interrupts]
    return [thread.answering(each) for each in (approving, editing, rejecting, cancelling)]


def _answer(interrupt: InterruptDescriptor, payloads: dict[str, JsonObject]) -> JsonObject:
    tool = _tool(interrupt)
    if tool in payloads:
        return resolved(interrupt, payloads[tool])
    return resolved(interrupt, {"choice": 0} if tool is None else {"picked": 1})


def _tool(interrupt: InterruptDescriptor) -> str | None:
    tool = interrupt.metadata.get("toolName")
    return tool if isinstance(tool, str) else None
