"""A pause of many approvals and a long response -> the client's work on them."""

import json
from typing import Any, Final

import httpx

from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import Chat, HttpTransport
from interruptgen_runtime.client.staging import Staging
from interruptgen_runtime.core.batch import ApprovalAsked, build_batch
from payments.generated.payments.client import RefundApproval, bindings
from payments.generated.payments.models import RefundApprove
from payments.generated.payments.server import refund

THREAD: Final = "thread-1"
RUN: Final = "run-1"
TICKET: Final = RefundApprove(ticket="T-1")
REFUND: Final[JsonObject] = {
    "bookingId": "B-1",
    "traveller": "Ada",
    "price": {"amount": 5, "currency": "EUR"},
}


def batch_of(count: int) -> list[Any]:
    """Return the interrupts of a pause of so many approvals."""
    asked = [ApprovalAsked(tool=refund, call_id=f"c{n}", arguments=REFUND) for n in range(count)]
    batch = build_batch(asked, make_id=lambda item, index: f"approval_c{index}", run_id=RUN)
    return [descriptor.json for descriptor in batch]


def peer_batch(count: int) -> JsonObject:
    """Return the same for TanStack AI's client."""
    schemas = {"input": refund.input, "approve": refund.approve, "reject": refund.reject}
    documents: JsonObject = {
        name: None if schema is None else schema.document for name, schema in schemas.items()
    }
    return {
        "threadId": THREAD,
        "runId": RUN,
        "descriptors": batch_of(count),
        "payload": {"ticket": "T-1"},
        "tool": {"name": refund.name, **documents},
    }


def answer_batch(descriptors: list[Any]) -> None:
    """Hydrate a pause, answer everything, and take the submission."""
    staging = Staging(bindings, clock=lambda: 0)
    staging.hydrate(descriptors, thread_id=THREAD, run_id=RUN)
    for one in staging.interrupts:
        if not isinstance(one, RefundApproval) or not one.approve(payload=TICKET):
            raise RuntimeError("an approval was not answered")
    submission = staging.take_submission()
    if len(submission.resume) != len(descriptors):
        raise RuntimeError("not all were answered")
    staging.submitted_ok(submission)


def stream_of(count: int) -> bytes:
    """Return a response of so many events: text, and a call of a tool every hundred of them."""
    events: list[JsonObject] = [{"type": "RUN_STARTED", "threadId": THREAD, "runId": RUN}]
    while len(events) < count - 1:
        events += _block(len(events))[: count - 1 - len(events)]
    events.append({"type": "RUN_FINISHED", "threadId": THREAD, "runId": RUN})
    return b"".join(f"data: {json.dumps(event)}\n\n".encode() for event in events)


def _block(number: int) -> list[JsonObject]:
    message: JsonObject = {"messageId": f"m{number}"}
    call: JsonObject = {"toolCallId": f"c{number}"}
    start: JsonObject = {"toolCallName": "look", "parentMessageId": f"m{number}"}
    words = (f"word {word} " for word in range(92))
    return [
        {"type": "TEXT_MESSAGE_START", "role": "assistant", **message},
        *({"type": "TEXT_MESSAGE_CONTENT", "delta": word, **message} for word in words),
        {"type": "TEXT_MESSAGE_END", **message},
        {"type": "TOOL_CALL_START", **start, **call},
        *({"type": "TOOL_CALL_ARGS", "delta": part, **call} for part in ('{"at":', "1}")),
        {"type": "TOOL_CALL_END", **call},
        {"type": "TOOL_CALL_RESULT", "messageId": f"t{number}", "content": "1", **call},
    ]


async def read_stream(text: bytes) -> None:
    """Read a response into a thread, from its bytes on."""

    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, headers={"content-type": "text/event-stream"}, content=text)

    client = httpx.AsyncClient(transport=httpx.MockTransport(answer))
    async with Chat(HttpTransport("http://localhost/", client=client), bindings=bindings) as chat:
        turn = await chat.send("Go")
        if len(turn.messages) < 2:
            raise RuntimeError("the stream was not read")
