"""What a chat needs of a transport."""

from collections.abc import AsyncGenerator
from typing import Protocol

from interruptgen_runtime.core.json_types import JsonObject


class Transport(Protocol):
    """Sends the body of a request, and yields the events that answer it.

    Raises `ChatFailure`: `Unreachable` only if the server cannot have seen the request, `Refused`
    if no run began, and `ConnectionLost` or `BrokenStream` if the events break off. Closing the
    generator ends the run, as far as the server notices.
    """

    def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        """Start a run."""
        ...

    async def aclose(self) -> None:
        """Release what the transport holds."""
        ...
