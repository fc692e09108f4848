"""Requests over HTTP, answered by server-sent events or by lines of JSON; needs httpx."""

from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, TypeAlias

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
    with its usual settings is made at the first request. Redirects are not followed, so that
    credentials go nowhere else.
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
        """Raises `LocalError` if httpx is not installed."""
        if find_spec("httpx") is None:
            raise LocalError("chats over HTTP need httpx: install interruptgen-runtime[http]")
        self._url = url
        self._headers = headers
        self._timeouts = timeouts or Timeouts()
        self._limits = limits or StreamLimits()
        self._given = client
        self._own: httpx.AsyncClient | None = None

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Start a run, and yield its events; raises `ChatFailure`."""
        client = self._given or self._own or posting.new_client()
        if self._given is None:
            self._own = client
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

    async def aclose(self) -> None:
        """Close the connections of the transport's own client."""
        own, self._own = self._own, None
        if own is not None:
            await own.aclose()
