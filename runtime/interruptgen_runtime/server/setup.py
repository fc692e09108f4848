"""Everything that the runs of an agent share."""

from collections.abc import Callable
from dataclasses import dataclass

from interruptgen_runtime.core.registry import Registry
from interruptgen_runtime.server.middleware import Middleware
from interruptgen_runtime.server.model import Model
from interruptgen_runtime.server.opened import Upgrades
from interruptgen_runtime.server.toolbox import Toolbox
from interruptgen_runtime.server.trust import Trust


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """The parts of an agent.

    `clock` tells the milliseconds since 1970, and `nonce` returns 12 random bytes.
    """

    model: Model
    toolbox: Toolbox
    registry: Registry
    middleware: tuple[Middleware, ...]
    trust: Trust
    max_iterations: int
    adopt_client_tools: bool
    upgrades: Upgrades
    clock: Callable[[], int]
    nonce: Callable[[], bytes]
