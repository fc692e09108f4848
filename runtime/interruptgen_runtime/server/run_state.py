"""What a run holds while it goes on, and the steps that its phases share."""

from collections.abc import AsyncGenerator
from typing import Final, TypeAlias

from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server import events, middleware
from interruptgen_runtime.server.context import BoundaryContext, RunContext
from interruptgen_runtime.server.conversation import Conversation
from interruptgen_runtime.server.decisions import Accepted
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.execution import execute
from interruptgen_runtime.server.middleware import Raised
from interruptgen_runtime.server.model import FinishReason, Usage
from interruptgen_runtime.server.plan import Execution
from interruptgen_runtime.server.replay import Outcome, ToolResult
from interruptgen_runtime.server.run_input import RunInput
from interruptgen_runtime.server.setup import Setup
from interruptgen_runtime.server.tracing import OFF, Tracing
from interruptgen_runtime.server.turn import Turn

Events: TypeAlias = AsyncGenerator[Event, None]

_NOTHING: Final = Accepted()
"""What is decided in a run that comes without answers."""


class RunState:
    """A run between two of its events.

    `accepted` is what its answers decided, `outcome` what is recorded of these answers, `usage`
    what the model has used, `reason` why it stopped last, `traces` what takes note of the steps,
    `phase` where the hooks were asked last, and `is_over` whether the terminal event has been made.
    """

    def __init__(
        self,
        setup: Setup,
        run_input: RunInput,
        principal: str | None,
        traces: Tracing = OFF,
    ) -> None:
        self.setup = setup
        self.traces = traces
        self.input = run_input
        self.conversation = Conversation(run_input.messages)
        self.toolbox = setup.toolbox
        if setup.adopt_client_tools:
            self.toolbox = setup.toolbox.with_client_tools(run_input.tools)
        self.context = RunContext(
            thread_id=run_input.thread_id,
            run_id=run_input.run_id,
            parent_run_id=None,
            principal=principal,
            forwarded_props=run_input.forwarded_props,
        )
        self.accepted = _NOTHING
        self.outcome = Outcome(run_input.run_id)
        self.usage: Usage | None = None
        self.reason: FinishReason = "stop"
        self.phase: Phase | None = None
        self.is_over = False

    async def ask(self, phase: Phase, iteration: int) -> list[Raised]:
        """Return what the hooks raise at a boundary."""
        if not self.setup.middleware:
            return []
        self.phase = phase
        boundary = BoundaryContext(
            run=self.context,
            phase=phase,
            iteration=iteration,
            messages=self.conversation.for_model(),
            calls=self.conversation.unfinished(),
        )
        return await middleware.ask(self.setup.middleware, boundary, self.setup.registry)

    async def execute(self, execution: Execution) -> ToolResult:
        """Run a call."""
        tool = self.toolbox.implementations[execution.call.name]
        return await execute(tool, execution, self.context, self.traces)

    async def settle(self, call_id: str, result: ToolResult) -> Event:
        """Add the result of a call that had waited, and let the replay guard know of it."""
        results = {**self.outcome.results, call_id: result}
        self.outcome = Outcome(self.outcome.run_id, results)
        guard, ticket = self.setup.trust.guard, self.accepted.ticket
        if guard is not None and ticket is not None:
            await guard.settle(ticket.nonce, self.outcome)
        return self.add_result(call_id, result)

    def add_result(self, call_id: str, result: ToolResult) -> Event:
        """Add the result of a call."""
        self.conversation.add_result(call_id, result)
        return events.call_result(call_id, result)

    def take_over(self, turn: Turn) -> None:
        """Add what the model has said, and note what that took."""
        self.usage, self.reason = turn.usage, turn.reason
        message = turn.message()
        if message is not None:
            self.conversation.add(message)

    def finish(self, reason: FinishReason) -> Event:
        """End the run."""
        thread_id, run_id = self.input.thread_id, self.input.run_id
        return self.end(events.run_finished(thread_id, run_id, reason, self.usage))

    def end(self, event: Event) -> Event:
        """End the run with a terminal event.

        If its answers were accepted before, the event names the run whose results it repeats.
        """
        self.is_over = True
        if self.outcome.run_id != self.input.run_id:
            events.name_continuation(event, self.outcome.run_id)
        return event
