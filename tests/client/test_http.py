"""The transport over HTTP: what it sends, what it refuses, and how it ends."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import httpx
import pytest

from client.hosting import served
from client.playing import FINISHED, STARTED, text
from interruptgen_runtime import JsonObject, LocalError
from interruptgen_runtime.client import (
    Bindings,
    BrokenStream,
    Chat,
    ChatFailure,
    ConnectionLost,
    HttpTransport,
    Refused,
    Retry,
    StreamLimits,
    Timeouts,
    Unreachable,
)
from interruptgen_runtime.client.transport import http

EVENTS: list[JsonObject] = [STARTED, *text("m0", "Hi"), FINISHED]
STREAM = b"".join(f"data: {json.dumps(event)}\n\n".encode() for event in EVENTS)
LINES = b"".join(f"{json.dumps(event)}\n".encode() for event in EVENTS)
SSE = {"content-type": "text/event-stream"}

Answer = Callable[[httpx.Request], httpx.Response]


def send(answer: Answer, times: int = 1, **settings: Any) -> list[str]:
    """Send messages to a mocked server; returns the texts that came back."""

    async def main() -> list[str]:
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
            transport = HttpTransport("http://localhost/api", client=client, **settings)
            async with Chat(transport, bindings=Bindings[Any]()) as chat:
                return [(await chat.send("Go")).text for _ in range(times)]

    return asyncio.run(main())


def stream(headers: Mapping[str, str] = SSE, content: bytes = STREAM) -> Answer:
    return lambda request: httpx.Response(200, headers=dict(headers), content=content)


@pytest.mark.parametrize(
    ("headers", "content"),
    [
        (SSE, STREAM),
        ({"content-type": "text/event-stream; charset=utf-8"}, STREAM),
        ({"content-type": "TEXT/Event-Stream"}, STREAM),
        ({"content-type": "application/x-ndjson"}, LINES),
        ({"content-type": "application/jsonl"}, LINES),
        ({}, STREAM),
        ({**SSE, "content-encoding": "gzip"}, gzip.compress(STREAM)),
    ],
)
def test_what_is_accepted(headers: Mapping[str, str], content: bytes) -> None:
    assert send(stream(headers, content)) == ["Hi"]


@pytest.mark.parametrize("kind", ["text/html", "application/json", "text/plain", "image/png"])
def test_other_content_types_are_refused(kind: str) -> None:
    with pytest.raises(BrokenStream, match=kind):
        send(stream({"content-type": kind}))


@pytest.mark.parametrize(
    ("status", "content", "said", "retry"),
    [
        (400, b'{"error":"threadId has to be a string"}', "threadId", Retry.SAFE),
        (401, b"", "Unauthorized", Retry.SAFE),
        (307, b"", "Temporary Redirect", Retry.SAFE),
        (500, b"x" * 5000, "x" * 2000 + "$", Retry.UNSURE),
        (502, b"\xff\xfe", "\ufffd", Retry.UNSURE),
    ],
)
def test_statuses(status: int, content: bytes, said: str, retry: Retry) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        return httpx.Response(status, headers={"location": "http://other/"}, content=content)

    with pytest.raises(Refused, match=said) as raised:
        send(answer)
    assert (raised.value.status, raised.value.retry) == (status, retry)


def test_no_more_of_a_refusal_is_read_than_is_shown() -> None:
    read: list[int] = []

    class Refusal(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            while True:
                read.append(1000)
                yield b"x" * 1000

    with pytest.raises(Refused):
        send(lambda request: httpx.Response(500, stream=Refusal()))
    assert sum(read) < 10_000


FAILURES: list[tuple[httpx.RequestError, type[ChatFailure]]] = [
    (httpx.ConnectError("refused"), Unreachable),
    (httpx.ConnectTimeout(""), Unreachable),
    (httpx.PoolTimeout("busy"), Unreachable),
    (httpx.UnsupportedProtocol("ftp"), Unreachable),
    (httpx.WriteError("reset"), ConnectionLost),
    (httpx.ReadTimeout(""), ConnectionLost),
    (httpx.RemoteProtocolError("bad"), ConnectionLost),
    (httpx.ReadError(""), ConnectionLost),
]


@pytest.mark.parametrize(("error", "kind"), FAILURES, ids=repr)
def test_errors_of_the_network(error: httpx.RequestError, kind: type[ChatFailure]) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(kind, match=str(error) or type(error).__name__):
        send(answer)


def test_headers_for_each_request() -> None:
    tokens = iter("ab")
    seen: list[tuple[str, str, str]] = []

    async def headers() -> Mapping[str, str]:
        await asyncio.sleep(0)
        return {"authorization": f"Bearer {next(tokens)}"}

    def answer(request: httpx.Request) -> httpx.Response:
        given = request.headers
        assert given["content-type"] == "application/json"
        assert given["x-run-id"] == json.loads(request.content)["runId"]
        seen.append((request.method, str(request.url), given["authorization"]))
        return httpx.Response(200, headers=SSE, content=STREAM)

    assert send(answer, times=2, headers=headers) == ["Hi", "Hi"]
    assert seen == [
        ("POST", "http://localhost/api", "Bearer a"),
        ("POST", "http://localhost/api", "Bearer b"),
    ]


@pytest.mark.parametrize(
    "headers", [{"x-token": "caf\u00e9"}, {"x-token": "s3cret\n"}, {"caf\u00e9": "s3cret"}]
)
def test_headers_that_no_request_can_have(headers: Mapping[str, str]) -> None:
    """Such as a token that was read from a file with the end of its line; it is not repeated."""
    with pytest.raises(LocalError, match="characters that a header cannot have") as raised:
        send(stream(), headers=headers)
    assert "s3cret" not in str(raised.value)


@pytest.mark.parametrize("url", ["http://localhost:99999/", "http://[::1/", "http://x/\x00"])
def test_addresses_that_are_none(url: str) -> None:
    async def main() -> None:
        async with Chat(url, bindings=Bindings[Any]()) as chat:
            await chat.send("Go")

    with pytest.raises(LocalError, match="address"):
        asyncio.run(main())


@pytest.mark.parametrize("url", ["http://ada:s3cret@host/api", "http://host/api?key=s3cret#s3cret"])
def test_secrets_of_an_address_are_not_repeated(url: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused")

    async def main() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
            await Chat(HttpTransport(url, client=client), bindings=Bindings[Any]()).send("Go")

    with pytest.raises(Unreachable) as raised:
        asyncio.run(main())
    assert str(raised.value) == "http://host/api cannot be reached: refused"


@pytest.mark.parametrize("coding", ["br", "zstd", "gzip, other"])
def test_an_answer_in_a_coding_that_nobody_asked_for(coding: str) -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        request.headers["accept-encoding"] = "gzip;q=1.0, deflate"
        return httpx.Response(
            200, headers={**SSE, "content-encoding": coding}, stream=httpx.ByteStream(b"\x1f\x8b")
        )

    with pytest.raises(BrokenStream, match="compressed its answer with"):
        send(answer)


def test_timeouts_reach_the_client() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.extensions["timeout"] == {"connect": 1, "read": 2, "write": 2, "pool": 2}
        return httpx.Response(200, headers=SSE, content=STREAM)

    assert send(answer, timeouts=Timeouts(connect=1, silence=2)) == ["Hi"]


def test_limits_of_an_event() -> None:
    with pytest.raises(BrokenStream, match="more than 50 bytes"):
        send(stream(), limits=StreamLimits(event_bytes=50))


def test_without_httpx(monkeypatch: pytest.MonkeyPatch) -> None:
    def absent(name: str) -> None:
        return None

    monkeypatch.setattr(http, "find_spec", absent)
    with pytest.raises(LocalError, match=r"interruptgen-runtime\[http\]"):
        Chat("http://localhost/", bindings=Bindings[Any]())


class Unending:
    """An application that sends events until its client is gone."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.begun += 1
        headers = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        leaving = asyncio.ensure_future(self._left(receive))
        while not leaving.done():
            await send({"type": "http.response.body", "body": b": ping\n\n", "more_body": True})
            await asyncio.sleep(0.01)
        self.ended += 1

    async def _left(self, receive: Any) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


@pytest.mark.parametrize("how", ["stop", "cancel"])
def test_a_run_that_is_ended_here_ends_there(how: str) -> None:
    endless = Unending()

    async def main(url: str) -> None:
        async with asyncio.timeout(60), Chat(url, bindings=Bindings[Any]()) as chat:
            sending = asyncio.ensure_future(chat.send("Go"))
            while not endless.begun:
                await asyncio.sleep(0.01)
            if how == "stop":
                chat.stop()
                assert (await sending).outcome == "stopped"
            else:
                sending.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await sending
            while not endless.ended:
                await asyncio.sleep(0.01)

    with served(endless) as url:
        asyncio.run(main(url))


def test_a_chat_belongs_to_one_event_loop() -> None:
    """Where its connections are kept; the second of two `asyncio.run` would find them dead."""
    chat = Chat("http://127.0.0.1:9/", bindings=Bindings[Any]())
    with pytest.raises(Unreachable):
        asyncio.run(chat.send("Go"))
    with pytest.raises(LocalError, match="BlockingChat"):
        asyncio.run(chat.retry())
    asyncio.run(chat.aclose())
    with pytest.raises(Unreachable):
        asyncio.run(chat.retry())


def test_bytes_are_read_as_they_come() -> None:
    """An event is there before the response has ended."""
    seen: list[str] = []
    first_seen = asyncio.Event()

    class Slow(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield STREAM[:60]
            yield STREAM[60:100]
            await first_seen.wait()
            yield STREAM[100:]

    def listen(event: JsonObject) -> None:
        seen.append(str(event["type"]))
        first_seen.set()

    async def main() -> None:
        def answer(request: httpx.Request) -> httpx.Response:
            return httpx.Response(200, headers=SSE, stream=Slow())

        async with httpx.AsyncClient(transport=httpx.MockTransport(answer)) as client:
            transport = HttpTransport("http://localhost/", client=client)
            async with asyncio.timeout(5), Chat(transport, bindings=Bindings[Any]()) as chat:
                await chat.send("Go", on_event=listen)

    asyncio.run(main())
    assert seen[0] == "RUN_STARTED"
