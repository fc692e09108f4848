"""A run's input -> what its answers decided, and whether they were accepted before."""

from collections.abc import Iterable

from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.proof import Scope, run_named_by
from interruptgen_runtime.core.resume.entry import ResumeEntry
from interruptgen_runtime.server.context import RunContext
from interruptgen_runtime.server.conversation import Conversation
from interruptgen_runtime.server.decisions import Accepted, accept
from interruptgen_runtime.server.external import external_answers, without
from interruptgen_runtime.server.opened import ResumeRequest
from interruptgen_runtime.server.plan import make_plan
from interruptgen_runtime.server.refusal import Complaints
from interruptgen_runtime.server.replay import Conflict, First, Outcome, Same
from interruptgen_runtime.server.run_input import RunInput
from interruptgen_runtime.server.setup import Setup
from interruptgen_runtime.server.toolbox import Toolbox


async def accept_resume(
    setup: Setup,
    run_input: RunInput,
    conversation: Conversation,
    toolbox: Toolbox,
    ctx: RunContext,
) -> tuple[Accepted, Outcome]:
    """Check the answers of a request completely, and spend the pause that they are to.

    Returns what was decided, and what is recorded of an earlier request with the same answers.
    Raises `ResumeRefused` where nothing may run.
    """
    parent = run_input.parent_run_id
    if parent is None:
        parent = _named_run(run_input.resume)
    correlation = Correlation(run_input.thread_id, parent or run_input.run_id)
    complaints = Complaints(correlation, run_input.resume)
    external = await external_answers(run_input.resume, parent, setup.middleware, ctx)
    ours = without(run_input.resume, external)
    if parent is None and ours:
        raise complaints.whole("stale", "Resume entries need the parentRunId of their pause.")
    request = ResumeRequest(
        correlation=correlation,
        entries=run_input.resume,
        ours=ours,
        conversation=conversation,
        toolbox=toolbox,
        interrupts=setup.registry.interrupts,
        now=setup.clock(),
        upgrades=setup.upgrades,
    )
    scope = Scope(
        audience=setup.trust.audience,
        thread_id=run_input.thread_id,
        run_id=correlation.interrupted_run_id,
        principal=ctx.principal,
    )
    accepted = accept(request, setup.trust.open(request, scope), external)
    return accepted, await _spend(setup, accepted, toolbox, complaints, run_input.run_id)


def _named_run(entries: Iterable[ResumeEntry]) -> str | None:
    """Return the run that sealed ids name; AG-UI's client does not say which run it answers.

    It counts for no more than if the client had said it: no id holds in another run than its own.
    """
    named = (run_named_by(entry.interrupt_id) for entry in entries)
    return next((run for run in named if run is not None), None)


async def _spend(
    setup: Setup, accepted: Accepted, toolbox: Toolbox, complaints: Complaints, run_id: str
) -> Outcome:
    """Spend the pause; returns what is recorded of the same answers.

    The pause is spent before the first hook or tool learns of the answers. Whoever dies between
    that and the result of a tool may have run it, so the same answers are refused from then on.
    That goes also for a run that only asked a question in the place of its tools: nothing tells
    these apart. The calls can be asked for again, in a new pause.

    A guard may forget a pause that expires while its answer is checked, so the time is looked at
    again after it was asked: an answer that is its first by then may be a repetition.
    """
    guard, ticket = setup.trust.guard, accepted.ticket
    fresh = Outcome(run_id)
    if guard is None or ticket is None:
        return fresh
    match await guard.spend(ticket.nonce, accepted.fingerprint, ticket.expires):
        case First() | Same(None) if setup.clock() >= ticket.expires:
            raise complaints.every_item("expired", "has expired")
        case First():
            return fresh
        case Conflict():
            raise complaints.every_item("conflict", "was answered before, in another way")
        case Same(outcome):
            recorded = outcome or fresh
            if _lacks_results(accepted, toolbox, recorded):
                text = "was answered before, and what came of it is not known"
                raise complaints.every_item("conflict", text)
            return recorded


def _lacks_results(accepted: Accepted, toolbox: Toolbox, outcome: Outcome) -> bool:
    """Tell whether tools may have run whose results are not recorded."""
    plan = make_plan(accepted.calls, toolbox, accepted.decisions, accepted.approved)
    return any(execution.call.id not in outcome.results for execution in plan.runnable)
