"""Bytes that a run has ready -> batches to send, as large as what was ready at one time."""

import asyncio
from typing import Final

LIMIT: Final = 65_536
"""Bytes that may wait to be sent; a run that is faster than its client waits from there on."""


class Outbox:
    """Takes bytes from one task and gives them to another one.

    Whatever is put in before the event loop turns to the taker is one batch: a server makes a
    system call for each.
    """

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0
        self._is_open = True
        self._changed = asyncio.Event()
        self._has_room = asyncio.Event()

    def put(self, data: bytes) -> bool:
        """Add bytes; returns whether there is room for more, or `room` has to be waited for."""
        self._parts.append(data)
        self._size += len(data)
        self._changed.set()
        return self._size <= LIMIT

    async def room(self) -> None:
        """Wait until there are few enough bytes, for ever if nobody takes them."""
        while self._size > LIMIT:
            self._has_room.clear()
            await self._has_room.wait()

    async def take(self) -> tuple[bytes, bool]:
        """Wait for bytes or the end; returns what is there, and whether more may come."""
        await self._changed.wait()
        self._changed.clear()
        data = b"".join(self._parts)
        self._parts.clear()
        self._size = 0
        self._has_room.set()
        return data, self._is_open

    def close(self) -> None:
        """Tell that nothing more comes, or that nobody is there to get it."""
        self._is_open = False
        self._changed.set()
