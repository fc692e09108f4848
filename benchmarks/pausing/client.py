"""Requests to a server on loopback -> its responses, over a connection that stays open."""

import asyncio
import time
from dataclasses import dataclass
from typing import Final

_END: Final = b"0\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Response:
    """A response: the bytes of its body, when its first event came and its last, in seconds."""

    body: bytes
    sent: float
    first: float
    last: float


class Connection(asyncio.Protocol):
    """A connection that sends one request at a time."""

    def __init__(self) -> None:
        self._transport: asyncio.Transport | None = None
        self._waiting: asyncio.Future[None] | None = None
        self._parts: list[bytes] = []
        self._first = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
        if isinstance(transport, asyncio.Transport):
            self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Collect the response until its last chunk."""
        if not self._first and b"data: " in data:
            self._first = time.perf_counter()
        self._parts.append(data)
        if self._is_complete(data):
            self._answer()

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the request that waits."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(exc or ConnectionError("the server closed the connection"))

    def close(self) -> None:
        """Close the connection, and forget a request that waits."""
        if self._waiting is not None:
            self._waiting.cancel()
        if self._transport is not None:
            self._transport.close()

    async def post(self, path: str, body: bytes) -> Response:
        """Send a body of JSON and wait for the whole response."""
        waiting = self.send(path, body)
        sent = time.perf_counter()
        await waiting
        last = time.perf_counter()
        raw = b"".join(self._parts)
        head, _, rest = raw.partition(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(raw[:500].decode("latin-1"))
        return Response(_unchunked(rest), sent, self._first, last)

    def send(self, path: str, body: bytes) -> "asyncio.Future[None]":
        """Send a body of JSON; the future is done with the response."""
        if self._transport is None:
            raise ConnectionError("there is no connection")
        self._parts = []
        self._first = 0.0
        self._waiting = asyncio.get_running_loop().create_future()
        head = (
            f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\n\r\n"
        )
        self._transport.write(head.encode() + body)
        return self._waiting

    def has_text(self, text: bytes) -> bool:
        """Tell whether a text has come."""
        return any(text in part for part in self._parts)

    def _is_complete(self, data: bytes) -> bool:
        if data.endswith(_END):
            return True
        return len(data) < len(_END) and b"".join(self._parts[-5:]).endswith(_END)

    def _answer(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)


async def connect(port: int) -> Connection:
    """Return a connection to a port on loopback."""
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(Connection, "127.0.0.1", port)
    return connection


def _unchunked(raw: bytes) -> bytes:
    """Put the chunks of a body together."""
    parts: list[bytes] = []
    place = 0
    while True:
        end = raw.index(b"\r\n", place)
        size = int(raw[place:end], 16)
        if not size:
            return b"".join(parts)
        parts.append(raw[end + 2 : end + 2 + size])
        place = end + 2 + size + 2
