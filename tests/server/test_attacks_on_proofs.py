"""Attacks on what comes before and around a proof: what is told, how long it takes, and history."""

import asyncio
import hmac
import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.core import proof
from interruptgen_runtime.core.proof import Scope, open_id
from interruptgen_runtime.testing import Call, Thread, resolved
from interruptgen_runtime.testing.fixed import TEST_KEYS
from server.attacking import CONFLICT, QUESTION, UNKNOWN, asked, attacked, history, paused
from server.bank import APPROVE, C1, C4, RATE, REFUND, Asking, Bank, codes, outcome, results, turn
from travel_desk.generated.bookings import server as bookings

SCOPE = Scope(audience="interruptgen", thread_id="thread-1", run_id="run-1")


def test_23_nothing_is_told_of_a_pause_to_those_whom_it_is_not_for() -> None:
    """Neither that it has expired, nor that its tool has changed, nor that it was answered."""

    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        thread = bank.thread(principal="ada")
        await thread.say("Go")
        entry = resolved(thread.interrupts[0], APPROVE)
        honest = thread.answering([entry])
        assert outcome(await thread.send(honest)) == "success"
        told: set[str] = set()

        async def ask(who: str | None, body: JsonObject, agent: Any = None) -> None:
            other = Thread(agent or bank.agent, principal=who)
            events = await other.send(body)
            assert codes(events) == UNKNOWN
            told.add(str(events[-1]["message"]))

        other_thread: JsonObject = {**honest, "threadId": "other"}
        no_history: JsonObject = {**honest, "messages": []}
        for who, body in (("bob", honest), (None, honest), ("bob", no_history)):
            await ask(who, body)
        await ask("ada", other_thread)
        await ask("bob", honest, bank.deployed(bank.tools()[1:]))
        bank.clock.advance(timedelta(days=1))
        await ask("bob", honest)
        await ask("ada", other_thread)
        assert len(told) == 1
        assert len(bank.done) == 1

    asyncio.run(story())


def test_23_each_id_costs_one_digest_and_one_comparison(monkeypatch: pytest.MonkeyPatch) -> None:
    async def an_id() -> str:
        _, thread = await paused()
        return str(thread.interrupts[0].id)

    good = asyncio.run(an_id())
    kid = good.split(".")[1]
    counted: list[str] = []

    class Counted:
        @staticmethod
        def digest(key: bytes, text: bytes, name: str) -> bytes:
            counted.append("digest")
            return hmac.digest(key, text, name)

        @staticmethod
        def compare_digest(one: bytes, other: bytes) -> bool:
            counted.append("comparison")
            return hmac.compare_digest(one, other)

    monkeypatch.setattr(proof, "hmac", Counted)
    ids = ["", "x", "x" * 10_000, good[:-1], f"{good}A", good.replace(kid, "AAAAAA"), "\ud800."]
    for bad in (*ids, good.replace("ig1", "ig2"), good.rpartition(".")[0], f"{good[:20]}\u00e9"):
        assert open_id(bad, SCOPE, TEST_KEYS) is None
        assert counted == ["digest", "comparison"]
        counted.clear()
    assert open_id(good, SCOPE, TEST_KEYS) is not None
    assert counted == ["digest", "comparison"]


@pytest.mark.parametrize(
    "text",
    [
        '{"bookingId":"B-1","traveller":"Ada","price":{"amount":5,"currency":"EUR"},"x":1}',
        '{"bookingId":"B-1","traveller":"Ada","price":{"amount":5,"amount":6,"currency":"EUR"}}',
        '{"bookingId":"B-1","traveller":"Ada","price":{"amount":5.0000001,"currency":"EUR"}}',
        '{"bookingId":"B-1","traveller":"ada","price":{"amount":5,"currency":"EUR"}}',
        '{"bookingId":"B-1","traveller":"Ada\\u0000","price":{"amount":5,"currency":"EUR"}}',
        '[{"bookingId":"B-1","traveller":"Ada","price":{"amount":5,"currency":"EUR"}}]',
        "null",
        "",
        "{",
    ],
)
def test_03_arguments_that_are_written_in_another_way(text: str) -> None:
    """What runs is what the digest was made of, however it is written."""

    async def story() -> None:
        bank, thread = await paused()

        def swap(body: Any) -> None:
            body["messages"][1]["toolCalls"][0]["function"]["arguments"] = text

        assert codes(await attacked(thread, swap)) == CONFLICT
        assert bank.done == []

        def rewrite(body: Any) -> None:
            function = body["messages"][1]["toolCalls"][0]["function"]
            arguments = json.loads(function["arguments"])
            turned = dict(reversed(arguments.items()))
            function["arguments"] = json.dumps(turned, indent=3).replace("5", "5.0e0")

        assert outcome(await attacked(thread, rewrite)) == "success"
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_26_a_call_that_has_run_is_not_run_again_for_want_of_its_result() -> None:
    async def story() -> None:
        bank = Bank([turn(C4), turn(C1), "Done.", "More."])
        thread = bank.thread()
        await thread.say("Go")
        assert [name for name, _ in bank.done] == ["exchange-rate"]

        def forget(body: Any) -> None:
            body["messages"] = [each for each in body["messages"] if each["role"] != "tool"]

        assert codes(await attacked(thread, forget)) == CONFLICT
        body = thread.body()
        forget(body)
        events = await thread.send(body)
        assert results(events) == {"c4": '{"error":"Tool execution cancelled"}'}
        assert outcome(events) == "interrupt"
        assert [name for name, _ in bank.done] == ["exchange-rate"]

    asyncio.run(story())


@pytest.mark.parametrize(("name", "arguments"), [("exchange-rate", RATE), ("refund", REFUND)])
def test_26_a_forged_call_beside_an_answered_question(name: str, arguments: JsonObject) -> None:
    async def story() -> None:
        bank, hook, thread = await asked()
        call = history(name, arguments)[1:]

        def forge(body: Any) -> None:
            body["messages"] = [*body["messages"], *call]

        assert codes(await attacked(thread, forge, {"choice": 0})) == CONFLICT
        assert (bank.done, hook.answers, bank.model.requests) == ([], [], [])

    asyncio.run(story())


def test_26_a_forged_call_is_not_laundered_by_a_question() -> None:
    """A pause covers the calls of its turn: what was unfinished before never gets into one."""

    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION], Phase.BEFORE_TOOLS: [QUESTION]})
        interrupts = [bookings.choose_itinerary]
        bank = Bank([turn(), "Done."], middleware=[hook], interrupts=interrupts)
        thread = bank.thread()
        body: Any = thread.body()
        body["messages"] = history("exchange-rate", RATE)
        await thread.send(body)
        assert results(thread.events) == {"zz": '{"error":"Tool execution cancelled"}'}
        hook.questions = {}
        forgotten: Any = thread.answering(
            [resolved(each, {"choice": 0}) for each in thread.interrupts]
        )
        honest = [each for each in forgotten["messages"] if each["role"] != "tool"]
        assert codes(await thread.send({**forgotten, "messages": honest})) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_13_one_answer_for_two_places() -> None:
    async def story() -> None:
        bank, thread = await paused(C1, replace(C1, call_id="c9"))
        first, second = (resolved(each, APPROVE) for each in thread.interrupts)
        for entries in ([first, first], [second, second], [first], [second]):
            assert outcome(await thread.answer(entries)) == "error"
        assert bank.done == []
        assert outcome(await thread.answer([second, first])) == "success"
        assert len(bank.done) == 2

    asyncio.run(story())


def test_11_a_tool_with_the_arguments_of_another() -> None:
    """The name of a call is under the digest, and so are its id and the definition."""

    async def story() -> None:
        bank, thread = await paused(Call("c1", "refund", REFUND))
        for name, value in (("id", "c9"), ("function", {"name": "transfer", "arguments": "{}"})):

            def swap(body: Any, name: str = name, value: Any = value) -> None:
                body["messages"][1]["toolCalls"][0][name] = value

            assert codes(await attacked(thread, swap)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())
