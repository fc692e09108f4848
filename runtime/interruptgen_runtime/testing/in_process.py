"""An agent -> the events of its runs, and a thread that answers as a client does."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeVar, overload

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.continuation import (
    continuation_from_descriptor,
    continuation_metadata,
)
from interruptgen_runtime.core.definition import InterruptDefinition
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.tool import ToolDefinition
from interruptgen_runtime.core.wire import written
from interruptgen_runtime.server.agent import Agent
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.run_input import read_run_input
from interruptgen_runtime.testing.history import after, without_said
from interruptgen_runtime.testing.pending import Pending, pending_calls, pending_questions

Shown = TypeVar("Shown")


async def collect(agent: Agent, body: Json, *, principal: str | None = None) -> list[Event]:
    """Run an agent on the body of a request to the end; raises `PeerError` if it is none."""
    run_input = read_run_input(body)
    return [event async for event in agent.run(run_input, principal=principal)]


def resolved(interrupt: InterruptDescriptor, payload: Json) -> JsonObject:
    """Return the entry of a resume that answers an interrupt."""
    return {**cancelled(interrupt), "status": "resolved", "payload": payload}


def approved(
    interrupt: InterruptDescriptor,
    payload: Json | Absent = ABSENT,
    *,
    edited: Json | Absent = ABSENT,
) -> JsonObject:
    """Return the entry of a resume that approves a call, with other arguments if `edited`."""
    decision = {"approved": True, "payload": payload, "editedArgs": edited}
    return resolved(interrupt, written(decision))


def rejected(interrupt: InterruptDescriptor, payload: Json | Absent = ABSENT) -> JsonObject:
    """Return the entry of a resume that rejects a call."""
    return resolved(interrupt, written({"approved": False, "payload": payload}))


def cancelled(interrupt: InterruptDescriptor) -> JsonObject:
    """Return the entry of a resume that cancels an interrupt."""
    entry: JsonObject = {"interruptId": interrupt.id, "status": "cancelled"}
    continuation = continuation_from_descriptor(interrupt.json)
    if continuation is not None:
        entry["metadata"] = continuation_metadata(continuation)
    return entry


@dataclass
class Thread:
    """A conversation with an agent in this process; keeps what a client would keep.

    `messages` is the history and `events` are those of the last run. `interrupts` wait for answers
    to the run `paused_run_id`, also after answers that were refused.
    """

    agent: Agent
    id: str = "thread-1"
    principal: str | None = None
    messages: list[JsonObject] = field(default_factory=list[JsonObject])
    events: list[Event] = field(default_factory=list[Event])
    interrupts: tuple[InterruptDescriptor, ...] = ()
    paused_run_id: str = ""
    runs: int = 0

    @property
    def text(self) -> str:
        """What the model said in the last run."""
        said = [one for one in self.events if one["type"] == "TEXT_MESSAGE_CONTENT"]
        return "".join(str(one["delta"]) for one in said)

    @overload
    def pending(self, definition: ToolDefinition[Shown, Any, Any, Any]) -> list[Pending[Shown]]: ...

    @overload
    def pending(self, definition: InterruptDefinition[Shown, Any]) -> list[Pending[Shown]]: ...

    def pending(
        self,
        definition: ToolDefinition[Shown, Any, Any, Any] | InterruptDefinition[Shown, Any],
    ) -> list[Pending[Shown]]:
        """Return the interrupts of a tool or a definition that wait, with what they show, typed."""
        if isinstance(definition, ToolDefinition):
            return pending_calls(self.interrupts, definition)
        return pending_questions(self.interrupts, definition)

    async def say(self, text: str) -> list[Event]:
        """Send a message of the user."""
        self.messages.append({"id": f"u{self.runs}", "role": "user", "content": text})
        return await self.send(self.body())

    async def answer(self, entries: Iterable[JsonObject]) -> list[Event]:
        """Send answers to the interrupts of the last run."""
        return await self.send(self.answering(entries))

    def body(self) -> JsonObject:
        """Return the body of the next request, without answers."""
        return {
            "threadId": self.id,
            "runId": f"run-{self.runs + 1}",
            "state": {},
            "messages": list(self.messages),
            "tools": [],
            "context": [],
            "forwardedProps": {},
        }

    def answering(self, entries: Iterable[JsonObject]) -> JsonObject:
        """Return the body of the next request, with answers to the run that paused."""
        resume: list[Json] = list(entries)
        return {**self.body(), "parentRunId": self.paused_run_id, "resume": resume}

    async def send(self, body: JsonObject) -> list[Event]:
        """Send a body as it is, and keep what comes back."""
        self.events = await collect(self.agent, body, principal=self.principal)
        self.runs += 1
        self.messages = without_said(self.messages, self.events)
        for event in self.events:
            self._keep(event)
        return self.events

    def _keep(self, event: Event) -> None:
        self.messages = after(self.messages, event)
        if event["type"] == "RUN_FINISHED":
            outcome: Any = event.get("outcome", {})
            listed: list[JsonObject] = outcome.get("interrupts", [])
            self.interrupts = tuple(map(InterruptDescriptor, listed))
            self.paused_run_id = str(event["runId"])
