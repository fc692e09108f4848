"""What a chat keeps of a thread: its state, texts, calls and decisions."""

import asyncio
from typing import Any

import pytest

from client.asking import ANSWERED, LAST
from client.playing import FINISHED, STARTED, call, external, paused, scripted_chat, text
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client import (
    BrokenStream,
    Unreachable,
    UntypedInterrupt,
)
from interruptgen_runtime.client.history.parts import ReasoningPart, TextPart
from interruptgen_runtime.core.absent import ABSENT


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
