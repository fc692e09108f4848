"""Tools of the client that end in another way than by returning."""

import asyncio

import pytest

from client.asking import ANSWERED
from client.clients import Pick, bindings
from client.playing import scripted_chat
from client.test_chat_client_tools import client_call
from interruptgen_runtime import Json
from interruptgen_runtime.client import IncompleteBatch, implements


async def cancelled() -> None:
    task = asyncio.create_task(asyncio.sleep(60))
    task.cancel()
    await task


@pytest.mark.parametrize("error", [ValueError("no"), RecursionError("deep"), None], ids=repr)
def test_a_tool_that_fails_is_told_to_the_model(error: Exception | None) -> None:
    """Also one that waits for something that somebody else has cancelled."""

    @implements(Pick)
    async def failing(arguments: dict[str, Json]) -> Json:
        if error is not None:
            raise error
        await cancelled()
        return None

    async def main() -> None:
        chat, server = scripted_chat(
            client_call("run#1"), ANSWERED, bindings=bindings, tools=[failing]
        )
        turn = await chat.send("Go")
        assert (turn.outcome, turn.text) == ("finished", "Thanks.")
        (entry,) = server.bodies[1]["resume"]
        assert entry["payload"] == {"error": str(error or "") or "CancelledError"}

    asyncio.run(main())


@pytest.mark.parametrize("how", ["stop", "cancel"])
def test_a_tool_ends_with_the_chat_that_runs_it(how: str) -> None:
    """It does not run a second time in the same pause: nobody can tell what it has done."""
    begun: list[int] = []

    @implements(Pick)
    async def slow(arguments: dict[str, Json]) -> Json:
        begun.append(1)
        await asyncio.sleep(60 if len(begun) == 1 else 0)
        return {"picked": len(begun)}

    async def main() -> None:
        chat, server = scripted_chat(
            client_call("run#1"), client_call("run#2"), ANSWERED, bindings=bindings, tools=[slow]
        )
        sending = asyncio.create_task(chat.send("Go"))
        await asyncio.sleep(0.01)
        if how == "stop":
            chat.stop()
            assert (await sending).outcome == "stopped"
            assert (await chat.send("Go on")).text == "Thanks."
            assert (len(server.bodies), len(begun)) == (3, 2)
            return
        sending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sending
        assert chat.turn is not None
        with pytest.raises(IncompleteBatch, match="client_tool_c1"):
            await chat.turn.continued()
        assert (chat.waiting_tools, len(server.bodies), len(begun)) == (("c1",), 1, 1)
        assert chat.settle_tool("c1", {"picked": 7})
        await chat.turn.continued()
        assert server.bodies[1]["resume"][0]["payload"] == {"picked": 7}
        assert (len(server.bodies), len(begun)) == (3, 2)

    asyncio.run(main())
