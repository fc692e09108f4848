"""The calls that an earlier run left open -> results, or another pause."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.answers import ToolResume
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.decisions import Answered, CallDecision, Cancelled
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.pausing import pause
from interruptgen_runtime.server.plan import EDITED, Execution, make_plan
from interruptgen_runtime.server.run_state import Events, RunState


async def go_on(state: RunState, policy: ToolResume) -> Events:
    """Yield the events of the calls that waited, as far as they are decided on and proven.

    A question that a hook raises here comes before anything runs, and so does an approval that a
    call needs only since a deployment. The approvals that were given are then asked for again with
    it: a pause has no other place to keep them.
    """
    now = {call.id: call for call in state.accepted.calls}
    calls = [now.get(call.id, call) for call in state.conversation.unfinished()]
    approved = state.accepted.approved
    decisions = _decisions(state, calls, policy)
    plan = make_plan(calls, state.toolbox, decisions, approved)
    for call_id, result in plan.results.items():
        is_edited = call_id in state.accepted.edited
        event = await state.settle(call_id, replace(result, note=EDITED) if is_edited else result)
        if not isinstance(decisions.get(call_id), Answered):
            yield event
    if policy is ToolResume.STOP:
        yield state.finish("stop")
        return
    still_open = state.conversation.unfinished()
    requests = await state.ask(Phase.BEFORE_TOOLS, 0) if still_open else []
    if requests or plan.approvals:
        plan = make_plan(still_open, state.toolbox, {}, approved)
    for execution in [] if requests else plan.runnable:
        yield await _run(state, execution)
    for event in pause(state, plan.waiting, requests):
        yield event


def _decisions(
    state: RunState, calls: Iterable[ToolCall], policy: ToolResume
) -> Mapping[str, CallDecision]:
    """Return the decisions that count: a hook may cancel all, and what is unproven is void."""
    decisions = dict(state.accepted.decisions)
    covered = {call.id for call in state.accepted.calls}
    for call in calls:
        if isinstance(decisions.get(call.id), Answered):
            continue
        proven = state.setup.trust.believes_history or call.id in covered
        void = not proven and not state.toolbox.is_gated(call)
        if void or policy is not ToolResume.CONTINUE:
            decisions[call.id] = Cancelled()
    return decisions


async def _run(state: RunState, execution: Execution) -> Event:
    """Run a call that waited, unless an earlier request with the same answers has."""
    recorded = state.outcome.results.get(execution.call.id)
    result = await state.execute(execution) if recorded is None else recorded
    return await state.settle(execution.call.id, result)
