"""A middleware that raises interrupts of another producer, beside questions of its own."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.server import (
    Answers,
    BoundaryContext,
    ExternalAnswer,
    ExternalInterrupt,
    Middleware,
    RunContext,
    ToolResume,
)
from server.bank import Bank
from travel_desk.generated.bookings import server as bookings

OWNER: Final[JsonObject] = {
    "id": "screening-9",
    "reason": "identity-check",
    "message": "Is this the account's owner?",
    "responseSchema": {"type": "object", "properties": {"owner": {"type": "boolean"}}},
}
PLAIN: Final[JsonObject] = {
    "id": "screening-10",
    "reason": "wait",
    "metadata": {"queue": "night"},
}
PAUSE: Final = bookings.pause_for_agent.interrupt(key="k")

Question = InterruptRequest[Any, Any]


class Screening(Middleware):
    """Raises the interrupts of a screening service at one phase, bound to the run or not.

    It raises everything afresh at every such boundary. `known` are the ids that it waits for, and
    `None` stands for everything that anybody may send.
    """

    def __init__(
        self,
        phase: Phase,
        *,
        bound: Sequence[JsonObject] = (),
        unbound: Sequence[JsonObject] = (),
        questions: Sequence[Question] = (),
        known: Sequence[str] | None = ("screening-9", "screening-10"),
        policy: ToolResume | None = None,
    ) -> None:
        self.phase = phase
        self.bound = bound
        self.unbound = unbound
        self.questions = questions
        self.known = known
        self.policy = policy
        self.seen: list[ExternalAnswer] = []
        self.answers: list[Answers] = []
        self.parents: list[str | None] = []

    async def accepts_external(self, ctx: RunContext, answer: ExternalAnswer) -> bool:
        self.seen.append(answer)
        return self.known is None or answer.id in self.known

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume | None:
        self.answers.append(answers)
        return self.policy

    async def on_start(self, ctx: RunContext) -> None:
        self.parents.append(ctx.parent_run_id)

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[Question | ExternalInterrupt]:
        if ctx.phase is not self.phase:
            return ()
        bound = [ExternalInterrupt(raw).bound_to(ctx.run.run_id) for raw in self.bound]
        return [*bound, *map(ExternalInterrupt, self.unbound), *self.questions]


def screened(hook: Middleware, *script: Any, **more: Any) -> Bank:
    """Return a bank whose runs a screening service takes part in."""
    steps = [*script, "Done.", "More.", "And more."]
    return Bank(steps, middleware=[hook], interrupts=[bookings.pause_for_agent], **more)


def external(interrupt_id: str, *payload: Any, **more: Any) -> JsonObject:
    """Return the entry of a resume that answers another producer's interrupt, or cancels it."""
    if not payload:
        return {"interruptId": interrupt_id, "status": "cancelled", **more}
    return {"interruptId": interrupt_id, "status": "resolved", "payload": payload[0], **more}
