"""A chat without `await`."""

import asyncio
import threading

import pytest

from client.asking import ANSWERED, ASKED
from client.clients import bindings
from client.playing import scripted_chat
from client.recorded import CountedOutside
from interruptgen_runtime import JsonObject, LocalError
from interruptgen_runtime.client import (
    BlockingChat,
    ChatOptions,
    IncompleteBatch,
    Unreachable,
    UntypedInterrupt,
)


def test_the_same_without_await() -> None:
    _, server = scripted_chat(ASKED, [Unreachable("no route")], ANSWERED)
    options = ChatOptions(thread_id="thread-1", outside=CountedOutside(clock=lambda: 0))
    with BlockingChat(server, bindings=bindings, options=options) as chat:
        seen: list[JsonObject] = []
        turn = chat.send("Go", on_event=seen.append)
        assert (turn.outcome, turn.text, len(seen)) == ("interrupted", "Well?", len(ASKED))
        (one,) = turn.interrupts
        assert isinstance(one, UntypedInterrupt)
        with pytest.raises(IncompleteBatch):
            turn.continued()
        one.resolve(1)
        assert chat.is_answered
        with pytest.raises(Unreachable):
            turn.continued()
        assert chat.failure is not None
        done = chat.retry()
        assert (done.outcome, done.text, chat.interrupts) == ("finished", "Thanks.", ())
        assert [message.text for message in chat.messages] == ["Go", "Well?", "Thanks."]
        assert chat.restore(chat.snapshot()).messages == chat.messages


def test_a_blocking_chat_in_an_event_loop_says_what_to_do() -> None:
    async def main() -> None:
        _, server = scripted_chat(ASKED)
        chat = BlockingChat(server, bindings=bindings)
        with pytest.raises(LocalError, match="await"):
            chat.send("Go")

    asyncio.run(main())


def test_a_blocking_chat_starts_no_thread() -> None:
    before = threading.active_count()
    _, server = scripted_chat(ASKED)
    with BlockingChat(server, bindings=bindings) as chat:
        chat.send("Go")
        assert threading.active_count() == before
