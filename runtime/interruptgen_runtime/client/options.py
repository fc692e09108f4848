"""What a chat can be told besides its server, its bindings and its tools."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from interruptgen_runtime.client.outside import Outside
from interruptgen_runtime.core.json_types import Json, JsonObject

OnEvent: TypeAlias = Callable[[JsonObject], None]
"""Is called with each event as it arrives, as AG-UI has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatOptions:
    """The settings of a chat.

    `forwarded_props` go with every request. `run_timeout` bounds one run, in seconds; `max_rounds`
    is how often in a row a server may ask for nothing but tools of the client.
    """

    thread_id: str | None = None
    forwarded_props: JsonObject = field(default_factory=dict[str, Json])
    run_timeout: float | None = None
    max_rounds: int = 50
    outside: Outside = field(default_factory=Outside)
