"""A small HTTP server for one ASGI application: enough for a real client on loopback."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from interruptgen_runtime.server import ChatEndpoint


@dataclass
class Host:
    """Serves an endpoint; `failures` are statuses that are answered first, in the place of it.

    `later` takes over after the first request, as another deployment does.
    """

    endpoint: ChatEndpoint
    later: ChatEndpoint | None = None
    failures: dict[int, int] = field(default_factory=dict[int, int])
    responses: list[bytes] = field(default_factory=list[bytes])
    requests: int = 0
    port: int = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        pairs = (line.split(":", 1) for line in head[1:] if ":" in line)
        headers = {name.lower(): value.strip() for name, value in pairs}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        number, self.requests = self.requests, self.requests + 1
        if number in self.failures:
            writer.write(
                f"HTTP/1.1 {self.failures[number]} No\r\nconnection: close\r\n\r\n".encode()
            )
        else:
            endpoint = self.later if number and self.later else self.endpoint
            await self._call(endpoint, head[0].split(" ")[0], headers, body, writer)
        await writer.drain()
        writer.close()

    async def _call(
        self,
        endpoint: ChatEndpoint,
        method: str,
        headers: dict[str, str],
        body: bytes,
        writer: asyncio.StreamWriter,
    ) -> None:
        parts = [{"type": "http.request", "body": body, "more_body": False}]
        sent: list[bytes] = []

        async def receive() -> Any:
            return parts.pop() if parts else await asyncio.Future()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                lines = [f"HTTP/1.1 {message['status']} OK".encode()]
                lines += [name + b": " + value for name, value in message["headers"]]
                writer.write(b"\r\n".join([*lines, b"connection: close", b"", b""]))
            else:
                sent.append(message["body"])
                writer.write(message["body"])
                await writer.drain()

        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        await endpoint({"type": "http", "method": method, "headers": raw}, receive, send)
        self.responses.append(b"".join(sent))


@contextmanager
def hosted(host: Host) -> Generator[str]:
    """Serve from another thread; yields the address."""
    loop = asyncio.new_event_loop()
    server = loop.run_until_complete(asyncio.start_server(host.answer, "127.0.0.1", 0))
    host.port = server.sockets[0].getsockname()[1]
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{host.port}/api/chat"
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()
