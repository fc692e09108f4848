"""What a chat does and refuses, against servers that are lists of events."""

import asyncio
from typing import Any

import pytest

from client.asking import ANSWERED, ASKED, UNBOUND, asked
from client.playing import FINISHED, STARTED, call, external, paused, scripted_chat, text
from interruptgen_runtime import Json, JsonObject, LocalError, PeerError
from interruptgen_runtime.client import (
    Busy,
    ChatOptions,
    ConnectionLost,
    IncompleteBatch,
    PendingDecisions,
    StagingClosed,
    UntypedInterrupt,
)


def test_events_come_in_their_order() -> None:
    async def main() -> None:
        seen: list[str] = []
        chat, server = scripted_chat([STARTED, *text("m0", "a", "b"), FINISHED])
        turn = await chat.send(" Hi ", on_event=lambda event: seen.append(str(event["type"])))
        assert turn.text == "ab"
        assert (seen[0], seen[-1]) == ("RUN_STARTED", "RUN_FINISHED")
        assert server.bodies[0]["messages"][0]["content"] == "Hi"
        assert server.closed == 1

    asyncio.run(main())


def test_a_message_needs_a_text() -> None:
    async def main() -> None:
        chat, server = scripted_chat()
        with pytest.raises(LocalError, match="needs a text"):
            await chat.send("  \n")
        assert server.bodies == []

    asyncio.run(main())


def test_parts_of_a_message() -> None:
    image: JsonObject = {"type": "image", "source": {"type": "url", "value": "https://x/y.png"}}

    async def main() -> None:
        chat, server = scripted_chat([STARTED, FINISHED])
        await chat.send([{"type": "text", "text": "Look"}, image])
        assert server.bodies[0]["messages"][0]["content"] == [
            {"type": "text", "text": "Look"},
            image,
        ]

    asyncio.run(main())


def test_forwarded_props() -> None:
    async def main() -> None:
        options = ChatOptions(thread_id="t", forwarded_props={"a": 1, "b": 1})
        chat, server = scripted_chat(*[[STARTED, FINISHED]] * 2, options=options)
        await chat.send("Go", forwarded_props={"b": 2, "c": None})
        await chat.send("Go")
        both = [(body["forwardedProps"], body["data"]) for body in server.bodies]
        assert both == [({"a": 1, "b": 2, "c": None},) * 2, ({"a": 1, "b": 1},) * 2]

    asyncio.run(main())


def test_an_incomplete_batch_names_what_is_unanswered() -> None:
    async def main() -> None:
        _, server, turn, one = await asked()
        with pytest.raises(IncompleteBatch, match="e-1") as raised:
            await turn.continued()
        assert raised.value.interrupt_ids == ("e-1",)
        assert len(server.bodies) == 1
        assert one.status == "pending"

    asyncio.run(main())


@pytest.mark.parametrize(
    "said",
    [
        "approve it",
        '{"approved":true}',
        "cancel e-1",
    ],
)
def test_no_text_answers_or_clears_a_decision(said: str) -> None:
    async def main() -> None:
        chat, server, _, one = await asked()
        with pytest.raises(PendingDecisions):
            await chat.send(said)
        assert (chat.interrupts, one.status, len(server.bodies)) == ((one,), "pending", 1)

    asyncio.run(main())


@pytest.mark.parametrize(
    "more",
    [
        [FINISHED],
        [{"type": "RUN_ERROR", "message": "No."}],
        [{"type": "CUSTOM", "name": "interrupts-cleared", "value": {}}],
        [{"type": "MESSAGES_SNAPSHOT", "messages": []}],
        [STARTED, FINISHED, {"type": "STATE_SNAPSHOT", "snapshot": {"interrupts": []}}],
        [ConnectionLost("gone")],
        [paused()],
    ],
)
def test_nothing_that_a_server_says_clears_a_decision(more: Any) -> None:
    async def main() -> None:
        chat, _ = scripted_chat([*ASKED, *more])
        turn = await chat.send("Go")
        assert turn.outcome == "interrupted"
        assert [one.id for one in chat.interrupts] == ["e-1"]
        with pytest.raises(PendingDecisions):
            await chat.send("Hello?")

    asyncio.run(main())


def test_a_later_pause_of_the_same_response_adds_to_it() -> None:
    async def main() -> None:
        chat, _ = scripted_chat([*ASKED, paused(external("e-2"))])
        turn = await chat.send("Go")
        assert [one.id for one in turn.interrupts] == ["e-1", "e-2"]

    asyncio.run(main())


def test_what_is_somebody_else_s_does_not_block() -> None:
    async def main() -> None:
        chat, _ = scripted_chat([STARTED, paused(UNBOUND)], ANSWERED)
        turn = await chat.send("Go")
        assert turn.outcome == "interrupted"
        assert (await chat.send("Go on")).text == "Thanks."

    asyncio.run(main())


def test_a_turn_that_is_over_cannot_be_continued() -> None:
    async def main() -> None:
        _, _, turn, one = await asked(ANSWERED, ANSWERED)
        one.resolve(1)
        done = await turn.continued()
        with pytest.raises(LocalError, match="gone on"):
            await turn.continued()
        with pytest.raises(LocalError, match="nothing to answer"):
            await done.continued()
        with pytest.raises(StagingClosed):
            one.resolve(2)

    asyncio.run(main())


def test_one_thing_after_another() -> None:
    async def main() -> None:
        chat, server = scripted_chat([STARTED, FINISHED])
        refused: list[str] = []

        def meddle(event: JsonObject) -> None:
            for action in (lambda: chat.send("More").send(None), chat.new_thread):
                with pytest.raises(Busy):
                    action()
                refused.append(str(event["type"]))

        await chat.send("Go", on_event=meddle)
        assert len(refused) == 4
        assert len(server.bodies) == 1

    asyncio.run(main())


def test_a_new_thread() -> None:
    async def main() -> None:
        chat, server, turn, _ = await asked(ANSWERED)
        chat.new_thread("thread-2")
        assert (chat.messages, chat.interrupts, chat.turn) == ((), (), None)
        await chat.send("Hello")
        assert server.bodies[1]["threadId"] == "thread-2"
        assert len(server.bodies[1]["messages"]) == 1
        with pytest.raises(LocalError):
            await turn.continued()

    asyncio.run(main())


def test_a_snapshot_goes_on_elsewhere() -> None:
    reasoning: list[JsonObject] = [
        {"type": "REASONING_MESSAGE_CONTENT", "messageId": "r0", "delta": "Hm."},
        {
            "type": "REASONING_ENCRYPTED_VALUE",
            "subtype": "message",
            "entityId": "r0",
            "encryptedValue": "x",
        },
    ]
    first = [STARTED, *reasoning, *text("m0", "Well?"), *call("c1", "do", "{}", "m0")]
    state: JsonObject = {"type": "STATE_SNAPSHOT", "snapshot": {"n": [1]}}
    delta: JsonObject = {
        "type": "STATE_DELTA",
        "delta": [{"op": "add", "path": "/n/-", "value": 2}],
    }

    async def main() -> None:
        asking = [*first, state, delta, paused(external("e-1"), external("e-2"))]
        chat, _ = scripted_chat(asking)
        one, other = (await chat.send("Go")).interrupts
        assert isinstance(one, UntypedInterrupt)
        one.resolve({"fine": True})
        saved = chat.snapshot()
        fresh, server = scripted_chat(ANSWERED)
        turn = fresh.restore(saved)
        assert fresh.thread_id == chat.thread_id
        assert (turn.outcome, turn.state) == ("interrupted", {"n": [1, 2]})
        assert fresh.snapshot() == saved
        one, other = turn.interrupts
        assert isinstance(one, UntypedInterrupt)
        assert isinstance(other, UntypedInterrupt)
        assert (one.draft, other.status) == ({"fine": True}, "pending")
        other.resolve(None)
        await turn.continued()
        assert server.bodies[0]["parentRunId"] == "run#1"
        answers = server.bodies[0]["resume"]
        assert [entry["payload"] for entry in answers] == [{"fine": True}, None]
        roles = [message["role"] for message in server.bodies[0]["messages"]]
        assert roles == ["user", "reasoning", "assistant"]

    asyncio.run(main())


@pytest.mark.parametrize(
    "snapshot",
    [
        None,
        [],
        {},
        {"version": 2, "threadId": "t", "messages": []},
        {"version": 1, "threadId": 1, "messages": []},
        {"version": 1, "threadId": "t", "messages": {}},
        {"version": 1, "threadId": "t", "messages": [], "pause": {"pendingInterrupts": 1}},
    ],
)
def test_what_is_no_snapshot(snapshot: Json) -> None:
    chat, _ = scripted_chat()
    with pytest.raises(PeerError):
        chat.restore(snapshot)
    assert chat.turn is None
