"""One run: an input and an agent's parts -> the events of the run, in the order they happen in.

The phases and their order are those of TanStack AI's `chat()`.
"""

import asyncio
import logging
from collections.abc import Iterator
from typing import Final

from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.server import events, middleware
from interruptgen_runtime.server.answers import ToolResume
from interruptgen_runtime.server.continuing import accept_resume
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.execution import is_cancelled
from interruptgen_runtime.server.iteration import act, speak
from interruptgen_runtime.server.model import ModelFailure
from interruptgen_runtime.server.refusal import ResumeRefused
from interruptgen_runtime.server.run_input import RunInput
from interruptgen_runtime.server.run_state import Events, RunState
from interruptgen_runtime.server.setup import Setup
from interruptgen_runtime.server.tracing import Tracing
from interruptgen_runtime.server.waiting_calls import go_on

_log: Final = logging.getLogger("interruptgen_runtime")


async def run_events(
    setup: Setup, run_input: RunInput, principal: str | None, traces: Tracing
) -> Events:
    """Yield the events of a run: RUN_STARTED first, and exactly one terminal event last.

    Closing the generator ends the run, and with it the model's stream.
    """
    thread_id, run_id = run_input.thread_id, run_input.run_id
    yield events.run_started(thread_id, run_id, run_input.parent_run_id)
    try:
        state = RunState(setup, run_input, principal, traces)
        policy = await _begin(state)
        for step in _steps(state, policy):
            try:
                async for event in step:
                    yield event
            finally:
                await step.aclose()
        if not state.is_over:
            yield state.finish("length")
    except ResumeRefused as refusal:
        yield events.resume_refused(thread_id, run_id, refusal.errors)
    except ModelFailure as failure:
        yield events.run_failed(failure.message, failure.code)
    except PeerError as error:
        yield events.run_failed(str(error), "invalid-input")
    except (Exception, asyncio.CancelledError) as error:
        yield _unexpected(error, run_id)


def _unexpected(error: BaseException, run_id: str) -> Event:
    """Return the end of a run that failed; raises the error if it is the run that is cancelled."""
    if is_cancelled(error):
        raise error
    _log.error("run %s failed", run_id, exc_info=error)
    return events.run_failed("The run failed.", "internal-error")


def _steps(state: RunState, policy: ToolResume) -> Iterator[Events]:
    """Yield the steps of a run until it is over, one when the one before it has ended."""
    if policy is ToolResume.STOP or state.conversation.unfinished():
        yield go_on(state, policy)
    for iteration in range(state.setup.max_iterations):
        if state.is_over:
            return
        yield speak(state, iteration)
        if not state.is_over:
            yield act(state, iteration)


async def _begin(state: RunState) -> ToolResume:
    """Check the answers, if there are any, and tell the hooks of them and of the start."""
    policy = ToolResume.CONTINUE
    if state.input.resume:
        await _accept(state)
    answers = state.context.answers
    if answers or answers.external:
        policy = await middleware.resolve(state.setup.middleware, state.context, answers)
    for each in state.setup.middleware:
        await each.on_start(state.context)
    return policy


async def _accept(state: RunState) -> None:
    """Take over what the answers decided.

    Only answers to interrupts of ours make this the continuation of another run: whoever answers
    an interrupt of another producer alone cannot have a hook take its own question for answered.
    """
    with state.traces.resume(state.input) as step:
        state.accepted, state.outcome = await accept_resume(
            state.setup, state.input, state.conversation, state.toolbox, state.context
        )
        step.accepted(state.accepted, state.outcome)
    state.conversation.reopen(call.id for call in state.accepted.calls)
    state.context.answers = state.accepted.answers
    state.context.parent_run_id = state.accepted.interrupted_run_id
