"""HTTP requests -> an agent's runs as server-sent events: a plain ASGI application.

It mounts in any ASGI framework, and serves one path of its own where there is none.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pydantic_core import PydanticSerializationError, to_json

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.server.agent import Agent
from interruptgen_runtime.server.body import Limits, read_body
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.outbox import Outbox
from interruptgen_runtime.server.run_input import RunInput, read_run_input

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Authenticate: TypeAlias = Callable[[Scope], Awaitable[str | None]]
"""The scope of a request -> the principal who sends it; raises `Denied`."""

_STREAM_HEADERS: Final = [
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
]
_encode: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False).encode


class Denied(Exception):
    """The request is refused before a run begins, with a status of HTTP and a reason."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


async def anybody(scope: Scope) -> None:
    """Let everybody in; interrupts are then bound to their thread and run alone."""


@dataclass(frozen=True, kw_only=True)
class ChatEndpoint:
    """Serves an agent to TanStack AI's client, or to any other AG-UI client.

    Each POST is one run. `authenticate` names the principal from the request's headers before its
    body is read. What is wrong with a request that began no run is told by a status of HTTP and a
    reason as JSON; everything later by the events. A client that goes away ends its run.
    """

    agent: Agent
    authenticate: Authenticate = anybody
    limits: Limits = field(default_factory=Limits)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, as ASGI 3 says."""
        if scope["type"] != "http":
            raise RuntimeError(f"this application answers HTTP, not {scope['type']}")
        try:
            _check_head(scope)
            principal = await self.authenticate(scope)
            run_input = self._read(await _read_bytes(receive, self.limits.body_bytes))
        except Denied as denied:
            await _refuse(send, denied)
        else:
            await self._serve(run_input, principal, receive, send)

    def _read(self, data: bytes) -> RunInput:
        try:
            body = read_body(data, self.limits)
            return read_run_input(body, self.limits.resume_entries, self.limits.history_items)
        except PeerError as error:
            raise Denied(400, str(error)) from None

    async def _serve(
        self, run_input: RunInput, principal: str | None, receive: Receive, send: Send
    ) -> None:
        """Stream a run until it ends or the client is gone, as a server may tell by `OSError`."""
        outbox = Outbox()
        running = asyncio.create_task(self._run(run_input, principal, outbox))
        try:
            await _send_all(outbox, running, receive, send)
        except OSError:
            pass
        finally:
            if not running.done():
                if not running.cancelling():
                    running.cancel()
                await asyncio.wait((running,))

    async def _run(self, run_input: RunInput, principal: str | None, outbox: Outbox) -> None:
        try:
            async with aclosing(self.agent.run(run_input, principal=principal)) as events:
                async for event in events:
                    if not outbox.put(encode(event)):
                        await outbox.room()
        finally:
            outbox.close()


def encode(event: Event) -> bytes:
    """Write an event as one line of a stream of server-sent events, in ASCII.

    Lone surrogates, which a model may send, are escaped. Most events are ASCII as they are, and
    written twice as fast where nothing has to be escaped.
    """
    try:
        text = to_json(event)
        if not text.isascii():
            text = to_json(event, ensure_ascii=True)
    except PydanticSerializationError:
        text = _encode(event).encode()
    return b"data: %b\n\n" % text


def _check_head(scope: Scope) -> None:
    """Refuse what is no POST of JSON; a form of another site cannot send such a one unasked."""
    if scope["method"] != "POST":
        raise Denied(405, "a run is asked for by POST")
    headers = dict(scope["headers"])
    kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if kind != b"application/json":
        raise Denied(415, "the content type has to be application/json")


async def _read_bytes(receive: Receive, limit: int) -> bytes:
    data, more = bytearray(), True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise Denied(400, "the client left before its request was complete")
        data += message.get("body", b"")
        if len(data) > limit:
            raise Denied(413, f"the body has more than {limit} bytes")
        more = message.get("more_body", False)
    return bytes(data)


async def _send_all(
    outbox: Outbox, running: asyncio.Task[None], receive: Receive, send: Send
) -> None:
    """Send what is there until the run has ended; one that ends at once needs no watching.

    What a run raises is raised, and the response has no end then: it must not look complete.
    """
    data, more = await outbox.take()
    leaving = asyncio.create_task(_end_when_left(outbox, running, receive)) if more else None
    try:
        await send({"type": "http.response.start", "status": 200, "headers": _STREAM_HEADERS})
        while more:
            await send({"type": "http.response.body", "body": data, "more_body": True})
            data, more = await outbox.take()
        if running.done() and (leaving is None or not leaving.done()):
            running.result()
        await send({"type": "http.response.body", "body": data})
    finally:
        if leaving is not None:
            leaving.cancel()


async def _end_when_left(outbox: Outbox, running: asyncio.Task[None], receive: Receive) -> None:
    """End the run of a client that is gone, even while the server still waits for it to read."""
    while (await receive())["type"] != "http.disconnect":
        pass
    outbox.close()
    running.cancel()


async def _refuse(send: Send, denied: Denied) -> None:
    headers = [(b"content-type", b"application/json")]
    if denied.status == 405:
        headers.append((b"allow", b"POST"))
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    body = _encode({"error": denied.reason}).encode()
    await send({"type": "http.response.body", "body": body})
