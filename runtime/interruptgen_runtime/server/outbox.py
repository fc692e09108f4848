"""Bytes that a run has ready -> batches to send, as large as what was ready at one time."""

import asyncio
from typing import Final

LIMIT: Final = 65_536
"""Bytes that may wait to be sent; a run that is faster than its client waits from there on."""


class Outbox:
    """Takes bytes from one task and gives them to another one.

    Whatever is put in before the event loop turns to the taker is one batch: a server makes a
    system call for each. Only one of the two ever waits for the other, since no outbox is both
    empty and too full.
    """

    def __init__(self) -> None:
        self._data = bytearray()
        self._is_open = True
        self._waiting: asyncio.Event | None = None

    def put(self, data: bytes) -> bool:
        """Add bytes; returns whether there is room for more, or `room` has to be waited for.

        Once the outbox is closed, nobody gets them, and there is always room.
        """
        if not self._is_open:
            return True
        self._data += data
        if self._waiting is not None:
            self._waiting.set()
        return len(self._data) <= LIMIT

    async def room(self) -> None:
        """Wait until there are few enough bytes, for ever if nobody takes them."""
        while self._is_open and len(self._data) > LIMIT:
            await self._change().wait()

    async def take(self) -> tuple[bytes, bool]:
        """Wait for bytes or the end; returns what is there, and whether more may come."""
        while self._is_open and not self._data:
            await self._change().wait()
        data = bytes(self._data)
        self._data.clear()
        if self._waiting is not None:
            self._waiting.set()
        return data, self._is_open

    def close(self) -> None:
        """Tell that nothing more comes, or that nobody is there to get it."""
        self._is_open = False
        if self._waiting is not None:
            self._waiting.set()

    def _change(self) -> asyncio.Event:
        if self._waiting is None:
            self._waiting = asyncio.Event()
        self._waiting.clear()
        return self._waiting
