"""What is left of a run that fails, is stopped or takes too long."""

import asyncio
from typing import Any

import pytest

from client.asking import ANSWERED, asked, error, item
from client.playing import FINISHED, STARTED, external, paused, scripted_chat, text
from interruptgen_runtime import JsonObject, LocalError
from interruptgen_runtime.client import (
    BrokenStream,
    ChatFailure,
    ChatOptions,
    ConnectionLost,
    Refused,
    Retry,
    RunFailed,
    Unreachable,
)

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


def test_a_timeout_of_somebody_else_is_no_stop() -> None:
    async def main() -> None:
        chat, _, turn, one = await asked([STARTED, TimeoutError("of the transport")], ANSWERED)
        one.resolve(1)
        with pytest.raises(TimeoutError, match="of the transport"):
            await turn.continued()
        assert (one.draft, one.status) == (1, "error")
        assert (await chat.retry()).outcome == "finished"

    asyncio.run(main())
