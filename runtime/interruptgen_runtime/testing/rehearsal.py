"""An application's agent -> the same agent on a script, with a clock and keys that never change."""

from collections.abc import AsyncIterator, Coroutine, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar

from interruptgen_runtime.core.implementation import ImplementedTool, ToolCallContext
from interruptgen_runtime.server.agent import Agent
from interruptgen_runtime.server.model import Delta, Model, ModelRequest
from interruptgen_runtime.server.replay import MemoryReplayGuard
from interruptgen_runtime.server.toolbox import Tool
from interruptgen_runtime.server.trust import Sealed, Trust
from interruptgen_runtime.testing.fixed import TEST_KEYS, FixedClock, fixed_outside, fixed_trust
from interruptgen_runtime.testing.in_process import Thread
from interruptgen_runtime.testing.scripted_model import ScriptedModel, Step

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Execution:
    """A tool that began to run: its arguments, typed, and what else it was told."""

    name: str
    arguments: Any
    call: ToolCallContext


@dataclass
class Rehearsal(Thread):
    """A thread that knows what the agent did, in this thread and in others with its `agent`.

    `executions` are the tools that ran on the server and `requests` what the model was asked, both
    in order.
    """

    executions: list[Execution] = field(default_factory=list[Execution])
    requests: list[ModelRequest] = field(default_factory=list[ModelRequest])


class AgentThread(Protocol):
    """What the fixture `agent_thread` is: `rehearse`, with the clock of the test."""

    def __call__(
        self,
        agent: Agent,
        script: Iterable[Step] | None = None,
        *,
        id: str = "thread-1",
        principal: str | None = None,
    ) -> Rehearsal:
        """Return a thread with a copy of an agent."""
        ...


class RunAsync(Protocol):
    """What the fixture `run_async` is."""

    def __call__(self, coroutine: Coroutine[Any, Any, T], /) -> T:
        """Run a coroutine to its end, and return its result."""
        ...


def rehearse(
    agent: Agent,
    script: Iterable[Step] | None = None,
    *,
    clock: FixedClock | None = None,
    id: str = "thread-1",
    principal: str | None = None,
) -> Rehearsal:
    """Return a thread with a copy of an agent that gives the same events every time.

    The tools, definitions, hooks and limits of the copy are the agent's. A script takes the place
    of the model; without one the model stays. Ids are sealed with the keys of tests; trust of
    another kind than `Sealed` stays as well.
    """
    time = clock or FixedClock()
    executions: list[Execution] = []
    requests: list[ModelRequest] = []
    model = agent.model if script is None else ScriptedModel(script)
    copy = replace(
        agent,
        model=_RecordedModel(model, requests),
        tools=[_recorded(tool, executions) for tool in agent.tools],
        trust=_rehearsed(agent.trust, time),
        outside=fixed_outside(time),
    )
    return Rehearsal(copy, id, principal, executions=executions, requests=requests)


@dataclass(frozen=True)
class _RecordedModel:
    model: Model
    requests: list[ModelRequest]

    def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
        self.requests.append(request)
        return self.model.stream(request)


def _recorded(tool: Tool, executions: list[Execution]) -> Tool:
    if not isinstance(tool, ImplementedTool):
        return tool

    async def run(arguments: Any, call: ToolCallContext) -> Any:
        executions.append(Execution(tool.definition.name, arguments, call))
        return await tool.function(arguments, call)

    return ImplementedTool(tool.definition, run)


def _rehearsed(
    trust: Trust | Literal["unsafe"] | None, clock: FixedClock
) -> Trust | Literal["unsafe"]:
    if trust is None:
        return fixed_trust(clock)
    if isinstance(trust, Sealed):
        return replace(trust, keys=TEST_KEYS, guard=MemoryReplayGuard(clock))
    return trust
