"""The ASGI applications that are measured: the endpoint, and two that stream recorded bytes.

Nothing that answers the same requests with the same bytes can take less than the bare one.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from starlette.requests import Request
from starlette.responses import StreamingResponse

from interruptgen_runtime.server import ChatEndpoint
from pausing.work import agents

App: TypeAlias = Callable[[Any, Any, Any], Awaitable[None]]
Recording: TypeAlias = dict[str, list[bytes]]
"""A path and `first` or `second` -> the events of the response, as bytes."""

_HEADERS: Final = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-cache")]


def ours() -> App:
    """Return our endpoints, one for each path."""
    endpoints = {path: ChatEndpoint(agent=agent) for path, agent in agents().items()}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await endpoints[scope["path"]](scope, receive, send)

    return app


def bare(recording: Recording) -> App:
    """Return an application without a framework that sends one event at a time."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        body = b""
        more = True
        while more:
            message = await receive()
            body += message["body"]
            more = message["more_body"]
        await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
        for event in recording[_name(scope["path"], body)]:
            await send({"type": "http.response.body", "body": event, "more_body": True})
        await send({"type": "http.response.body", "body": b""})

    return app


def starlette(recording: Recording) -> App:
    """Return an application that does the same with Starlette's response."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        body = await Request(scope, receive).body()

        async def events() -> AsyncIterator[bytes]:
            for event in recording[_name(scope["path"], body)]:
                yield event

        response = StreamingResponse(events(), media_type="text/event-stream")
        await response(scope, receive, send)

    return app


def read_recording(path: Path) -> Recording:
    """Read a recording from a file."""
    raw: dict[str, list[str]] = json.loads(path.read_text("utf-8"))
    return {name: [event.encode() for event in events] for name, events in raw.items()}


def write_recording(path: Path, recording: Recording) -> None:
    """Write a recording to a file."""
    texts = {name: [event.decode() for event in events] for name, events in recording.items()}
    path.write_text(json.dumps(texts), "utf-8")


def _name(path: str, body: bytes) -> str:
    which = "second" if b'"resume"' in body else "first"
    return f"{path} {which}"
