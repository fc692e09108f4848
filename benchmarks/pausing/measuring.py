"""Servers -> what they take for the work, block by block; a block is one server's turn."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from mmap import PAGESIZE
from typing import Final

from pausing.client import Connection
from pausing.pairs import connections, hold, pair, text
from pausing.servers import Server

HELD: Final = 500
"""Streams that are open while memory is measured."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What one unit of work costs: CPU of the server, and wall time, in milliseconds."""

    cpu: float
    wall: float


async def pairs(server: Server, path: str, concurrency: int, count: int) -> Cost:
    """Let about `count` runs pause and go on, some at a time."""

    async def one(connection: Connection) -> None:
        await pair(connection, path)

    return await _cost(server, one, concurrency, count)


async def texts(server: Server, count: int) -> Cost:
    """Let runs say many texts, one run at a time."""

    async def one(connection: Connection) -> None:
        await text(connection)

    return await _cost(server, one, 1, count)


async def first_event(server: Server, path: str, count: int) -> list[float]:
    """Return the milliseconds from each request to its first event, one run at a time."""
    (connection,) = await connections(server.port, 1)
    waits: list[float] = []
    for _ in range(count):
        paused, _ = await pair(connection, path)
        waits.append(1000 * (paused.first - paused.sent))
    connection.close()
    return waits


async def memory_of_streams(server: Server, streams: int) -> float:
    """Return the bytes of resident memory that each open stream takes, of a page at least."""
    before = server.memory()
    held = await connections(server.port, streams)
    await asyncio.gather(*(hold(connection) for connection in held))
    after = server.memory()
    for connection in held:
        connection.close()
    await asyncio.sleep(0.2)
    return max(after - before, PAGESIZE) / streams


async def _cost(
    server: Server, work: Callable[[Connection], Awaitable[None]], concurrency: int, count: int
) -> Cost:
    opened = await connections(server.port, concurrency)
    each = max(1, count // concurrency)

    async def turns(connection: Connection) -> None:
        for _ in range(each):
            await work(connection)

    cpu, start = server.cpu(), time.perf_counter()
    await asyncio.gather(*map(turns, opened))
    done = each * concurrency
    cost = Cost(1000 * (server.cpu() - cpu) / done, 1000 * (time.perf_counter() - start) / done)
    for connection in opened:
        connection.close()
    return cost
