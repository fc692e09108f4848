"""A conversation with an agent: messages go out, and typed decisions come back with each turn."""

from collections.abc import Sequence
from types import TracebackType
from typing import TypeVar

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.client_tools import ImplementedClientTool
from interruptgen_runtime.client.conversation import Conversation, Conversed
from interruptgen_runtime.client.failure import PendingDecisions, Retry
from interruptgen_runtime.client.options import ChatOptions, OnEvent
from interruptgen_runtime.client.saved import load_session
from interruptgen_runtime.client.session import Session
from interruptgen_runtime.client.staging import (
    IncompleteBatch,
    Submission,
)
from interruptgen_runtime.client.transport import HttpTransport, Transport
from interruptgen_runtime.client.turn import Turn
from interruptgen_runtime.client.view import ChatView
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject

B = TypeVar("B", bound=BoundInterrupt)


class Chat(ChatView[B]):
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
        super().__init__(Conversation(self._new_session()))
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
    def turn(self) -> Turn[B] | None:
        """The last turn, whose decisions are pending; `None` in a new thread."""
        return self._turn

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
        with self.conversation.alone() as session:
            if session.staging.blocks_messages or session.legacy:
                raise PendingDecisions("answer, cancel or drop what is pending before you go on")
            given = content.strip() if isinstance(content, str) else content
            if not given:
                raise LocalError("a message needs a text")
            session.history.withdraw()
            session.history.add_user(given)
            self._props = forwarded_props or {}
            return await self._converse(None, on_event)

    async def continue_from(self, turn: Turn[B], on_event: OnEvent | None = None) -> Turn[B]:
        """Send the answers to what a turn asked; see `Turn.continued`."""
        with self.conversation.alone() as session:
            if turn is not self._turn:
                raise LocalError("the chat has gone on since this turn")
            if not session.is_paused:
                raise LocalError("there is nothing to answer")
            await session.tools.run_pending(session.history)
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
        with self.conversation.alone() as session:
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

    def new_thread(self, thread_id: str | None = None) -> None:
        """Begin a thread without messages; raises `Busy` while a run goes on."""
        with self.conversation.alone():
            self.conversation.session = self._new_session()
            self.session.thread_id = thread_id or self._options.outside.new_id("thread")
            self._turn = None

    def restore(self, snapshot: Json) -> Turn[B]:
        """Take over a thread from its snapshot, and return the turn that it stands at.

        Drafts are checked again. Client tools that were pending do not run by themselves: see
        `settle_tool`. Raises `PeerError` for what is no snapshot, and `Busy`.
        """
        with self.conversation.alone():
            session = self._new_session()
            load_session(session, snapshot)
            self.conversation.session = session
            pause = session.staging.correlation
            run_id = "" if pause is None else pause.interrupted_run_id
            paused = session.is_paused
            return self._turn_of(Conversed("interrupted" if paused else "finished", run_id, ()))

    def _new_session(self) -> Session[B]:
        return Session(self._transport, self._bindings, self._tools, self._options)

    async def _converse(self, submission: Submission | None, on_event: OnEvent | None) -> Turn[B]:
        """Converse; where that fails in a later run, the pause before it is the turn to go on."""
        listeners = [one for one in (self._on_event, on_event) if one is not None]
        try:
            conversed = await self.conversation.converse(submission, self._props, listeners)
        except BaseException:
            pause = self.session.staging.correlation
            before = "" if self._turn is None else self._turn.run_id
            if pause is not None and pause.interrupted_run_id != before:
                self._turn_of(Conversed("interrupted", pause.interrupted_run_id, ()))
            raise
        return self._turn_of(conversed)

    def _turn_of(self, conversed: Conversed) -> Turn[B]:
        session = self.session
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
