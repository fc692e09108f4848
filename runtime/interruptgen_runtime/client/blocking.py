"""A chat whose methods return when they are done, for scripts and notebooks without `await`."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from types import TracebackType
from typing import Any, Generic, TypeVar

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.chat import Chat
from interruptgen_runtime.client.client_tools import ImplementedClientTool
from interruptgen_runtime.client.conversation import Outcome
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.legacy import LegacyApproval
from interruptgen_runtime.client.options import ChatOptions, OnEvent
from interruptgen_runtime.client.staging import Shown
from interruptgen_runtime.client.transport import Transport
from interruptgen_runtime.client.turn import Turn
from interruptgen_runtime.client.view import ChatView
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject

B = TypeVar("B", bound=BoundInterrupt)
T = TypeVar("T")


class BlockingTurn(Generic[B]):
    """A turn of a blocking chat; the members are those of `Turn`."""

    def __init__(self, turn: Turn[B], chat: "BlockingChat[B]") -> None:
        self._turn = turn
        self._chat = chat

    @property
    def outcome(self) -> Outcome:
        """How the runs ended."""
        return self._turn.outcome

    @property
    def run_id(self) -> str:
        """The id of the last run."""
        return self._turn.run_id

    @property
    def text(self) -> str:
        """What the assistant wrote, with an empty line between two messages."""
        return self._turn.text

    @property
    def messages(self) -> tuple[Message, ...]:
        """The whole thread, as it was at the end."""
        return self._turn.messages

    @property
    def state(self) -> Json:
        """The agent's state, as it was at the end."""
        return self._turn.state

    @property
    def interrupts(self) -> tuple[Shown[B], ...]:
        """What a person has to decide."""
        return self._turn.interrupts

    @property
    def legacy_approvals(self) -> tuple[LegacyApproval, ...]:
        """Approvals that an older server asked for outside of interrupts."""
        return self._turn.legacy_approvals

    @property
    def finish_reason(self) -> str | None:
        """The model's reason to end, if the server told it."""
        return self._turn.finish_reason

    def continued(self, *, on_event: OnEvent | None = None) -> "BlockingTurn[B]":
        """Send the answers, and return what comes of them; raises as `Turn.continued` does."""
        return self._chat.continue_from(self._turn, on_event)


class BlockingChat(ChatView[B]):
    """`Chat` without `await`: the same names, the same arguments, the same errors.

    It has an event loop of its own that runs only while a method does, in the thread that calls
    it. Where an event loop runs already, as in a notebook, `LocalError` says to await a `Chat`.
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
        self._chat = Chat(
            server, bindings=bindings, tools=tools, on_event=on_event, options=options
        )
        super().__init__(self._chat.conversation)
        self._runner = asyncio.Runner()

    def __enter__(self) -> "BlockingChat[B]":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections and the event loop; what is pending can still be saved."""
        self._wait(self._chat.aclose)
        self._runner.close()

    def send(
        self,
        content: str | Sequence[JsonObject],
        *,
        forwarded_props: JsonObject | None = None,
        on_event: OnEvent | None = None,
    ) -> BlockingTurn[B]:
        """Send a message; see `Chat.send`."""
        turn = self._wait(
            lambda: self._chat.send(content, forwarded_props=forwarded_props, on_event=on_event)
        )
        return BlockingTurn(turn, self)

    def continue_from(self, turn: Turn[B], on_event: OnEvent | None = None) -> BlockingTurn[B]:
        """Send the answers to what a turn asked; see `Turn.continued`."""
        return BlockingTurn(self._wait(lambda: self._chat.continue_from(turn, on_event)), self)

    def retry(self, *, on_event: OnEvent | None = None) -> BlockingTurn[B]:
        """Send what failed once more; see `Chat.retry`."""
        return BlockingTurn(self._wait(lambda: self._chat.retry(on_event=on_event)), self)

    def new_thread(self, thread_id: str | None = None) -> None:
        """Begin a thread without messages."""
        self._chat.new_thread(thread_id)

    def restore(self, snapshot: Json) -> BlockingTurn[B]:
        """Take over a thread from its snapshot; see `Chat.restore`."""
        return BlockingTurn(self._chat.restore(snapshot), self)

    def _wait(self, start: Callable[[], Coroutine[Any, Any, T]]) -> T:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._runner.run(start())
        raise LocalError("an event loop runs here already: use Chat, and await its methods")
