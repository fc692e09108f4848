"""HTTP requests -> an agent's runs as server-sent events: a plain ASGI application.

It mounts in any ASGI framework, and serves one path of its own where there is none.
"""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeAlias

from pydantic_core import PydanticSerializationError, SchemaSerializer, core_schema

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.server.agent import Agent
from interruptgen_runtime.server.body import read_body
from interruptgen_runtime.server.delivery import Delivery, Receive, Send
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.limits import Limits
from interruptgen_runtime.server.outbox import Outbox
from interruptgen_runtime.server.run_input import RunInput, read_run_input

Scope: TypeAlias = MutableMapping[str, Any]
Authenticate: TypeAlias = Callable[[Scope], Awaitable[str | None]]
"""The scope of a request -> the principal who sends it; raises `Denied`."""

_write: Final = SchemaSerializer(
    core_schema.any_schema(), {"ser_json_inf_nan": "constants"}
).to_json
"""A third faster than the function `to_json` for a long event: it knows how long its texts get."""

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
            await Delivery(receive, send).deliver(partial(self._run, run_input, principal))

    def _read(self, data: bytes) -> RunInput:
        try:
            body = read_body(data, self.limits)
            return read_run_input(body, self.limits)
        except PeerError as error:
            raise Denied(400, str(error)) from None
        except RecursionError:
            reason = "the body has too many containers inside one another"
            raise Denied(400, reason) from None

    async def _run(self, run_input: RunInput, principal: str | None, outbox: Outbox) -> None:
        events = self.agent.run(run_input, principal=principal)
        try:
            async for event in events:
                if not outbox.put(encode(event)):
                    await outbox.room()
        finally:
            await events.aclose()


def encode(event: Event) -> bytes:
    """Write an event as one line of a stream of server-sent events, in ASCII.

    Lone surrogates, which a model may send, are escaped. Most events are ASCII as they are, and
    written twice as fast where nothing has to be escaped.
    """
    try:
        text = _write(event)
        if not text.isascii():
            text = _write(event, ensure_ascii=True)
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
    coding = headers.get(b"content-encoding", b"identity").decode("latin-1").strip().lower()
    if coding != "identity":
        raise Denied(415, f"a body may not be compressed, not by {coding}")


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


async def _refuse(send: Send, denied: Denied) -> None:
    headers = [(b"content-type", b"application/json")]
    if denied.status == 405:
        headers.append((b"allow", b"POST"))
    await send({"type": "http.response.start", "status": denied.status, "headers": headers})
    body = _encode({"error": denied.reason}).encode()
    await send({"type": "http.response.body", "body": body})
