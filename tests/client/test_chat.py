"""What a chat does and refuses, against servers that are lists of events."""

import asyncio
import threading
from typing import Any

import pytest

from client.clients import Pick, bindings, pick
from client.playing import FINISHED, STARTED, call, external, paused, scripted_chat, text
from client.recorded import CountedOutside
from interruptgen_runtime import Json, JsonObject, LocalError, PeerError
from interruptgen_runtime.client import (
    BlockingChat,
    BrokenStream,
    Busy,
    ChatFailure,
    ChatOptions,
    ConnectionLost,
    IncompleteBatch,
    PendingDecisions,
    Refused,
    Retry,
    RunFailed,
    StagingClosed,
    Unreachable,
    UntypedInterrupt,
    implements,
)
from interruptgen_runtime.client.history.parts import ReasoningPart, TextPart
from interruptgen_runtime.core.absent import ABSENT

UNBOUND: JsonObject = {"id": "wf-1", "reason": "workflow"}


def error(*found: JsonObject, run_id: str = "run#1") -> JsonObject:
    """Return a RUN_ERROR about the answers to a pause."""
    listed: list[Json] = [
        {"threadId": "thread-1", "interruptedRunId": run_id, "generation": 0, **one}
        for one in found
    ]
    metadata: JsonObject = {"tanstack": {"interruptErrors": listed}}
    return {"type": "RUN_ERROR", "message": "No.", "code": "stale", "metadata": metadata}


def item(code: str, retryable: bool = False) -> JsonObject:
    return {
        "scope": "item",
        "interruptId": "e-1",
        "code": code,
        "message": "No.",
        "source": "server",
        "retryable": retryable,
    }


ASKED = [STARTED, *text("m0", "Well?"), paused(external("e-1"))]
ANSWERED = [STARTED, *text("m1", "Thanks."), FINISHED]


async def asked(*responses: Any, **more: Any) -> Any:
    chat, server = scripted_chat(ASKED, *responses, **more)
    turn = await chat.send("Go")
    (one,) = turn.interrupts
    assert isinstance(one, UntypedInterrupt)
    return chat, server, turn, one


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


FAILURES: list[tuple[Any, type[ChatFailure], Retry]] = [
    ([Unreachable("no route")], Unreachable, Retry.SAFE),
    ([Refused(401, "who are you?")], Refused, Retry.SAFE),
    ([Refused(502, "bad gateway")], Refused, Retry.UNSURE),
    ([STARTED, ConnectionLost("reset")], ConnectionLost, Retry.UNSURE),
    ([STARTED, BrokenStream("this is not JSON", 2, 5)], BrokenStream, Retry.UNSURE),
    ([STARTED], ConnectionLost, Retry.UNSURE),
    ([], ConnectionLost, Retry.UNSURE),
    ([{"type": "RUN_ERROR", "message": "Oops"}], RunFailed, Retry.UNSURE),
    ([error(item("conflict"))], RunFailed, Retry.POINTLESS),
    ([error(item("conflict"), run_id="run#9")], RunFailed, Retry.UNSURE),
    ([error(item("invalid-payload", retryable=True))], RunFailed, Retry.SAFE),
    ([STARTED, {"type": "STATE_DELTA", "delta": [{"op": "no"}]}], BrokenStream, Retry.UNSURE),
]


@pytest.mark.parametrize(("response", "kind", "retry"), FAILURES)
def test_a_failure_leaves_the_drafts(response: Any, kind: type[ChatFailure], retry: Retry) -> None:
    async def main() -> None:
        chat, server, turn, one = await asked(response, ANSWERED)
        assert one.resolve({"fine": True})
        with pytest.raises(kind) as raised:
            await turn.continued()
        assert raised.value.retry is retry
        assert chat.failure is raised.value
        assert (one.draft, one.status) == ({"fine": True}, "error")
        if retry is Retry.POINTLESS:
            with pytest.raises(LocalError, match="could be tried again"):
                await chat.retry()
            one.resolve({"fine": False})
            done = await turn.continued()
        else:
            done = await chat.retry()
            assert server.bodies[2]["resume"] == server.bodies[1]["resume"]
            assert server.bodies[2]["parentRunId"] == server.bodies[1]["parentRunId"] == "run#1"
            assert server.bodies[2]["runId"] != server.bodies[1]["runId"]
        assert (done.outcome, done.text, chat.errors) == ("finished", "Thanks.", ())
        assert chat.failure is None

    asyncio.run(main())


def test_answers_that_changed_are_not_tried_again() -> None:
    async def main() -> None:
        chat, _, turn, one = await asked([Unreachable("no route")], ANSWERED)
        one.resolve(1)
        with pytest.raises(Unreachable):
            await turn.continued()
        one.resolve(2)
        with pytest.raises(LocalError, match="have been changed"):
            await chat.retry()
        assert (await turn.continued()).outcome == "finished"

    asyncio.run(main())


def test_a_message_that_failed_is_tried_again() -> None:
    async def main() -> None:
        chat, server = scripted_chat([STARTED, *text("m0", "Half a")], ANSWERED)
        with pytest.raises(ConnectionLost, match="ended before the run did"):
            await chat.send("Go")
        assert [message.text for message in chat.messages] == ["Go", "Half a"]
        assert (await chat.retry()).text == "Thanks."
        assert [message["role"] for message in server.bodies[1]["messages"]] == ["user"]
        assert [message.text for message in chat.messages] == ["Go", "Thanks."]
        with pytest.raises(LocalError, match="could be tried again"):
            await chat.retry()

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


def test_stop_ends_a_run_from_a_listener() -> None:
    async def main() -> None:
        chat, server = scripted_chat([STARTED, *text("m0", "a"), "wait", FINISHED], ANSWERED)

        def stop(event: JsonObject) -> None:
            if event.get("delta") == "a":
                chat.stop()

        turn = await chat.send("Go", on_event=stop)
        assert (turn.outcome, turn.text, server.closed) == ("stopped", "a", 1)

    asyncio.run(main())


def test_stop_ends_a_run_that_waits() -> None:
    async def main() -> None:
        chat, server, turn, one = await asked([STARTED, *text("m1", "Hm"), "wait"], ANSWERED)
        one.resolve(1)
        asyncio.get_running_loop().call_later(0.05, chat.stop)
        stopped = await turn.continued()
        assert (stopped.outcome, stopped.text, stopped.interrupts) == ("stopped", "Hm", ())
        assert (chat.interrupts, chat.failure) == ((), None)
        assert server.closed == 2
        assert (await chat.send("Go on")).text == "Thanks."

    asyncio.run(main())


def test_a_task_that_is_cancelled_leaves_the_drafts() -> None:
    async def main() -> None:
        chat, server, turn, one = await asked([STARTED, "wait"], ANSWERED)
        one.resolve(1)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05):
                await turn.continued()
        assert (one.draft, one.status) == (1, "error")
        assert server.closed == 2
        assert chat.failure is not None
        assert (await chat.retry()).outcome == "finished"

    asyncio.run(main())


def test_a_listener_that_fails_leaves_the_drafts() -> None:
    def fail(event: JsonObject) -> None:
        raise RuntimeError("display is gone")

    async def main() -> None:
        chat, server, turn, one = await asked(ANSWERED, ANSWERED)
        one.resolve(1)
        with pytest.raises(RuntimeError, match="display is gone"):
            await turn.continued(on_event=fail)
        assert (one.draft, one.status, server.closed) == (1, "error", 2)
        assert (await chat.retry()).outcome == "finished"

    asyncio.run(main())


def test_a_run_that_takes_too_long() -> None:
    async def main() -> None:
        options = ChatOptions(run_timeout=0.05)
        chat, _ = scripted_chat([STARTED, "wait"], ANSWERED, options=options)
        with pytest.raises(ConnectionLost, match=r"more than 0\.05 seconds"):
            await chat.send("Go")
        assert (await chat.retry()).outcome == "finished"

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


def legacy(name: str, **more: Any) -> JsonObject:
    value: JsonObject = {"toolCallId": "c1", "toolName": "pick", "input": {}, **more}
    return {"type": "CUSTOM", "name": name, "value": value}


LAST: JsonObject = {**FINISHED, "metadata": {"tanstack": {"finishReason": "tool_calls"}}}
PICKED = [STARTED, *text("m0", "Well?"), *call("c1", "pick", "{}", "m0")]
APPROVAL = legacy("approval-requested", approval={"id": "a-1", "needsApproval": True})


@pytest.mark.parametrize(
    ("approved", "said"),
    [
        (True, '"pendingExecution":true'),
        (False, '{"approved":false,"message":"User denied this action"}'),
    ],
)
def test_an_approval_of_an_older_server(approved: bool, said: str) -> None:
    async def main() -> None:
        chat, server = scripted_chat([*PICKED, APPROVAL, LAST], ANSWERED)
        turn = await chat.send("Go")
        (approval,) = turn.legacy_approvals
        assert (turn.outcome, approval.tool_name, chat.unanswered) == (
            "interrupted",
            "pick",
            ("a-1",),
        )
        with pytest.raises(IncompleteBatch):
            await turn.continued()
        with pytest.raises(PendingDecisions):
            await chat.send("yes")
        saved = chat.snapshot()
        assert chat.restore(saved).legacy_approvals == (approval,)
        turn = chat.restore(saved)
        (approval,) = turn.legacy_approvals
        approval.approve() if approved else approval.reject()
        assert chat.is_answered
        assert (await turn.continued()).outcome == "finished"
        assert "resume" not in server.bodies[1]
        assert said in server.bodies[1]["messages"][-1]["content"]

    asyncio.run(main())


def test_a_tool_of_an_older_server() -> None:
    async def main() -> None:
        chat, server = scripted_chat(
            [*PICKED, legacy("tool-input-available"), LAST], ANSWERED, tools=[pick]
        )
        turn = await chat.send("Go")
        assert (turn.outcome, turn.interrupts) == ("finished", ())
        assert server.bodies[1]["messages"][-1]["content"] == '{"picked":1}'
        assert "resume" not in server.bodies[1]

    asyncio.run(main())


def client_call(run_id: str, call_id: str = "c1") -> list[JsonObject]:
    """Return a run that ends with a call of the client's tool."""
    undefined = "sha256:eb045d78d273107348b0300c01d29b7552d622abbc6faf81b3ec55359aa9950c"
    empty = "sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"
    binding: JsonObject = {
        "v": 1,
        "kind": "client-tool-execution",
        "interruptId": f"client_tool_{call_id}",
        "toolName": "pick",
        "toolCallId": call_id,
        "outputSchemaHash": undefined,
        "responseSchemaHash": empty,
        "interruptedRunId": run_id,
        "generation": 0,
    }
    interrupt: JsonObject = {
        "id": f"client_tool_{call_id}",
        "reason": "tanstack:client_tool_execution",
        "toolCallId": call_id,
        "responseSchema": {},
        "metadata": {
            "kind": "client_tool",
            "toolName": "pick",
            "input": {},
            "tanstack:interruptBinding": binding,
        },
    }
    return [STARTED, *call(call_id, "pick", "{}"), paused(interrupt, run_id=run_id)]


def test_client_tools_are_never_shown() -> None:
    async def main() -> None:
        chat, server = scripted_chat(
            client_call("run#1"), ANSWERED, bindings=bindings, tools=[pick]
        )
        turn = await chat.send("Go")
        assert (turn.outcome, turn.interrupts, len(server.bodies)) == ("finished", (), 2)
        assert server.bodies[0]["tools"][-2] == {
            "name": "pick",
            "description": "",
            "parameters": {"type": "object"},
        }

    asyncio.run(main())


def test_a_failure_after_a_client_tool_ran() -> None:
    """The pause that the tool belonged to is the turn to go on with; the tool runs only once."""
    ran: list[int] = []

    @implements(Pick)
    def count(arguments: dict[str, Json]) -> Json:
        ran.append(1)
        return {"picked": 1}

    async def main() -> None:
        chat, server = scripted_chat(
            client_call("run#1"),
            [ConnectionLost("reset")],
            [Refused(503, "later")],
            ANSWERED,
            bindings=bindings,
            tools=[count],
        )
        with pytest.raises(ConnectionLost):
            await chat.send("Go")
        assert chat.turn is not None
        assert chat.turn.outcome == "interrupted"
        with pytest.raises(Refused):
            await chat.retry()
        assert (await chat.turn.continued()).text == "Thanks."
        assert [body.get("resume") for body in server.bodies[1:]] == [
            server.bodies[1]["resume"]
        ] * 3

    asyncio.run(main())
    assert ran == [1]


def test_a_pause_that_nothing_can_be_done_about() -> None:
    async def main() -> None:
        broken: JsonObject = {
            "id": "e-1",
            "reason": "r",
            "metadata": {"tanstack:interruptBinding": {"kind": "generic", "definitionId": "x"}},
        }
        chat, _ = scripted_chat([STARTED, paused(UNBOUND, broken)], ANSWERED)
        turn = await chat.send("Go")
        assert (turn.outcome, len(turn.interrupts)) == ("interrupted", 2)
        assert (chat.unanswered, chat.is_answered) == ((), False)
        with pytest.raises(IncompleteBatch):
            await turn.continued()
        chat.stop()
        assert (await chat.send("Go on")).text == "Thanks."

    asyncio.run(main())


def test_a_server_that_never_stops_calling_tools() -> None:
    async def main() -> None:
        chat, server = scripted_chat(
            *(client_call(f"run#{number}", f"c{number}") for number in range(1, 60)),
            bindings=bindings,
            tools=[pick],
        )
        with pytest.raises(RunFailed, match="50 times in a row") as raised:
            await chat.send("Go")
        assert raised.value.retry is Retry.POINTLESS
        assert len(server.bodies) == 50

    asyncio.run(main())


def test_client_tools_of_a_restored_thread_wait() -> None:
    async def main() -> None:
        chat, _ = scripted_chat(client_call("run#1"), bindings=bindings)
        await chat.send("Go")
        fresh, server = scripted_chat(ANSWERED, bindings=bindings, tools=[pick])
        turn = fresh.restore(chat.snapshot())
        assert fresh.waiting_tools == ("c1",)
        with pytest.raises(IncompleteBatch):
            await turn.continued()
        with pytest.raises(LocalError, match="no client tool waits"):
            fresh.settle_tool("c9", 1)
        assert fresh.settle_tool("c1", None, "no hands")
        assert (await turn.continued()).outcome == "finished"
        assert server.bodies[0]["resume"][0]["payload"] == {"error": "no hands"}
        assert server.bodies[0]["messages"][-1]["error"] == "no hands"

    asyncio.run(main())


def test_two_implementations_of_one_tool() -> None:
    @implements(Pick)
    def other(arguments: dict[str, Json]) -> Json:
        return 2

    with pytest.raises(LocalError, match="two implementations"):
        scripted_chat(tools=[pick, other])


@pytest.mark.parametrize(
    "interrupts",
    [[external("e-1"), external("e-1")], [{"reason": "r"}], ["e-1"], [{"id": 1}]],
)
def test_a_pause_that_cannot_be_read(interrupts: Any) -> None:
    async def main() -> None:
        chat, _ = scripted_chat([STARTED, paused(*interrupts)], ANSWERED)
        with pytest.raises(BrokenStream, match="cannot be read") as raised:
            await chat.send("Go")
        assert chat.failure is raised.value
        assert (await chat.retry()).text == "Thanks."

    asyncio.run(main())


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


@pytest.mark.parametrize(
    ("operations", "state"),
    [
        ([{"op": "add", "path": "/a", "value": 1}], {"l": [1, 2], "a": 1}),
        ([{"op": "add", "path": "/l/0", "value": 0}], {"l": [0, 1, 2]}),
        ([{"op": "add", "path": "/l/-", "value": 3}], {"l": [1, 2, 3]}),
        ([{"op": "add", "path": "", "value": 7}], 7),
        ([{"op": "replace", "path": "/l/1", "value": None}], {"l": [1, None]}),
        ([{"op": "remove", "path": "/l/0"}], {"l": [2]}),
        ([{"op": "move", "from": "/l/0", "path": "/x~1y"}], {"l": [2], "x/y": 1}),
        ([{"op": "copy", "from": "/l", "path": "/m~0"}], {"l": [1, 2], "m~": [1, 2]}),
        ([{"op": "test", "path": "/l/0", "value": 1}], {"l": [1, 2]}),
        ([{"op": "test", "path": "/l/0", "value": True}], None),
        ([{"op": "test", "path": "/l", "value": [1]}], None),
        ([{"op": "remove", "path": "/l/2"}], None),
        ([{"op": "remove", "path": "/l/01"}], None),
        ([{"op": "remove", "path": "/x"}], None),
        ([{"op": "replace", "path": "/x", "value": 1}], None),
        ([{"op": "add", "path": "/l/3", "value": 1}], None),
        ([{"op": "add", "path": "l", "value": 1}], None),
        ([{"op": "add", "path": "/l/0/x", "value": 1}], None),
        ([{"op": "add", "path": "/a"}], None),
        ([{"op": "spin", "path": "/a"}], None),
    ],
)
def test_deltas_of_the_state(operations: Any, state: Json) -> None:
    events: list[JsonObject] = [
        {"type": "STATE_SNAPSHOT", "snapshot": {"l": [1, 2]}},
        {"type": "STATE_DELTA", "delta": operations},
    ]

    async def main() -> None:
        chat, _ = scripted_chat([STARTED, *events, FINISHED])
        if state is None:
            with pytest.raises(BrokenStream, match="operation 0 of a state delta"):
                await chat.send("Go")
            assert chat.state == {"l": [1, 2]}
        else:
            assert (await chat.send("Go")).state == state

    asyncio.run(main())


def test_halves_of_a_character_become_one() -> None:
    async def main() -> None:
        chat, server = scripted_chat(
            [STARTED, *text("m0", "\ud83d", "\ude00!", "\ud83d"), FINISHED], ANSWERED
        )
        assert (await chat.send("Go")).text == "\U0001f600!\ud83d"
        await chat.send("Go")
        assert server.bodies[1]["messages"][1]["content"] == "\U0001f600!\ud83d"

    asyncio.run(main())


def refund_asked(run_id: str) -> list[JsonObject]:
    """Return a run that ends with the approval of a call."""
    metadata: JsonObject = {"kind": "approval", "toolName": "do", "input": {}}
    asked = external("approval_c1", run_id, toolCallId="c1")
    shown = asked["metadata"]
    assert isinstance(shown, dict)
    question: JsonObject = {**asked, "metadata": {**metadata, **shown}}
    return [STARTED, *call("c1", "do", "{}"), paused(question, run_id=run_id)]


@pytest.mark.parametrize("how", ["stop", "cancel"])
def test_an_approval_that_was_taken_back_leaves_no_trace(how: str) -> None:
    """Not even in the messages, where an older server would look for it."""

    async def main() -> None:
        chat, server = scripted_chat(refund_asked("run#1"), [Unreachable("no route")], ANSWERED)
        turn = await chat.send("Go")
        (one,) = turn.interrupts
        assert isinstance(one, UntypedInterrupt)
        one.resolve({"approved": True})
        with pytest.raises(Unreachable):
            await turn.continued()
        assert "pendingExecution" in str(server.bodies[1]["messages"])
        if how == "stop":
            chat.stop()
            await chat.send("Never mind")
        else:
            one.cancel()
            await turn.continued()
        assert "pendingExecution" not in str(server.bodies[2]["messages"])

    asyncio.run(main())


def test_an_approval_that_comes_twice_is_asked_once() -> None:
    async def main() -> None:
        chat, _ = scripted_chat([*PICKED, APPROVAL, APPROVAL, LAST], ANSWERED)
        turn = await chat.send("Go")
        assert [approval.id for approval in turn.legacy_approvals] == ["a-1"]

    asyncio.run(main())


def test_a_call_that_is_announced_twice_keeps_its_arguments() -> None:
    async def main() -> None:
        start, arguments, end = call("c1", "do", '{"a":1}')
        chat, _ = scripted_chat([STARTED, start, arguments, start, end, FINISHED])
        turn = await chat.send("Go")
        (found,) = turn.messages[1].calls
        assert (found.arguments, found.input) == ('{"a":1}', {"a": 1})

    asyncio.run(main())


def test_results_of_a_snapshot_are_the_calls_outputs() -> None:
    def answered(call_id: str, content: str, **more: Json) -> list[JsonObject]:
        function: JsonObject = {"name": "do", "arguments": "{}"}
        made: JsonObject = {"id": call_id, "type": "function", "function": function}
        return [
            {"id": f"m-{call_id}", "role": "assistant", "toolCalls": [made]},
            {
                "id": f"t-{call_id}",
                "role": "tool",
                "toolCallId": call_id,
                "content": content,
                **more,
            },
        ]

    pairs = [
        answered("c1", '{"a":1}'),
        answered("c2", "plain"),
        answered("c3", "null", error="no hands"),
        answered("c4", '{"pendingExecution":true}'),
    ]
    messages: list[Json] = [*(made for made, _ in pairs), *(result for _, result in pairs)]

    async def main() -> None:
        chat, _ = scripted_chat(
            [STARTED, {"type": "MESSAGES_SNAPSHOT", "messages": messages}, FINISHED]
        )
        turn = await chat.send("Go")
        calls = [found for message in turn.messages for found in message.calls]
        assert [(found.state, found.output) for found in calls] == [
            ("complete", {"a": 1}),
            ("complete", "plain"),
            ("error", {"error": "Tool execution failed"}),
            ("approval-responded", ABSENT),
        ]

    asyncio.run(main())


@pytest.mark.parametrize("ends", [FINISHED, LAST])
def test_a_message_of_nothing_but_blanks_is_dropped(ends: JsonObject) -> None:
    async def main() -> None:
        chat, _ = scripted_chat([STARTED, *text("m0", "Well."), *text("m1", "\n", " "), ends])
        turn = await chat.send("Go")
        assert [message.id for message in turn.messages] == ["msg#1", "m0"]

    asyncio.run(main())


def thinking(message_id: str, *deltas: str) -> list[JsonObject]:
    own: JsonObject = {"type": "REASONING_MESSAGE_CONTENT", "messageId": message_id}
    return [{**own, "delta": delta} for delta in deltas]


def test_reasoning_has_parts_of_its_own() -> None:
    step: JsonObject = {"type": "STEP_STARTED", "stepName": "look", "stepId": "s1"}

    async def main() -> None:
        events = [*text("m0", "A"), *thinking("r0", "Hm", ", so"), step, *thinking("r1", "Yes.")]
        chat, server = scripted_chat([STARTED, *events, FINISHED], ANSWERED)
        turn = await chat.send("Go")
        assert turn.messages[1].parts == (
            TextPart("A"),
            ReasoningPart(id="r0", content="Hm, so"),
            ReasoningPart(id="s1", content="Yes."),
        )
        await chat.send("Go on")
        sent = server.bodies[1]["messages"][1:4]
        assert [(one["role"], one["id"]) for one in sent] == [
            ("reasoning", "m0-reasoning-r0"),
            ("reasoning", "m0-reasoning-s1"),
            ("assistant", "m0"),
        ]

    asyncio.run(main())


def test_a_timeout_of_somebody_else_is_no_stop() -> None:
    async def main() -> None:
        chat, _, turn, one = await asked([STARTED, TimeoutError("of the transport")], ANSWERED)
        one.resolve(1)
        with pytest.raises(TimeoutError, match="of the transport"):
            await turn.continued()
        assert (one.draft, one.status) == (1, "error")
        assert (await chat.retry()).outcome == "finished"

    asyncio.run(main())


def test_a_snapshot_may_leave_out_calls_that_it_has_results_of() -> None:
    """A call that was known is kept; a result of one that was not stays behind the text."""
    messages: list[Json] = [
        {"id": "m0", "role": "assistant", "content": "Done."},
        {"id": "t1", "role": "tool", "toolCallId": "c1", "content": "1"},
        {"id": "t9", "role": "tool", "toolCallId": "c9", "content": "9"},
    ]
    snapshot: JsonObject = {"type": "MESSAGES_SNAPSHOT", "messages": messages}

    async def main() -> None:
        chat, server = scripted_chat(
            [STARTED, *call("c1", "do", "{}", "m0"), snapshot, FINISHED], ANSWERED
        )
        (message,) = (await chat.send("Go")).messages
        assert [(found.id, found.output) for found in message.calls] == [("c1", 1)]
        await chat.send("Go on")
        sent = server.bodies[1]["messages"][:3]
        assert [(one["role"], one["id"]) for one in sent] == [
            ("assistant", "m0"),
            ("tool", "t1"),
            ("tool", "t9"),
        ]

    asyncio.run(main())


@pytest.mark.parametrize(
    ("role", "shown"),
    [("user", "user"), ("system", "system"), ("developer", "assistant"), (None, "assistant")],
)
def test_whose_text_it_is(role: str | None, shown: str) -> None:
    async def main() -> None:
        start, *others = text("m0", "Hi")
        start = {**start, "role": role}
        chat, _ = scripted_chat([STARTED, start, *others, FINISHED])
        turn = await chat.send("Go")
        assert (turn.messages[1].role, turn.messages[1].text) == (shown, "Hi")

    asyncio.run(main())
