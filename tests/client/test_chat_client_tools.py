"""Tools that run on the client."""

import asyncio

import pytest

from client.asking import ANSWERED, UNBOUND
from client.clients import Pick, bindings, pick
from client.playing import STARTED, call, paused, scripted_chat
from interruptgen_runtime import Json, JsonObject, LocalError
from interruptgen_runtime.client import (
    ConnectionLost,
    IncompleteBatch,
    Refused,
    Retry,
    RunFailed,
    implements,
)


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
