"""The desk server among the examples does what its README says, over HTTP as well."""

import asyncio
import json
from typing import Any

import pytest
from starlette.types import ASGIApp, Message

from desk_server.agent import make_agent
from desk_server.app import make_app
from docs.markdown import ROOT, rows
from interruptgen_runtime import JsonObject
from interruptgen_runtime.testing import AgentThread, Rehearsal, RunAsync, cancelled, resolved

PAGE = ROOT / "generated_examples/desk_server/README.md"
HELLO: JsonObject = {
    "threadId": "t1",
    "runId": "r1",
    "tools": [],
    "messages": [{"id": "u1", "role": "user", "content": "Hello."}],
}
ROWS = [row for row in rows(PAGE) if len(row) == 3 and row[0] != "say" and set(row[0]) != {"-"}]
WORDS = [row[0] for row in ROWS]
ANSWERS: list[Any] = [json.loads(row[2].strip("`")) if row[2] else None for row in ROWS]


def after(thread: Rehearsal, run_async: RunAsync, word: str, *answers: Any) -> Rehearsal:
    run_async(thread.say(f"Please: {word}."))
    for answer in answers:
        run_async(thread.answer([resolved(thread.interrupts[0], answer)]))
    assert thread.interrupts == ()
    return thread


def test_the_table_has_every_word() -> None:
    assert WORDS == ["refund", "", "transfer", "rate", "train", ""]


@pytest.mark.parametrize(
    ("word", "answers", "ran", "said"),
    [
        ("refund", ANSWERS[0:1], ["refund"], 'That gave {"refundId":"T-42/1"}.'),
        ("refund", ANSWERS[1:2], [], 'That gave {"reason":"fraud"}.'),
        (
            "transfer",
            ANSWERS[2:3],
            ["transfer"],
            'That gave {"sent":25,"to":"AT611904300234573201","corrected":false}.',
        ),
        ("rate", [], ["exchange-rate"], "I look that up.That gave 1.08."),
        ("train", ANSWERS[4:6], [], 'That gave {"added":true}.'),
        ("train", [{"choice": 7}], [], "I book nothing, then."),
        ("weather", [], [], "Say refund, transfer, rate or train."),
    ],
)
def test_a_conversation(
    agent_thread: AgentThread,
    run_async: RunAsync,
    word: str,
    answers: list[Any],
    ran: list[str],
    said: str,
) -> None:
    thread = after(agent_thread(make_agent()), run_async, word, *answers)
    assert [execution.name for execution in thread.executions] == ran
    assert thread.text == said


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [{"id": "t", "role": "tool", "toolCallId": "nobody's", "content": "refund"}],
        [{"id": "a", "role": "assistant"}],
        [{"id": "a", "role": "assistant", "content": "Hello."}, {"id": "a2", "role": "assistant"}],
        [{"id": "u", "role": "user", "content": []}],
        [{"id": "s", "role": "system", "content": "A train comes."}],
    ],
)
def test_a_history_that_nobody_said_anything_in(
    agent_thread: AgentThread, run_async: RunAsync, messages: list[JsonObject]
) -> None:
    thread = agent_thread(make_agent())
    thread.messages = messages
    run_async(thread.send(thread.body()))
    assert thread.text == "Say refund, transfer, rate or train."


def test_a_corrected_transfer(agent_thread: AgentThread, run_async: RunAsync) -> None:
    edited: JsonObject = {
        "amount": {"amount": 5, "currency": "EUR"},
        "recipient": {"iban": "AT611904300234573201"},
    }
    answer: JsonObject = {**ANSWERS[2], "editedArgs": edited}
    thread = after(agent_thread(make_agent()), run_async, "transfer", answer)
    assert '"sent":5,' in thread.text
    assert thread.executions[0].call.edited


def test_a_choice_that_is_cancelled(agent_thread: AgentThread, run_async: RunAsync) -> None:
    thread = agent_thread(make_agent())
    run_async(thread.say("A train."))
    run_async(thread.answer([cancelled(thread.interrupts[0])]))
    assert thread.text == "I book nothing, then."


def call(app: ASGIApp, method: str, headers: dict[str, str], body: object = None) -> list[Message]:
    """Send a request to an application, and return its messages."""
    sent: list[Message] = []
    parts: list[Message] = [{"type": "http.request", "body": json.dumps(body).encode()}]

    async def receive() -> Message:
        return parts.pop() if parts else await asyncio.Future[Message]()

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": "/api/chat",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
    }

    async def serve() -> None:
        await app(scope, receive, send)

    asyncio.run(serve())
    return sent


@pytest.mark.parametrize(
    ("token", "shown", "status"),
    [(None, "", 200), ("t", "Bearer t", 200), ("t", "", 401), ("t", "Bearer x", 401)],
)
def test_who_is_let_in(token: str | None, shown: str, status: int) -> None:
    headers = {"content-type": "application/json", "authorization": shown}
    start, *_ = call(make_app(token), "POST", headers, HELLO)
    assert start["status"] == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://localhost:5173", 200),
        ("http://127.0.0.1:3000", 200),
        ("https://localhost.example:1", 400),
    ],
)
def test_which_pages_may_ask(origin: str, status: int) -> None:
    headers = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
    }
    start, *_ = call(make_app(), "OPTIONS", headers)
    assert start["status"] == status
    allowed = dict(start["headers"]).get(b"access-control-allow-origin")
    assert allowed == (origin.encode() if status == 200 else None)
