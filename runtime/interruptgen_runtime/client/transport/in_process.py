"""Straight to an agent in this process, for tests and for programs that hold both sides."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Generic, Protocol, TypeVar

from interruptgen_runtime.client.failure import Refused
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject

Input = TypeVar("Input")
Input_contra = TypeVar("Input_contra", contravariant=True)


class Runs(Protocol[Input_contra]):
    """Whatever runs as `interruptgen_runtime.server.Agent` does."""

    def run(
        self, run_input: Input_contra, *, principal: str | None = None
    ) -> AsyncGenerator[JsonObject, None]:
        """Run on an input."""
        ...


class InProcess(Generic[Input]):
    """Gives requests to an agent: `InProcess(agent, read_run_input)`.

    Both come from `interruptgen_runtime.server`. `principal` is who sends the requests.
    """

    def __init__(
        self, agent: Runs[Input], read: Callable[[Json], Input], *, principal: str | None = None
    ) -> None:
        self._agent = agent
        self._read = read
        self._principal = principal

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Start a run on a copy of the body; raises `Refused` for a body that is none."""
        try:
            run_input = self._read(json.loads(json.dumps(body)))
        except PeerError as error:
            raise Refused(400, str(error)) from None
        async with aclosing(self._agent.run(run_input, principal=self._principal)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        """Do nothing: an agent holds nothing."""
