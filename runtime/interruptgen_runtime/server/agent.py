"""An agent: a model, tools, definitions and hooks -> runs that pause for a person and go on."""

import secrets
from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from interruptgen_runtime.core.earlier import Upgrade
from interruptgen_runtime.core.proof import NONCE_BYTES
from interruptgen_runtime.core.registry import AnyInterrupt, Registry
from interruptgen_runtime.server.carrying import by_version
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.middleware import Middleware
from interruptgen_runtime.server.model import Model
from interruptgen_runtime.server.run import run_events
from interruptgen_runtime.server.run_input import RunInput
from interruptgen_runtime.server.setup import Setup
from interruptgen_runtime.server.toolbox import Tool, make_toolbox
from interruptgen_runtime.server.tracing import tracing
from interruptgen_runtime.server.trust import (
    Trust,
    choose_trust,
    process_environment,
    system_clock,
)


def random_nonce() -> bytes:
    """Return what tells one pause from all others."""
    return secrets.token_bytes(NONCE_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Outside:
    """What comes from outside of the program: the time, in milliseconds since 1970, and chance."""

    clock: Callable[[], int] = system_clock
    nonce: Callable[[], bytes] = random_nonce


@dataclass(kw_only=True, eq=False)
class Agent:
    """Runs a model with tools, and pauses for a person where definitions or hooks say so.

    It keeps nothing of a run: what a continuation needs comes back with the request, and the
    proofs in its interrupt ids tell what of that may be believed. One agent serves any number of
    runs at a time.

    `tools` are implemented ones and definitions of client tools; with `adopt_client_tools` those
    that a client declares are added. `interrupts` are the definitions that hooks may ask, and
    `upgrades` carry answers to earlier versions of definitions over to the present ones.
    `trust` is `unsafe` or an object such as `Sealed`; without it ids are sealed with the keys in
    the environment. A run ends after `max_iterations` turns of the model. Raises
    `DuplicateDefinition` for two tools or definitions of one name, and `LocalError` for a server's
    tool without an implementation.
    """

    model: Model
    tools: Iterable[Tool] = ()
    interrupts: Iterable[AnyInterrupt] = ()
    middleware: Iterable[Middleware] = ()
    upgrades: Iterable[Upgrade] = ()
    trust: Trust | Literal["unsafe"] | None = None
    max_iterations: int = 10
    adopt_client_tools: bool = False
    outside: Outside = field(default_factory=Outside)
    _setup: Setup = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self.tools = tuple(self.tools)
        self.interrupts = tuple(self.interrupts)
        self.middleware = tuple(self.middleware)
        self.upgrades = tuple(self.upgrades)
        self._setup = Setup(
            model=self.model,
            toolbox=make_toolbox(self.tools),
            registry=Registry(interrupts=self.interrupts),
            middleware=self.middleware,
            trust=choose_trust(self.trust, process_environment()),
            upgrades=by_version(self.upgrades),
            max_iterations=self.max_iterations,
            adopt_client_tools=self.adopt_client_tools,
            clock=self.outside.clock,
            nonce=self.outside.nonce,
        )

    def run(
        self, run_input: RunInput, *, principal: str | None = None
    ) -> AsyncGenerator[Event, None]:
        """Return the events of a run.

        `principal` is whoever is authenticated: an answer counts only if it comes from the one who
        saw the pause. Whatever goes wrong is a RUN_ERROR event, never an exception.
        """
        traces = tracing()
        events = run_events(self._setup, run_input, principal, traces)
        return traces.run(run_input, self.model, events)
