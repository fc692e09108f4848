"""One turn of the model -> its events, those of its tools, and perhaps the end of the run."""

from collections.abc import AsyncGenerator, Iterable

from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.model import ModelRequest
from interruptgen_runtime.server.pausing import pause
from interruptgen_runtime.server.plan import Plan, make_plan
from interruptgen_runtime.server.run_state import Events, RunState
from interruptgen_runtime.server.turn import Turn


async def iterate(state: RunState, iteration: int) -> Events:
    """Let the model take a turn, and run the tools that it calls.

    Questions end the run before what they are about: the model, its tools, or the next turn. The
    approvals and client tools of the turn are asked for with them.
    """
    for event in pause(state, (), await state.ask(Phase.BEFORE_MODEL, iteration)):
        yield event
    if state.is_over:
        return
    turn = Turn(
        f"{state.input.run_id}-{iteration}",
        lambda call_id: call_id in state.conversation.calls,
        state.usage,
    )
    speaking = _speak(state, turn)
    try:
        async for event in speaking:
            yield event
    finally:
        await speaking.aclose()
    state.usage = turn.usage
    plan = make_plan(state.conversation.unfinished(), state.toolbox, {})
    for event in await _ask_first(state, plan, iteration):
        yield event
    if state.is_over:
        return
    if not state.conversation.unfinished():
        yield state.finish(turn.reason)
        return
    async for event in _run_tools(state, plan, iteration):
        yield event


async def _speak(state: RunState, turn: Turn) -> Events:
    request = ModelRequest(
        thread_id=state.input.thread_id,
        run_id=state.input.run_id,
        messages=state.conversation.for_model(),
        tools=state.toolbox.specs,
    )
    for each in state.setup.middleware:
        request = await each.on_config(state.context, request)
    model = state.setup.model
    stream = state.traces.answer(model, request.thread_id, model.stream(request))
    try:
        async for delta in stream:
            for event in turn.take(delta):
                yield event
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()
    for event in turn.end():
        yield event
    message = turn.message()
    if message is not None:
        state.conversation.add(message)


async def _ask_first(state: RunState, plan: Plan, iteration: int) -> Iterable[Event]:
    """Return the events of a pause, if something has to be asked before the turn's tools run."""
    requests = await state.ask(Phase.AFTER_MODEL, iteration)
    if not requests and state.conversation.unfinished():
        requests = await state.ask(Phase.BEFORE_TOOLS, iteration)
    return pause(state, plan.waiting, requests) if requests else ()


async def _run_tools(state: RunState, plan: Plan, iteration: int) -> Events:
    for call_id, result in plan.results.items():
        yield state.add_result(call_id, result)
    for execution in plan.runnable:
        yield state.add_result(execution.call.id, await state.execute(execution))
    requests = await state.ask(Phase.AFTER_TOOLS, iteration)
    for event in pause(state, plan.waiting, requests):
        yield event
