"""Hooks of an application, and how those of several middlewares come together."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.external import ExternalInterrupt
from interruptgen_runtime.core.registry import Registry
from interruptgen_runtime.server.answers import Answers, ExternalAnswer, ToolResume
from interruptgen_runtime.server.context import BoundaryContext, RunContext
from interruptgen_runtime.server.model import ModelRequest

AnyRequest: TypeAlias = InterruptRequest[Any, Any]
Raised: TypeAlias = AnyRequest | ExternalInterrupt
"""What a hook may raise at a boundary: a question, or an interrupt of another producer."""

_STRICTNESS: Final = tuple(ToolResume)


class Middleware:
    """The hooks of an application; override those that are needed.

    Hooks of several middlewares are called in their order.
    """

    async def accepts_external(self, ctx: RunContext, answer: ExternalAnswer) -> bool:
        """Tell whether an answer is to an interrupt of another producer that you know of.

        Asked about every answer whose id has no form of ours, before anything is believed or runs,
        so it should have no effects. What no middleware accepts is refused, together with all that
        came with it. An accepted answer stands in `answers.external` of every hook.
        """
        return False

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume | None:
        """Learn of the answers, once in a continuation and before `on_start`.

        Whoever sends the same answers again begins another continuation, which learns of them, too.
        Called if questions were answered, or interrupts of other producers. Returns what becomes of
        the calls that waited; nothing means that they go on. The strictest of all middlewares
        counts.
        """
        return None

    async def on_start(self, ctx: RunContext) -> None:
        """Learn that a run begins."""

    async def on_config(self, ctx: RunContext, request: ModelRequest) -> ModelRequest:
        """Change what the model is asked, such as by what `ctx.answers` say."""
        return request

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Iterable[Raised] | None:
        """Return the questions that have to be answered before the run goes on from here.

        Interrupts of other producers may stand among them, unbound or bound to this run. They end
        the run as well, but a continuation does not need their answers.
        """
        return None


async def accept_external(
    middleware: Sequence[Middleware], ctx: RunContext, answers: Iterable[ExternalAnswer]
) -> tuple[ExternalAnswer, ...]:
    """Return the answers to interrupts of other producers that some middleware knows of."""
    accepted: list[ExternalAnswer] = []
    for answer in answers:
        for each in middleware:
            if await each.accepts_external(ctx, answer):
                accepted.append(answer)
                break
    return tuple(accepted)


async def resolve(
    middleware: Sequence[Middleware], ctx: RunContext, answers: Answers
) -> ToolResume:
    """Tell all middlewares about answers; returns the strictest of what they say."""
    policies = [await each.on_interrupt_resolution(ctx, answers) for each in middleware]
    given = [policy for policy in policies if policy is not None]
    return max(given, key=_STRICTNESS.index, default=ToolResume.CONTINUE)


async def ask(
    middleware: Sequence[Middleware], ctx: BoundaryContext, registry: Registry
) -> list[Raised]:
    """Collect what all middlewares raise at a boundary.

    What this continuation has the answer to is not asked again. Raises `LocalError` for a question
    of a definition that is not registered or not meant for the phase, for an interrupt that is
    bound to another run or whose answers no middleware would accept, and for what is raised twice.
    """
    raised: list[Raised] = []
    for each in middleware:
        raised += await each.on_interrupt_boundary(ctx) or ()
    due = [one for one in raised if not _is_answered(one, ctx)]
    for one in due:
        if isinstance(one, ExternalInterrupt):
            _check_external(one, ctx, middleware)
        else:
            _check(one, ctx, registry)
    if len(set(map(_identity, due))) < len(due):
        raise LocalError("an interrupt was raised twice at one boundary")
    return due


def _is_answered(raised: Raised, ctx: BoundaryContext) -> bool:
    if isinstance(raised, ExternalInterrupt):
        return ctx.answers.has_external(raised.id)
    return not raised.repeat and ctx.answers.has(raised.definition, raised.key)


def _identity(raised: Raised) -> tuple[str, ...]:
    if isinstance(raised, ExternalInterrupt):
        return (raised.id,)
    return (raised.definition.id, raised.key)


def _check(request: AnyRequest, ctx: BoundaryContext, registry: Registry) -> None:
    definition = request.definition
    if definition not in registry:
        raise LocalError(f"interrupt {definition.id} is not registered with the agent")
    if definition.phases and ctx.phase not in definition.phases:
        raise LocalError(f"interrupt {definition.id} may not be raised at {ctx.phase.value}")


def _check_external(
    raised: ExternalInterrupt, ctx: BoundaryContext, middleware: Sequence[Middleware]
) -> None:
    """Refuse what could not be answered: some clients answer everything that they are shown."""
    if raised.run_id not in (None, ctx.run.run_id):
        raise LocalError(f"external interrupt {raised.id} is bound to another run")
    nobody = Middleware.accepts_external
    if all(type(each).accepts_external is nobody for each in middleware):
        raise LocalError(f"external interrupt {raised.id} needs a hook that accepts its answer")
