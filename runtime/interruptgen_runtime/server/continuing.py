"""A run's input -> what its answers decided, and whether they were accepted before."""

from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.proof import Scope
from interruptgen_runtime.server.conversation import Conversation
from interruptgen_runtime.server.decisions import Accepted, accept
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
    principal: str | None,
) -> tuple[Accepted, Outcome]:
    """Check the answers of a request completely, and spend the pause that they are to.

    Returns what was decided, and what is recorded of an earlier request with the same answers.
    Raises `ResumeRefused` where nothing may run.
    """
    parent = run_input.parent_run_id
    correlation = Correlation(run_input.thread_id, parent or run_input.run_id)
    complaints = Complaints(correlation, run_input.resume)
    if parent is None:
        raise complaints.whole("stale", "Resume entries need the parentRunId of their pause.")
    request = ResumeRequest(
        correlation=correlation,
        entries=run_input.resume,
        conversation=conversation,
        toolbox=toolbox,
        interrupts=setup.registry.interrupts,
        now=setup.clock(),
    )
    scope = Scope(
        audience=setup.trust.audience,
        thread_id=run_input.thread_id,
        run_id=parent,
        principal=principal,
    )
    accepted = accept(request, setup.trust.open(request, scope))
    return accepted, await _spend(setup, accepted, toolbox, complaints, run_input.run_id)


async def _spend(
    setup: Setup, accepted: Accepted, toolbox: Toolbox, complaints: Complaints, run_id: str
) -> Outcome:
    guard, ticket = setup.trust.guard, accepted.ticket
    fresh = Outcome(run_id)
    if guard is None or ticket is None:
        return fresh
    match await guard.spend(ticket.nonce, accepted.fingerprint, ticket.expires):
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
