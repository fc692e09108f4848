"""Every event of every recording, ours, read by AG-UI's own models."""

import asyncio
from typing import Any

import pytest
from ag_ui.core import Event
from pydantic import TypeAdapter

from interruptgen_runtime import PeerError
from interruptgen_runtime.core.kinds import is_array, is_object
from interruptgen_runtime.server import Sealed, key_ring, read_run_input
from server.recorded import Replayed, body_of, load, names

EVENT: TypeAdapter[Any] = TypeAdapter(Event)


def nulls(value: object) -> bool:
    if is_object(value):
        return any(each is None or nulls(each) for each in value.values())
    return is_array(value) and any(map(nulls, value))


@pytest.mark.parametrize("name", names())
def test_events_are_valid(name: str) -> None:
    async def story() -> None:
        recording = load(name)
        replayed = Replayed(recording, Sealed(keys=key_ring([bytes(range(32))])))
        for exchange in recording["exchanges"]:
            try:
                run_input = read_run_input(body_of(exchange))
            except PeerError:
                continue
            async for event in replayed.agent.run(run_input):
                parsed = EVENT.validate_python(event)
                assert parsed.model_dump(mode="json", by_alias=True, exclude_none=True) == event
                assert not nulls(event)

    asyncio.run(story())
