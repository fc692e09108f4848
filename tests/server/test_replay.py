"""The replay guard in memory."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen_runtime.server.replay import (
    Conflict,
    First,
    GuardFull,
    MemoryReplayGuard,
    Outcome,
    Same,
    Spending,
    ToolResult,
)

DONE = Outcome("r2", {"c1": ToolResult("{}")})


class Clock:
    now = 0

    def __call__(self) -> int:
        return self.now


def test_an_answer_counts_once() -> None:
    async def story() -> list[Spending]:
        guard = MemoryReplayGuard(Clock())
        found = [await guard.spend(b"n", "yes", 10), await guard.spend(b"n", "yes", 10)]
        await guard.settle(b"n", DONE)
        found.append(await guard.spend(b"n", "yes", 10))
        found.append(await guard.spend(b"n", "no", 10))
        found.append(await guard.spend(b"m", "no", 10))
        return found

    assert asyncio.run(story()) == [First(), Same(None), Same(DONE), Conflict(), First()]


def test_a_pause_is_forgotten_when_it_expires() -> None:
    async def story() -> None:
        clock = Clock()
        guard = MemoryReplayGuard(clock)
        for nonce, expires in ((b"b", 20), (b"a", 10), (b"c", 30)):
            await guard.spend(nonce, "yes", expires)
        clock.now = 20
        assert await guard.spend(b"c", "no", 30) == Conflict()
        assert len(guard) == 1
        await guard.settle(b"a", DONE)
        assert len(guard) == 1

    asyncio.run(story())


def test_a_full_guard_refuses_rather_than_forgets() -> None:
    async def story() -> None:
        clock = Clock()
        guard = MemoryReplayGuard(clock, limit=1)
        await guard.spend(b"a", "yes", 10)
        with pytest.raises(GuardFull):
            await guard.spend(b"b", "yes", 10)
        assert await guard.spend(b"a", "yes", 10) == Same(None)
        clock.now = 10
        assert await guard.spend(b"b", "yes", 20) == First()

    asyncio.run(story())


@given(st.lists(st.tuples(st.binary(max_size=1), st.sampled_from(["yes", "no"])), max_size=30))
def test_each_pause_has_one_first_answer(spendings: list[tuple[bytes, str]]) -> None:
    async def story() -> list[Spending]:
        guard = MemoryReplayGuard(Clock())
        racing = (guard.spend(nonce, fingerprint, 10) for nonce, fingerprint in spendings)
        return list(await asyncio.gather(*racing))

    first: dict[bytes, str] = {}
    for (nonce, fingerprint), found in zip(spendings, asyncio.run(story()), strict=True):
        expected = Same(None) if first.get(nonce) == fingerprint else Conflict()
        assert found == (expected if nonce in first else First())
        first.setdefault(nonce, fingerprint)
