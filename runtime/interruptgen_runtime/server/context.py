"""What hooks and tools learn about the run that they are in."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.server.answers import Answers
from interruptgen_runtime.server.conversation import ToolCall


@dataclass(slots=True, kw_only=True)
class RunContext:
    """A run, as its hooks see it; one object for all of them.

    `parent_run_id` is the run that this one continues. It is set only once answers to interrupts of
    ours are accepted: what a client merely says would let it pass for somebody who was asked.
    `answers` are those that the continuation came with. A hook may set `state`: it is sent to the
    client before a pause.
    """

    thread_id: str
    run_id: str
    parent_run_id: str | None
    principal: str | None
    forwarded_props: Mapping[str, Json] = field(default_factory=dict[str, Json])
    answers: Answers = field(default_factory=Answers)
    state: Json | Absent = ABSENT


@dataclass(frozen=True, slots=True, kw_only=True)
class BoundaryContext:
    """A moment at which questions can be asked.

    `iteration` counts the model's turns in this run from 0. `calls` are the calls of this turn
    that have no result yet.
    """

    run: RunContext
    phase: Phase
    iteration: int
    messages: tuple[JsonObject, ...]
    calls: tuple[ToolCall, ...]

    @property
    def parent_run_id(self) -> str | None:
        """The run that this one continues with answers; a client cannot claim it without any.

        Answers to interrupts of other producers alone do not count, since nothing proves them.
        """
        return self.run.parent_run_id

    @property
    def answers(self) -> Answers:
        """The answers that the continuation came with."""
        return self.run.answers
