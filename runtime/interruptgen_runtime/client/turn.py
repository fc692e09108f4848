"""What came of a message or of answers: the text, the messages, and the decisions to make."""

from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.conversation import Outcome
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.legacy import LegacyApproval
from interruptgen_runtime.client.options import OnEvent
from interruptgen_runtime.client.staging import Shown
from interruptgen_runtime.core.json_types import Json

B = TypeVar("B", bound=BoundInterrupt)


class Continues(Protocol[B]):
    """What a turn needs of its chat."""

    async def continue_from(self, turn: "Turn[B]", on_event: OnEvent | None = None) -> "Turn[B]":
        """Send the answers to what a turn asked."""
        ...


@dataclass(frozen=True, kw_only=True)
class Turn(Generic[B]):
    """The end of one or more runs that a message or a set of answers started.

    `text` is what the assistant wrote in them, with an empty line between two messages;
    `messages` is the whole thread and `state` the agent's state as they were at the end.
    `finish_reason` is the model's, if the server told it.
    """

    outcome: Outcome
    run_id: str
    text: str
    messages: tuple[Message, ...]
    state: Json
    interrupts: tuple[Shown[B], ...]
    """What a person has to decide, in the order of the server; client tools are not among it."""
    legacy_approvals: tuple[LegacyApproval, ...] = ()
    """Approvals that an older server asked for outside of interrupts."""
    finish_reason: str | None = None
    chat: Continues[B] = field(repr=False, compare=False)
    """The chat that the turn belongs to."""

    async def continued(self, *, on_event: OnEvent | None = None) -> "Turn[B]":
        """Send the answers, and return what comes of them.

        Raises `IncompleteBatch`, which names what is unanswered, and `LocalError` if there is
        nothing to answer or the chat has gone on since. Where a `ChatFailure` is raised, the
        answers are still there: see its `retry`.
        """
        return await self.chat.continue_from(self, on_event)
