"""A run that goes on, and an ASGI server -> the response, while the client is there to read it."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final, TypeAlias

from interruptgen_runtime.server.outbox import Outbox

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Run: TypeAlias = Callable[[Outbox], Awaitable[None]]
"""Puts the bytes of a response into an outbox until there are no more."""

_HEADERS: Final = (
    (b"content-type", b"text/event-stream"),
    (b"cache-control", b"no-cache"),
    (b"x-accel-buffering", b"no"),
)


class Delivery:
    """The delivery of one response. It takes no task to answer a run that never waits.

    Once a run waits for the first time, two tasks stand by: one sends what is there, and one
    watches the client. If either ends before the run, the run is cancelled, by the means of
    `asyncio.timeout`: it goes on in the task that was called.
    """

    def __init__(self, receive: Receive, send: Send) -> None:
        self._receive = receive
        self._send = send
        self._outbox = Outbox()
        self._helpers: tuple[asyncio.Task[None], ...] = ()
        self._helper_ended = asyncio.Event()
        self._running: asyncio.Task[Any] | None = None
        self._is_cut = False

    async def deliver(self, run: Run) -> None:
        """Send what a run puts into its outbox, and end the run of a client that goes away.

        A server may tell by `OSError` that the client is gone, which is no error. What the run
        raises is raised, and the response has no end then: it must not look complete.
        """
        try:
            await self._let(run)
            await self._finish()
        finally:
            for helper in self._helpers:
                helper.cancel()

    async def _let(self, run: Run) -> None:
        """Let a run come to its end, or be cut; raises what it raises otherwise."""
        task = self._running = asyncio.current_task()
        others = task.cancelling() if task else 0
        first_wait = asyncio.get_running_loop().call_soon(self._begin)
        try:
            await run(self._outbox)
        except asyncio.CancelledError:
            if not self._is_cut or (task and task.cancelling() > others + 1):
                raise
        finally:
            first_wait.cancel()
            self._running = None
            if self._is_cut and task:
                task.uncancel()

    def _begin(self) -> None:
        self._helpers = (asyncio.create_task(self._send_all()), asyncio.create_task(self._watch()))
        for helper in self._helpers:
            helper.add_done_callback(self._cut)

    def _cut(self, helper: asyncio.Task[None]) -> None:
        """End the run with the first of the tasks that stand by it."""
        self._helper_ended.set()
        if self._running is not None and not self._is_cut:
            self._is_cut = True
            self._running.cancel()

    async def _finish(self) -> None:
        """Send the rest, unless a task that stood by has ended before; raises what that raised."""
        self._outbox.close()
        if not self._helpers:
            await self._send_all()
            return
        await self._helper_ended.wait()
        for helper in self._helpers:
            if helper.done():
                helper.result()

    async def _send_all(self) -> None:
        headers, more = list(_HEADERS), True
        try:
            await self._send({"type": "http.response.start", "status": 200, "headers": headers})
            while more:
                data, more = await self._outbox.take()
                await self._send({"type": "http.response.body", "body": data, "more_body": more})
        except OSError:
            self._outbox.close()

    async def _watch(self) -> None:
        """Return when the client is gone, even while the server still waits for it to read."""
        while (await self._receive())["type"] != "http.disconnect":
            pass
