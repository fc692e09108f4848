"""One POST by httpx -> the events that answer it, or the failure that there are none."""

import re
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Final

import httpx

from interruptgen_runtime.client.failure import (
    BrokenStream,
    ConnectionLost,
    Refused,
    Unreachable,
)
from interruptgen_runtime.client.stream.reading import EventReader, StreamLimits
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import JsonObject

_STREAMS: Final = frozenset(
    {
        "text/event-stream",
        "application/x-ndjson",
        "application/ndjson",
        "application/jsonl",
        "application/x-jsonlines",
    }
)
_REASON_BYTES: Final = 2_000
_SECRET: Final = re.compile(r"(?<=//)[^/?#]*@|[?#].*", re.DOTALL)
_UNSENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.UnsupportedProtocol,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Post:
    """What is sent where; the times are in seconds."""

    url: str
    content: bytes
    headers: Mapping[str, str]
    connect: float
    silence: float
    limits: StreamLimits


def new_client() -> httpx.AsyncClient:
    """Return a client with the usual settings of httpx."""
    return httpx.AsyncClient()


async def send(client: httpx.AsyncClient, post: Post) -> AsyncGenerator[JsonObject, None]:
    """Send it, and yield the events of the response; raises `ChatFailure`.

    Raises `LocalError` for an address or a header that no request can have.
    """
    request = _request(client, post)
    try:
        response = await client.send(request, stream=True, follow_redirects=False)
    except _UNSENT as error:
        raise Unreachable(f"{_shown(post.url)} cannot be reached: {_words(error)}") from error
    except httpx.RequestError as error:
        raise ConnectionLost(f"no answer came: {_words(error)}") from error
    try:
        await _check_head(response)
        reader = EventReader(post.limits)
        async for chunk in response.aiter_bytes():
            for event in reader.feed(chunk):
                yield event
            if reader.done:
                return
        for event in reader.finish():
            yield event
    except httpx.RequestError as error:
        raise ConnectionLost(f"the response broke off: {_words(error)}") from error
    finally:
        await response.aclose()


def _request(client: httpx.AsyncClient, post: Post) -> httpx.Request:
    """Make the request; what is said of a header does not repeat its value, which may be secret."""
    for name, value in post.headers.items():
        if not name.isascii() or not value.isascii() or not value.replace("\t", " ").isprintable():
            raise LocalError(f"header {name!r} has characters that a header cannot have")
    timeout = httpx.Timeout(post.silence, connect=post.connect)
    try:
        return client.build_request(
            "POST", post.url, content=post.content, headers=dict(post.headers), timeout=timeout
        )
    except httpx.InvalidURL as error:
        raise LocalError(f"no request can be sent to this address: {error}") from error


async def _check_head(response: httpx.Response) -> None:
    """Refuse a response that is no stream of events before any of it is read as one."""
    if not response.is_success:
        raise Refused(response.status_code, await _reason(response))
    kind = str(response.headers.get("content-type", "")).partition(";")[0].strip().lower()
    if kind and kind not in _STREAMS:
        raise BrokenStream(f"the server answered with {kind}, which is no stream of events")
    asked_for = ("identity", *_list(response.request.headers, "accept-encoding"))
    for coding in _list(response.headers, "content-encoding"):
        if coding not in asked_for:
            raise BrokenStream(f"the server compressed its answer with {coding}, unasked")


def _list(headers: httpx.Headers, name: str) -> list[str]:
    values = headers.get_list(name, split_commas=True)
    return [value.partition(";")[0].strip().lower() for value in values]


async def _reason(response: httpx.Response) -> str:
    """Return the beginning of a response's text, or the name of its status."""
    read = b""
    async for chunk in response.aiter_bytes():
        read += chunk
        if len(read) >= _REASON_BYTES:
            break
    return read[:_REASON_BYTES].decode(errors="replace").strip() or response.reason_phrase


def _shown(url: str) -> str:
    """Return an address without what may be secret in it: credentials and parameters."""
    return _SECRET.sub("", url)


def _words(error: Exception) -> str:
    return str(error) or type(error).__name__
