"""The endpoint as any ASGI server would call it."""

import asyncio
import json
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.server import (
    Agent,
    ChatEndpoint,
    Delta,
    Denied,
    Limits,
    ModelRequest,
    TextDelta,
)
from interruptgen_runtime.testing import Thread, resolved
from server.bank import APPROVE, C1, REFUND, Bank, turn
from server.test_runs import BODY

HEADERS = [(b"content-type", b"application/json; charset=utf-8")]


@dataclass
class Exchange:
    """What a server and an application say to each other over ASGI."""

    parts: Sequence[bytes]
    method: str = "POST"
    headers: list[tuple[bytes, bytes]] = field(default_factory=lambda: list(HEADERS))
    leaves_after: int | None = None
    sent: list[Any] = field(default_factory=list[Any])
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    place: int = 0

    async def receive(self) -> dict[str, Any]:
        if self.place < len(self.parts):
            part = self.parts[self.place]
            self.place += 1
            more = self.place < len(self.parts)
            return {"type": "http.request", "body": part, "more_body": more}
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.sent.append(message)
        if len(self.sent) == self.leaves_after:
            self.gone.set()
        await asyncio.sleep(0)

    async def run(self, endpoint: ChatEndpoint) -> "Exchange":
        scope = {"type": "http", "method": self.method, "headers": self.headers, "path": "/"}
        await asyncio.wait_for(endpoint(scope, self.receive, self.send), 10)
        return self

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def text(self) -> bytes:
        return b"".join(message["body"] for message in self.sent[1:])

    @property
    def events(self) -> list[JsonObject]:
        lines = self.text.decode("ascii").split("\n\n")
        assert lines.pop() == ""
        assert all(line.startswith("data: ") and "\n" not in line for line in lines)
        return [json.loads(line.removeprefix("data: ")) for line in lines]


def post(endpoint: ChatEndpoint, body: "Json | bytes", **more: Any) -> Exchange:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return asyncio.run(Exchange([data], **more).run(endpoint))


def endpoint(*steps: Any, limits: Limits | None = None) -> ChatEndpoint:
    return ChatEndpoint(agent=Bank(steps or ["Hello."]).agent, limits=limits or Limits())


def test_a_run_is_a_stream_of_lines() -> None:
    exchange = post(endpoint("Line 1\nLine 2 \u2028 \U0001f600 \ud800"), BODY)
    assert exchange.status == 200
    assert exchange.sent[0]["headers"] == [
        (b"content-type", b"text/event-stream"),
        (b"cache-control", b"no-cache"),
        (b"x-accel-buffering", b"no"),
    ]
    assert [event["type"] for event in exchange.events] == [
        "RUN_STARTED",
        "TEXT_MESSAGE_START",
        "TEXT_MESSAGE_CONTENT",
        "TEXT_MESSAGE_END",
        "RUN_FINISHED",
    ]
    assert exchange.events[2]["delta"] == "Line 1\nLine 2 \u2028 \U0001f600 \ud800"
    assert not exchange.sent[-1].get("more_body", False)


def test_a_pause_and_its_continuation() -> None:
    bank = Bank([turn(C1), "Done."])
    served = ChatEndpoint(agent=bank.agent)
    paused = post(served, BODY)
    thread = Thread(bank.agent, "t")
    ended: Any = paused.events[-1]
    (interrupt,) = ended["outcome"]["interrupts"]
    snapshot = paused.events[-2]["messages"]
    entry: JsonObject = {"interruptId": interrupt["id"], "status": "resolved", "payload": APPROVE}
    answer: JsonObject = {**BODY, "runId": "r2", "parentRunId": "r", "messages": snapshot}
    assert post(served, {**answer, "resume": [entry]}).events[-1]["type"] == "RUN_FINISHED"
    assert bank.done == [("refund", REFUND)]
    refused = post(served, {**answer, "resume": [{**entry, "interruptId": "x"}]})
    assert refused.status == 200
    assert refused.events[-1]["type"] == "RUN_ERROR"
    assert thread.interrupts == ()


def test_a_body_may_come_in_parts() -> None:
    data = json.dumps(BODY).encode()
    exchange = Exchange([data[:10], b"", data[10:]])
    assert asyncio.run(exchange.run(endpoint())).status == 200


TWO = Limits(resume_entries=2)
CANCELLED: JsonObject = {"interruptId": "a", "status": "cancelled"}
NOBODY: JsonObject = {}


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (b"", "not JSON"),
        (b"{", "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[]", "has to be an object"),
        (b'{"a":1,"a":1}', "two members of one name"),
        (b'{"a":NaN}', "NaN is no number"),
        (b'{"a":1e999}', "too large"),
        (b'{"a":' + b"1" * 5000 + b"}", "not JSON"),
        (b"[" * 129 + b"]" * 129, "more than 128 containers"),
        (b"[" * 100_000, "more than 128 containers"),
        (b'{"a":"' + b"[" * 500 + b'"}', "threadId has to be a string"),
    ],
)
def test_bytes_that_are_no_body(body: bytes, reason: str) -> None:
    check_refused(body, 400, reason)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"parentRunId": None}, "parentRunId has to be a string"),
        ({"resume": [NOBODY]}, "string interruptId"),
        ({"resume": [{**CANCELLED, "status": "done"}]}, "resolved or cancelled"),
        ({"resume": [CANCELLED] * 3}, "more than 2 entries"),
    ],
)
def test_a_body_that_is_no_input(change: JsonObject, reason: str) -> None:
    check_refused({**BODY, **change}, 400, reason)


def check_refused(body: "Json | bytes", status: int, reason: str) -> None:
    exchange = post(endpoint(limits=TWO), body)
    assert exchange.status == status
    assert reason in json.loads(exchange.text)["error"]


def test_a_body_that_is_too_long() -> None:
    exchange = post(endpoint(limits=Limits(body_bytes=100)), b" " * 101)
    assert exchange.status == 413
    assert post(endpoint(limits=Limits(body_bytes=1000)), BODY).status == 200


@pytest.mark.parametrize(
    ("deepest", "depth", "status"), [(8, 8, 200), (8, 9, 400), (200, 200, 200), (200, 201, 400)]
)
def test_a_body_that_is_too_deep(deepest: int, depth: int, status: int) -> None:
    body = json.dumps({**BODY, "deep": 0}).replace(
        '"deep": 0', '"deep": ' + "[" * (depth - 1) + "]" * (depth - 1)
    )
    exchange = post(endpoint(limits=Limits(depth=deepest)), body.encode())
    assert exchange.status == status
    assert status == 200 or f"more than {deepest} containers".encode() in exchange.text


@pytest.mark.parametrize("name", ["threadId", "runId", "parentRunId", "resume"])
def test_an_id_that_is_too_long(name: str) -> None:
    def answered(length: int) -> Exchange:
        given = "x" * length
        entry: JsonObject = {"interruptId": given, "status": "cancelled"}
        change: JsonObject = {name: [entry] if name == "resume" else given}
        return post(endpoint(limits=Limits(id_length=8)), {**BODY, **change})

    assert (answered(8).status, answered(9).status) == (200, 400)
    assert b"more than 8 characters" in answered(9).text
    assert name.encode() in answered(9).text


@pytest.mark.parametrize(("calls", "status"), [(2, 200), (3, 400)])
def test_a_history_that_is_too_long(calls: int, status: int) -> None:
    """A message counts, and so does each call in it."""
    asked: list[Json] = [
        {"id": f"c{n}", "type": "function", "function": {"name": "nothing", "arguments": "{}"}}
        for n in range(calls)
    ]
    message: JsonObject = {"id": "a", "role": "assistant", "content": "", "toolCalls": asked}
    exchange = post(endpoint(limits=Limits(history_items=3)), {**BODY, "messages": [message]})
    assert exchange.status == status
    assert status == 200 or b"more than 3 messages and tool calls" in exchange.text


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"headers": []}, 415),
        ({"headers": [(b"content-type", b"text/plain")]}, 415),
    ],
)
def test_a_request_of_another_type(more: dict[str, Any], status: int) -> None:
    assert post(endpoint(), BODY, **more).status == status


@pytest.mark.parametrize("method", ["GET", "PUT", "HEAD"])
def test_a_request_that_is_no_post(method: str) -> None:
    exchange = post(endpoint(), BODY, method=method)
    assert exchange.status == 405
    assert (b"allow", b"POST") in exchange.sent[0]["headers"]


def test_who_asks_is_found_out_first() -> None:
    async def authenticate(scope: Any) -> str | None:
        name: bytes | None = dict(scope["headers"]).get(b"x-user")
        if name is None:
            raise Denied(401, "who are you?")
        return name.decode()

    bank = Bank([turn(C1), "Done."])
    served = ChatEndpoint(agent=bank.agent, authenticate=authenticate)
    assert post(served, b"not even JSON").status == 401
    ada, bob = ([*HEADERS, (b"x-user", name)] for name in (b"ada", b"bob"))
    paused = post(served, BODY, headers=ada).events
    ended: Any = paused[-1]
    entry: JsonObject = {
        "interruptId": ended["outcome"]["interrupts"][0]["id"],
        "status": "resolved",
        "payload": APPROVE,
    }
    body: JsonObject = {**BODY, "runId": "r2", "parentRunId": "r", "resume": [entry]}
    body["messages"] = paused[-2]["messages"]
    assert post(served, body, headers=bob).events[-1]["code"] == "unknown-interrupt"
    assert bank.done == []
    assert post(served, body, headers=ada).events[-1]["type"] == "RUN_FINISHED"
    assert len(bank.done) == 1


class Endless:
    def __init__(self) -> None:
        self.closed = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        try:
            while True:
                yield TextDelta("x")
                await asyncio.sleep(0)
        finally:
            self.closed = True


def test_a_client_that_leaves_ends_its_run() -> None:
    model = Endless()
    served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
    exchange = post(served, BODY, leaves_after=10)
    assert model.closed
    assert exchange.status == 200
    assert len(exchange.sent) < 20


class Broken(Exchange):
    """A connection that breaks, and a server that says so where the application sends."""

    async def send(self, message: Any) -> None:
        await super().send(message)
        if len(self.sent) == 5:
            raise self.failure

    failure: Exception = ConnectionResetError()


def test_a_connection_that_breaks_ends_its_run() -> None:
    model = Endless()
    served = ChatEndpoint(agent=Agent(model=model, trust="unsafe"))
    exchange = Broken([json.dumps(BODY).encode()])
    asyncio.run(exchange.run(served))
    assert model.closed
    assert len(exchange.sent) == 5


def test_a_fault_of_the_server_is_not_hidden() -> None:
    exchange = Broken([json.dumps(BODY).encode()])
    exchange.failure = ValueError("out of order")
    with pytest.raises(ValueError, match="out of order"):
        asyncio.run(exchange.run(ChatEndpoint(agent=Agent(model=Endless(), trust="unsafe"))))


def test_a_client_that_leaves_before_its_request_is_complete() -> None:
    async def story() -> Exchange:
        exchange = Exchange([])
        exchange.gone.set()
        return await exchange.run(endpoint())

    assert asyncio.run(story()).status == 400


def test_other_protocols_are_not_answered() -> None:
    exchange = Exchange([])
    with pytest.raises(RuntimeError, match="websocket"):
        asyncio.run(endpoint()({"type": "websocket"}, exchange.receive, exchange.send))


def honest_body() -> bytes:
    async def story() -> JsonObject:
        bank = Bank([turn(C1)])
        thread = bank.thread()
        await thread.say("Go")
        return thread.answering([resolved(thread.interrupts[0], APPROVE)])

    return json.dumps(asyncio.run(story())).encode()


HONEST = honest_body()
PIECES = st.one_of(
    st.binary(max_size=6),
    st.sampled_from(
        [b"null", b"{}", b"[]", b'"', b"1e400", b"NaN", b'"\\ud800"', b'"__proto__":1,']
    ),
)


@settings(max_examples=400, deadline=None)
@given(st.lists(st.tuples(st.integers(0), st.integers(0, 12), PIECES), min_size=1, max_size=4))
def test_no_mutated_body_breaks_anything(changes: list[tuple[int, int, bytes]]) -> None:
    data = bytearray(HONEST)
    for place, length, piece in changes:
        start = place % (len(data) + 1)
        data[start : start + length] = piece
    bank = Bank(["Done."])
    exchange = post(ChatEndpoint(agent=bank.agent), bytes(data))
    assert exchange.status in (200, 400)
    assert exchange.status == 400 or exchange.events[-1]["type"] in {"RUN_FINISHED", "RUN_ERROR"}
    assert exchange.status == 400 or exchange.events[-1].get("code") != "internal-error"
    changed = bank.done and bytes(data) != HONEST
    assert not changed or bank.done == [("refund", REFUND)]
