"""A conversation with an agent: messages go out, and typed decisions come back with each turn."""

from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Generic, TypeVar

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.client_tools import ImplementedClientTool
from interruptgen_runtime.client.conversation import Conversation, Conversed
from interruptgen_runtime.client.failure import ChatFailure, PendingDecisions, Retry
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.options import ChatOptions, OnEvent
from interruptgen_runtime.client.saved import load_session, save_session
from interruptgen_runtime.client.session import Session
from interruptgen_runtime.client.staging import (
    Answerable,
    IncompleteBatch,
    Shown,
    Submission,
)
from interruptgen_runtime.client.transport import HttpTransport, Transport
from interruptgen_runtime.client.turn import Turn
from interruptgen_runtime.core.error_records import BatchError
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject

B = TypeVar("B", bound=BoundInterrupt)


class Chat(Generic[B]):
    """One thread with one agent, over HTTP or whatever transport is given.

    `bindings` are those of the generated packages, combined with `|`. `tools` run here whenever
    the agent calls them, and are never shown. `on_event` is called with each event of each run.
    Nothing happens in the background: a run goes on only while one of the methods is awaited.
    """

    def __init__(
        self,
        server: str | Transport,
        *,
        bindings: Bindings[B],
        tools: Sequence[ImplementedClientTool] = (),
        on_event: OnEvent | None = None,
        options: ChatOptions | None = None,
    ) -> None:
        self._transport = HttpTransport(server) if isinstance(server, str) else server
        self._bindings = bindings
        self._tools = tools
        self._on_event = on_event
        self._options = options or ChatOptions()
        self._talk = Conversation(self._new_session())
        self._turn: Turn[B] | None = None
        self._props: JsonObject = {}

    async def __aenter__(self) -> "Chat[B]":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the connections; what is pending can still be saved."""
        await self._transport.aclose()

    @property
    def thread_id(self) -> str:
        """The id of the thread."""
        return self._session.thread_id

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages of the thread as they are now, also while a run goes on."""
        return self._session.history.messages

    @property
    def state(self) -> Json:
        """The state that the agent shares, as it is now."""
        return self._session.state

    @property
    def turn(self) -> Turn[B] | None:
        """The last turn, whose decisions are pending; `None` in a new thread."""
        return self._turn

    @property
    def interrupts(self) -> tuple[Shown[B], ...]:
        """What a person has to decide now; nothing of it while the answers are on their way."""
        return self._session.staging.interrupts

    @property
    def unanswered(self) -> tuple[str, ...]:
        """The ids of what has to be answered before the turn can be continued."""
        undecided = (one.id for one in self._session.legacy if one.approved is None)
        return (*self._session.staging.unanswered, *undecided)

    @property
    def is_answered(self) -> bool:
        """Whether decisions are pending, and the turn can be continued with the answers."""
        session = self._session
        if any(one.approved is None for one in session.legacy):
            return False
        return session.staging.is_complete or (
            bool(session.legacy) and session.staging.correlation is None
        )

    @property
    def errors(self) -> tuple[BatchError, ...]:
        """What is wrong with the pending answers together; each interrupt has errors of its own."""
        return self._session.staging.errors

    @property
    def failure(self) -> ChatFailure | None:
        """Why the last run failed, if it did."""
        return self._session.failed.failure if self._session.failed else None

    async def send(
        self,
        content: str | Sequence[JsonObject],
        *,
        forwarded_props: JsonObject | None = None,
        on_event: OnEvent | None = None,
    ) -> Turn[B]:
        """Send a message of the user, a text or AG-UI's parts, and return what comes of it.

        Raises `PendingDecisions` while there are any, `Busy` while a run goes on, and
        `ChatFailure` if the run does not end well; the message stays in the thread then, and
        `retry` sends it again.
        """
        with self._talk.alone() as session:
            if session.staging.blocks_messages or session.legacy:
                raise PendingDecisions("answer, cancel or drop what is pending before you go on")
            given = content.strip() if isinstance(content, str) else content
            if not given:
                raise LocalError("a message needs a text")
            session.history.add_user(given)
            self._props = forwarded_props or {}
            return await self._converse(None, on_event)

    async def continue_from(self, turn: Turn[B], on_event: OnEvent | None = None) -> Turn[B]:
        """Send the answers to what a turn asked; see `Turn.continued`."""
        with self._talk.alone() as session:
            if turn is not self._turn:
                raise LocalError("the chat has gone on since this turn")
            if not session.is_paused:
                raise LocalError("there is nothing to answer")
            await session.run_tools()
            undecided = tuple(one.id for one in session.legacy if one.approved is None)
            if undecided:
                raise IncompleteBatch(undecided, f"unanswered: {', '.join(undecided)}")
            submission = None
            if session.staging.correlation is not None:
                submission = session.staging.take_submission()
            session.decide_legacy()
            return await self._converse(submission, on_event)

    async def retry(self, *, on_event: OnEvent | None = None) -> Turn[B]:
        """Send what failed once more, and return what comes of it.

        See `ChatFailure.retry` for whether it may have had effects already. Raises `LocalError`
        if nothing failed, the server does not take these answers, or they have been changed.
        """
        with self._talk.alone() as session:
            failed = session.failed
            if failed is None or failed.failure.retry is Retry.POINTLESS:
                raise LocalError("there is no run that could be tried again")
            submission = None
            if failed.request.submission is not None:
                submission = session.staging.retry()
                if submission is None:
                    raise LocalError("these answers have been changed: continue the turn instead")
            session.history.forget_unfinished()
            return await self._converse(submission, on_event)

    def resolve_all(self, decision: bool | Callable[[Answerable[B]], None]) -> bool:
        """Answer everything in one transaction; returns whether all is staged, else see `errors`.

        A boolean approves or rejects everything, if all that is pending are approvals whose
        decision has no payload. A function is called with each interrupt, and stages on it; where
        it raises, returns something or leaves one open, all answers are as they were before.
        """
        return self._session.staging.resolve_all(decision)

    def cancel_all(self) -> bool:
        """Stage the cancellation of everything, client tools included."""
        return self._session.staging.cancel_all()

    def stop(self) -> None:
        """End the run that is going on, if one is, and drop all pending decisions.

        The calls that waited stay in the thread: the next message may bring them up again.
        """
        self._talk.stop()

    def new_thread(self, thread_id: str | None = None) -> None:
        """Begin a thread without messages; raises `Busy` while a run goes on."""
        with self._talk.alone():
            self._talk.session = self._new_session()
            self._talk.session.thread_id = thread_id or self._options.outside.new_id("thread")
            self._turn = None

    @property
    def waiting_tools(self) -> tuple[str, ...]:
        """The ids of the client's tool calls that do not run by themselves: see `settle_tool`."""
        return self._session.waiting_tools

    def settle_tool(self, tool_call_id: str, output: Json, error: str | None = None) -> bool:
        """Stage the output of a call of a client tool, or why it failed.

        That is for tools without an implementation, and for what was pending in a restored
        thread. Returns whether it is staged, else see `errors`; raises `LocalError` for a call
        that does not wait.
        """
        return self._session.settle_tool(tool_call_id, output, error)

    def snapshot(self) -> JsonObject:
        """Return the thread with its pending decisions and drafts, as JSON for `restore`.

        Raises `Busy` while a run goes on, whose end belongs to it.
        """
        with self._talk.alone() as session:
            return save_session(session)

    def restore(self, snapshot: Json) -> Turn[B]:
        """Take over a thread from its snapshot, and return the turn that it stands at.

        Drafts are checked again. Client tools that were pending do not run by themselves: see
        `settle_tool`. Raises `PeerError` for what is no snapshot, and `Busy`.
        """
        with self._talk.alone():
            session = self._new_session()
            load_session(session, snapshot)
            self._talk.session = session
            pause = session.staging.correlation
            run_id = "" if pause is None else pause.interrupted_run_id
            paused = session.is_paused
            return self._turn_of(Conversed("interrupted" if paused else "finished", run_id, ()))

    @property
    def _session(self) -> Session[B]:
        return self._talk.session

    def _new_session(self) -> Session[B]:
        return Session(self._transport, self._bindings, self._tools, self._options)

    async def _converse(self, submission: Submission | None, on_event: OnEvent | None) -> Turn[B]:
        listeners = [one for one in (self._on_event, on_event) if one is not None]
        return self._turn_of(await self._talk.converse(submission, self._props, listeners))

    def _turn_of(self, conversed: Conversed) -> Turn[B]:
        session = self._session
        self._turn = Turn(
            outcome=conversed.outcome,
            run_id=conversed.run_id,
            text=conversed.text,
            messages=session.history.messages,
            state=session.state,
            interrupts=session.staging.interrupts,
            legacy_approvals=tuple(session.legacy),
            finish_reason=conversed.finish_reason,
            chat=self,
        )
        return self._turn
