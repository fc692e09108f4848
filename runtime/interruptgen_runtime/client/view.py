"""What a chat shows of its thread, whether it blocks or is awaited."""

from collections.abc import Callable
from typing import Generic, TypeVar

from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.conversation import Conversation
from interruptgen_runtime.client.failure import ChatFailure
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.saved import save_session
from interruptgen_runtime.client.session import Session
from interruptgen_runtime.client.staging import Answerable, Shown
from interruptgen_runtime.core.error_records import BatchError
from interruptgen_runtime.core.json_types import Json, JsonObject

B = TypeVar("B", bound=BoundInterrupt)


class ChatView(Generic[B]):
    """The members that need no `await`: what is there, and what can be staged."""

    def __init__(self, conversation: Conversation[B]) -> None:
        self.conversation = conversation
        """The runs of the chat, one after another."""

    @property
    def session(self) -> Session[B]:
        """What is held of the thread."""
        return self.conversation.session

    @property
    def thread_id(self) -> str:
        """The id of the thread."""
        return self.session.thread_id

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of the thread as they are now, also while a run goes on."""
        return self.session.history.messages

    @property
    def state(self) -> Json:
        """The state that the agent shares, as it is now."""
        return self.session.state

    @property
    def interrupts(self) -> tuple[Shown[B], ...]:
        """What a person has to decide now; nothing of it while the answers are on their way."""
        return self.session.staging.interrupts

    @property
    def is_restored(self) -> bool:
        """Whether what a person has to decide is from a snapshot, and was not asked meanwhile."""
        return self.session.staging.is_restored

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The ids of what has to be answered before the turn can be continued."""
        undecided = (one.id for one in self.session.legacy if one.approved is None)
        return (*self.session.staging.unanswered, *undecided)

    @property
    def is_answered(self) -> bool:
        """Whether decisions are pending, and the turn can be continued with the answers."""
        session = self.session
        if any(one.approved is None for one in session.legacy):
            return False
        return session.staging.is_complete or (
            bool(session.legacy) and session.staging.correlation is None
        )

    @property
    def errors(self) -> tuple[BatchError, ...]:
        """What is wrong with the pending answers together; each interrupt has errors of its own."""
        return self.session.staging.errors

    @property
    def failure(self) -> ChatFailure | None:
        """Why the last run failed, if it did."""
        failed = self.session.failed
        return None if failed is None else failed.failure

    def resolve_all(self, decision: bool | Callable[[Answerable[B]], None]) -> bool:
        """Answer everything in one transaction; returns whether all is staged, else see `errors`.

        A boolean approves or rejects everything, if all that is pending are approvals whose
        decision has no payload. A function is called with each interrupt, and stages on it; where
        it raises, returns something or leaves one open, all answers are as they were before. Raises
        `StagingClosed` if nothing is pending, or the answers are on their way.
        """
        return self.session.staging.resolve_all(decision)

    def cancel_all(self) -> bool:
        """Stage the cancellation of everything, client tools included."""
        return self.session.staging.cancel_all()

    def stop(self) -> None:
        """End the run that is going on, if one is, and drop all pending decisions.

        The calls that waited stay in the thread: the next message may bring them up again.
        """
        self.conversation.stop()

    @property
    def waiting_tools(self) -> tuple[str, ...]:
        """The ids of the client's tool calls that do not run by themselves: see `settle_tool`."""
        return self.session.tools.waiting

    def settle_tool(self, tool_call_id: str, output: Json, error: str | None = None) -> bool:
        """Stage the output of a call of a client tool, or why it failed.

        That is for tools without an implementation, and for what was pending in a restored
        thread. Returns whether it is staged, else see `errors`; raises `LocalError` for a call
        that does not wait.
        """
        session = self.session
        return session.tools.settle(session.history, tool_call_id, output, error)

    def snapshot(self) -> JsonObject:
        """Return the thread with its pending decisions and drafts, as JSON for `restore`.

        Raises `Busy` while a run goes on, whose end belongs to it.
        """
        with self.conversation.alone() as session:
            return save_session(session)
