"""One turn of the model -> its events, those of its tools, and perhaps the end of the run.

Questions end the run before what they are about: the model, its tools, or the next turn.
"""

from collections.abc import AsyncGenerator, AsyncIterator, Sequence

from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.middleware import Raised
from interruptgen_runtime.server.model import Delta, ModelRequest
from interruptgen_runtime.server.pausing import pause
from interruptgen_runtime.server.plan import make_plan
from interruptgen_runtime.server.run_state import Events, RunState
from interruptgen_runtime.server.turn import Turn


async def speak(state: RunState, iteration: int) -> Events:
    """Let the model take a turn."""
    requests = await state.ask(Phase.BEFORE_MODEL, iteration)
    if requests:
        for event in pause(state, (), requests):
            yield event
        return
    turn = Turn(
        f"{state.input.run_id}-{iteration}",
        lambda call_id: call_id in state.conversation.calls,
        state.usage,
    )
    stream = await _stream(state)
    try:
        async for delta in stream:
            for event in turn.take(delta):
                yield event
    finally:
        if isinstance(stream, AsyncGenerator):
            await stream.aclose()
    for event in turn.end():
        yield event
    state.take_over(turn)


async def act(state: RunState, iteration: int) -> Events:
    """Run the tools that the model has called, or end the run if it has called none.

    The approvals and client tools of the turn are asked for with the questions about it.
    """
    calls = state.conversation.unfinished()
    requests = await _ask_first(state, calls, iteration)
    if not calls and not requests:
        yield state.finish(state.reason)
        return
    plan = make_plan(calls, state.toolbox, {})
    if requests:
        for event in pause(state, plan.waiting, requests):
            yield event
        return
    for call_id, result in plan.results.items():
        yield state.add_result(call_id, result)
    for execution in plan.runnable:
        yield state.add_result(execution.call.id, await state.execute(execution))
    for event in pause(state, plan.waiting, await state.ask(Phase.AFTER_TOOLS, iteration)):
        yield event


async def _stream(state: RunState) -> AsyncIterator[Delta]:
    """Return what the model answers to the messages, as the hooks want them to be put."""
    request = ModelRequest(
        thread_id=state.input.thread_id,
        run_id=state.input.run_id,
        messages=state.conversation.for_model(),
        tools=state.toolbox.specs,
    )
    for each in state.setup.middleware:
        request = await each.on_config(state.context, request)
    model = state.setup.model
    return state.traces.answer(model, request.thread_id, model.stream(request))


async def _ask_first(
    state: RunState, calls: Sequence[ToolCall], iteration: int
) -> Sequence[Raised]:
    """Return what has to be answered before the calls of the turn run."""
    requests = await state.ask(Phase.AFTER_MODEL, iteration)
    if requests or not calls:
        return requests
    return await state.ask(Phase.BEFORE_TOOLS, iteration)
