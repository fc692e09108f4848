"""The fixtures that pytest offers wherever this distribution is installed.

pytest imports this module whenever it starts; `testing` imports the rest when a fixture is used.
"""

import asyncio
from collections.abc import Iterator
from functools import partial

import pytest

from interruptgen_runtime import testing


@pytest.fixture
def fixed_clock() -> "testing.FixedClock":
    """Return a clock that stands still until the test lets time pass."""
    return testing.FixedClock()


@pytest.fixture
def agent_thread(fixed_clock: "testing.FixedClock") -> "testing.AgentThread":
    """Return what makes a thread with a copy of an agent, on the clock of the test."""
    return partial(testing.rehearse, clock=fixed_clock)


@pytest.fixture
def run_async() -> "Iterator[testing.RunAsync]":
    """Return what runs a coroutine in a test that is not asynchronous; one loop serves a test."""
    with asyncio.Runner() as runner:
        yield runner.run
