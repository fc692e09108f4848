"""What a run tells of its steps, and what becomes of that without OpenTelemetry: nothing."""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final

from interruptgen_runtime.core.batch import Asked
from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.decisions import Accepted
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.model import Delta, Model
from interruptgen_runtime.server.plan import Execution
from interruptgen_runtime.server.replay import Outcome
from interruptgen_runtime.server.run_input import RunInput


class ToolStep:
    """A tool that runs."""

    def failed(self, error: BaseException) -> None:
        """Tell that the tool raised an error."""


class ResumeStep:
    """Answers that are checked."""

    def accepted(self, accepted: Accepted, outcome: Outcome) -> None:
        """Tell what the answers decided, and what is recorded of an earlier request with them."""


class Tracing:
    """Takes note of nothing; what a run goes through comes back as it is."""

    def run(
        self, run_input: RunInput, model: Model, events: AsyncGenerator[Event, None]
    ) -> AsyncGenerator[Event, None]:
        """Follow the events of a run."""
        return events

    def answer(
        self, model: Model, thread_id: str, deltas: AsyncIterator[Delta]
    ) -> AsyncIterator[Delta]:
        """Follow an answer of the model."""
        return deltas

    def tool(
        self, execution: Execution, description: str | None
    ) -> AbstractContextManager[ToolStep]:
        """Follow a tool."""
        return _TOOL

    def resume(self, run_input: RunInput) -> AbstractContextManager[ResumeStep]:
        """Follow the check of answers; an exception means that they are refused."""
        return _RESUME

    def pause(
        self, items: Sequence[Asked], external: int, phase: Phase | None
    ) -> AbstractContextManager[None]:
        """Follow the making of a pause, of items of ours and a number of others.

        `phase` is where hooks raised the questions among them.
        """
        return _NOTHING


_TOOL: Final = nullcontext(ToolStep())
_RESUME: Final = nullcontext(ResumeStep())
_NOTHING: Final = nullcontext()
OFF: Final = Tracing()


def tracing() -> Tracing:
    """Return what takes note of nothing."""
    return OFF
