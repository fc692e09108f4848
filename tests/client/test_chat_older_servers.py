"""Approvals and tools that come by the events of older servers."""

import asyncio
from typing import Any

import pytest

from client.asking import ANSWERED, LAST
from client.clients import pick
from client.playing import STARTED, call, scripted_chat, text
from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import (
    IncompleteBatch,
    PendingDecisions,
)


def legacy(name: str, **more: Any) -> JsonObject:
    value: JsonObject = {"toolCallId": "c1", "toolName": "pick", "input": {}, **more}
    return {"type": "CUSTOM", "name": name, "value": value}


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


def test_an_approval_that_comes_twice_is_asked_once() -> None:
    async def main() -> None:
        chat, _ = scripted_chat([*PICKED, APPROVAL, APPROVAL, LAST], ANSWERED)
        turn = await chat.send("Go")
        assert [approval.id for approval in turn.legacy_approvals] == ["a-1"]

    asyncio.run(main())
