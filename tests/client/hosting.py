"""A real ASGI server in a thread, for whatever application a test puts behind it."""

import asyncio
import socket
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import uvicorn


class Switch:
    """An ASGI application that hands requests to another one, which tests exchange."""

    def __init__(self) -> None:
        self.application: Any = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await self.application(scope, receive, send)


@contextmanager
def served(application: Any) -> Generator[str]:
    """Serve on loopback; yields the address."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(application, lifespan="off", log_level="error", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listener])))
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/api/chat"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
