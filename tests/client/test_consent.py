"""Tools of the client that need an approval, and servers that say they have one."""

import asyncio
import json
from typing import Any

import pytest

from client.asking import ANSWERED
from client.clients import Share, ShareApproval, bindings
from client.playing import FINISHED, scripted_chat
from client.test_chat_client_tools import client_call
from interruptgen.pipeline import Inputs, build
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client import ImplementedClientTool, implements
from server.bank import C5, Bank, turn

SIGN = """\
interruptgen: 1
tools:
  sign:
    runsOn: client
    needsApproval: %s
    message: Sign?
    inputSchema: {type: object, properties: {pages: {type: integer}}}
"""


def sharing(shared: list[Any]) -> ImplementedClientTool:
    """Return the tool that needs an approval; it notes what it ran with."""

    @implements(Share)
    def share(arguments: dict[str, Json]) -> Json:
        shared.append(arguments)
        return {"shared": True}

    return share


def share_call(run_id: str, call_id: str = "c1") -> list[JsonObject]:
    """Return a run that ends with a call of that tool, as if somebody had approved it."""
    text = json.dumps(client_call(run_id, call_id)).replace('"pick"', '"share"')
    events: list[JsonObject] = json.loads(text)
    return events


@pytest.mark.parametrize("by_event", [False, True])
def test_no_server_runs_a_tool_that_nobody_has_approved(by_event: bool) -> None:
    asked: JsonObject = {"toolCallId": "c1", "toolName": "share", "input": {}}
    event: JsonObject = {"type": "CUSTOM", "name": "tool-input-available", "value": asked}
    response = [*share_call("run#1")[:-1], event, FINISHED] if by_event else share_call("run#1")

    async def main() -> None:
        shared: list[Any] = []
        chat, server = scripted_chat(response, ANSWERED, bindings=bindings, tools=[sharing(shared)])
        await chat.send("Go")
        assert (shared, len(server.bodies)) == ([], 1)
        assert chat.waiting_tools == (() if by_event else ("c1",))

    asyncio.run(main())


@pytest.mark.parametrize(("is_dropped", "times"), [(False, 1), (True, 0)])
def test_an_approval_lets_a_tool_run_once(is_dropped: bool, times: int) -> None:
    async def main() -> None:
        shared: list[Any] = []
        asking = json.loads(json.dumps(await pause()).replace('"run-1"', '"run#1"'))
        again = [share_call(f"run#{number}", "c5") for number in (2, 3)]
        chat, _ = scripted_chat(asking, *again, bindings=bindings, tools=[sharing(shared)])
        turn_ = await chat.send("Go")
        (approval,) = turn_.interrupts
        assert isinstance(approval, ShareApproval)
        assert approval.approve()
        if is_dropped:
            chat.stop()
            await chat.send("Never mind")
        else:
            await turn_.continued()
        assert (len(shared), chat.waiting_tools) == (times, ("c5",))

    asyncio.run(main())


async def pause() -> list[JsonObject]:
    """Return the events of a run that asks for an approval of that tool."""
    return await Bank([turn(C5)]).thread().say("Go")


@pytest.mark.parametrize(
    ("needs", "always"),
    [("true", True), ("{when: {properties: {pages: {minimum: 9}}}}", False)],
)
def test_only_a_server_knows_whether_a_condition_holds(needs: str, always: bool) -> None:
    result = build(Inputs({"desk.yaml": (SIGN % needs).encode()}, lambda _: None, lambda _: None))
    assert f"needs_approval = {always}\n" in result.files["desk/client.py"]
