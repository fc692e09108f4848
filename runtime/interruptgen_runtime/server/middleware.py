"""Hooks of an application, and how those of several middlewares come together."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.registry import Registry
from interruptgen_runtime.server.answers import Answers, ToolResume
from interruptgen_runtime.server.context import BoundaryContext, RunContext
from interruptgen_runtime.server.model import ModelRequest

AnyRequest: TypeAlias = InterruptRequest[Any, Any]

_STRICTNESS: Final = tuple(ToolResume)


class Middleware:
    """The hooks of an application; override those that are needed.

    Hooks of several middlewares are called in their order.
    """

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume | None:
        """Learn of the answers to questions, once in a continuation and before `on_start`.

        Returns what becomes of the calls that waited; nothing means that they go on. The strictest
        of all middlewares counts.
        """
        return None

    async def on_start(self, ctx: RunContext) -> None:
        """Learn that a run begins."""

    async def on_config(self, ctx: RunContext, request: ModelRequest) -> ModelRequest:
        """Change what the model is asked, such as by what `ctx.answers` say."""
        return request

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Iterable[AnyRequest] | None:
        """Return the questions that have to be answered before the run goes on from here."""
        return None


async def resolve(
    middleware: Sequence[Middleware], ctx: RunContext, answers: Answers
) -> ToolResume:
    """Tell all middlewares about answers; returns the strictest of what they say."""
    policies = [await each.on_interrupt_resolution(ctx, answers) for each in middleware]
    given = [policy for policy in policies if policy is not None]
    return max(given, key=_STRICTNESS.index, default=ToolResume.CONTINUE)


async def ask(
    middleware: Sequence[Middleware], ctx: BoundaryContext, registry: Registry
) -> list[AnyRequest]:
    """Collect the questions of all middlewares at a boundary.

    What this continuation has the answer to is not asked again. Raises `LocalError` for a question
    of a definition that is not registered or not meant for the phase, and for one asked twice.
    """
    asked: list[AnyRequest] = []
    for each in middleware:
        asked += await each.on_interrupt_boundary(ctx) or ()
    due = [request for request in asked if request.repeat or not _is_answered(request, ctx)]
    for request in due:
        _check(request, ctx, registry)
    if len({(request.definition.id, request.key) for request in due}) < len(due):
        raise LocalError("a question was asked twice at one boundary")
    return due


def _is_answered(request: AnyRequest, ctx: BoundaryContext) -> bool:
    return ctx.answers.has(request.definition, request.key)


def _check(request: AnyRequest, ctx: BoundaryContext, registry: Registry) -> None:
    definition = request.definition
    if definition not in registry:
        raise LocalError(f"interrupt {definition.id} is not registered with the agent")
    if definition.phases and ctx.phase not in definition.phases:
        raise LocalError(f"interrupt {definition.id} may not be raised at {ctx.phase.value}")
