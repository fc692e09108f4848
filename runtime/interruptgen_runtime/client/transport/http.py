"""Requests over HTTP, answered by server-sent events or by lines of JSON; needs httpx."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import urlsplit

from interruptgen_runtime.client.history.wire import encoded
from interruptgen_runtime.client.stream.reading import StreamLimits
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.core.lazy import lazy_module

if TYPE_CHECKING:
    import httpx

    from interruptgen_runtime.client.transport import posting
else:
    posting = lazy_module("interruptgen_runtime.client.transport", "posting")

Headers: TypeAlias = Mapping[str, str] | Callable[[], Awaitable[Mapping[str, str]]]
"""Headers, or a function that is awaited for them before each request, as for a fresh token."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeouts:
    """How long to wait, in seconds: for a connection, and for the next bytes of a response."""

    connect: float = 10.0
    silence: float = 120.0


class HttpTransport:
    """Sends each run as one POST.

    A `client` that is given is used as it is and is not closed; without one, a client of httpx
    with its usual settings is made at the first request, for the event loop that runs then.
    Redirects are not followed, so that credentials go nowhere else.
    """

    def __init__(
        self,
        url: str,
        *,
        headers: Headers | None = None,
        timeouts: Timeouts | None = None,
        limits: StreamLimits | None = None,
        client: "httpx.AsyncClient | None" = None,
    ) -> None:
        """Raises `LocalError` if httpx is not installed, and for what cannot be an address."""
        if find_spec("httpx") is None:
            raise LocalError("chats over HTTP need httpx: install interruptgen-runtime[http]")
        _check(url)
        self._url = url
        self._headers = headers
        self._timeouts = timeouts or Timeouts()
        self._limits = limits or StreamLimits()
        self._given = client
        self._own: httpx.AsyncClient | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Start a run, and yield its events.

        Raises `ChatFailure`, and `LocalError` for what no request can be sent with.
        """
        client = self._given or self._own_client()
        given = self._headers
        extra = await given() if callable(given) else given or {}
        post = posting.Post(
            url=self._url,
            content=encoded(body),
            headers={
                "content-type": "application/json",
                "accept": "text/event-stream",
                "x-run-id": str(body["runId"]),
                **extra,
            },
            connect=self._timeouts.connect,
            silence=self._timeouts.silence,
            limits=self._limits,
        )
        async with aclosing(posting.send(client, post)) as events:
            async for event in events:
                yield event

    def _own_client(self) -> "httpx.AsyncClient":
        """Return the transport's own client, whose connections belong to one event loop."""
        loop = asyncio.get_running_loop()
        if self._own is None:
            self._own, self._loop = posting.new_client(), loop
        elif self._loop is not loop:
            raise LocalError(
                "the connections belong to another event loop: await everything in one "
                "`asyncio.run`, or use BlockingChat"
            )
        return self._own

    async def aclose(self) -> None:
        """Close the connections of the transport's own client."""
        own, self._own = self._own, None
        if own is not None and self._loop is asyncio.get_running_loop():
            await own.aclose()


def _check(url: str) -> None:
    """Refuse a port that is none; httpx lets it through, and it fails in many ways later."""
    try:
        _ = urlsplit(url).port
    except ValueError as error:
        raise LocalError(f"this cannot be an address: {error}") from None
