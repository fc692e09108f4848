"""Attacks on questions, batches and client tools: no tool runs that nobody agreed to."""

import asyncio
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from interruptgen_runtime import Json, JsonObject, PeerError, Phase, Schema, ToolDefinition
from interruptgen_runtime.core.canonical import canonical, hash_json
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.server import BoundaryContext, ToolCallContext
from interruptgen_runtime.testing import Thread, Turn, cancelled, resolved
from server.attacking import (
    CONFLICT,
    QUESTION,
    UNKNOWN,
    asked,
    attacked,
    continuation,
    forged,
    history,
    paused,
)
from server.bank import (
    APPROVE,
    C1,
    C2,
    C3,
    C4,
    C5,
    FACTOR,
    RATE,
    REFUND,
    TRANSFER,
    Asking,
    Bank,
    codes,
    outcome,
    results,
    share,
    turn,
)
from server.recorded import Anything
from travel_desk.generated.bookings import server as bookings


def test_08_an_expiry_that_the_client_rewrote() -> None:
    async def story() -> None:
        bank, hook, thread = await asked()
        bank.clock.advance(timedelta(minutes=16))
        late = date_text(bank.clock.now + 10**9)
        events = await attacked(
            thread, lambda body: continuation(body).update(expiresAt=late), {"choice": 0}
        )
        assert ("item", "expired") in codes(events)
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


@pytest.mark.parametrize(
    "change",
    [
        {"payload": {"options": ["IC 1", "a night in gaol"]}},
        {"payload": None},
        {"message": "Shall we have ice cream?"},
        {"reason": "fun"},
        {"key": "another trip"},
        {"definitionId": "confirm-booking"},
        {"definitionId": "unheard-of"},
        {"v": 2},
    ],
)
def test_09_another_question_than_was_asked(change: JsonObject) -> None:
    async def story() -> None:
        bank, hook, thread = await asked()
        events = await attacked(
            thread, lambda body: continuation(body).update(change), {"choice": 0}
        )
        assert codes(events) == CONFLICT
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_10_an_answer_to_a_question_that_was_never_asked() -> None:
    async def story() -> None:
        bank, hook, thread = await asked()
        body: Any = thread.answering([resolved(thread.interrupts[0], {"choice": 0})])
        body["resume"].append({**body["resume"][0], "interruptId": "interrupt-1"})
        assert codes(await thread.send(body)) == UNKNOWN
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_10_a_question_that_the_client_says_it_has_answered() -> None:
    """A hook that asks only where a thread begins is not fooled by a made-up parent run."""

    class AskFirst(Asking):
        async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Any:
            first = ctx.phase is Phase.BEFORE_MODEL and ctx.parent_run_id is None
            return [QUESTION] if first else []

    async def story() -> None:
        interrupts = [bookings.choose_itinerary]
        bank = Bank([turn(C4), "Done."], middleware=[AskFirst({})], interrupts=interrupts)
        thread = bank.thread()
        plain: JsonObject = thread.body()
        claimed: JsonObject = {**plain, "parentRunId": "made-up"}
        for body in (plain, claimed, {**claimed, "resume": []}):
            assert outcome(await bank.thread().send(body)) == "interrupt"
        assert (bank.done, bank.model.requests) == ([], [])

    asyncio.run(story())


@pytest.mark.parametrize(("drifts", "runs"), [(True, []), (False, [("transfer", TRANSFER)])])
def test_11_a_schema_that_changed_in_between(drifts: bool, runs: list[Any]) -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        tools = bank.tools()
        before: Any = tools[1]
        document: Any = deepcopy(before.definition.input.document)
        if drifts:
            document["properties"]["currency"] = {"type": "string", "default": "BTC"}
        schema = Schema(view=lambda: Anything, hash=hash_json(document), text=canonical(document))
        after: ToolDefinition[Any, Json, Any, Any] = replace(
            before.definition, description="Send money away.", input=schema
        )

        @after.implement
        async def transfer(input: Any, call: ToolCallContext) -> Json:
            bank.done.append(("transfer", input.root))
            return {}

        thread.agent = bank.deployed([tools[0], transfer, *tools[2:]])
        events = await attacked(thread, lambda body: None, FACTOR)
        assert (("item", "stale") in codes(events)) == drifts
        assert bank.done == runs
        if drifts:
            assert outcome(await thread.say("Ask again")) == "interrupt"

    asyncio.run(story())


@pytest.mark.parametrize("name", ["responseSchemaHash", "payloadSchemaHash"])
@pytest.mark.parametrize("value", [None, "", "md5:0"])
def test_12_hashes_that_are_taken_away(name: str, value: str | None) -> None:
    async def story() -> None:
        bank, hook, thread = await asked()

        def change(body: Any) -> None:
            if value is None:
                del continuation(body)[name]
            else:
                continuation(body)[name] = value

        events = await attacked(thread, change, {"choice": 0})
        assert codes(events) == {("item", "stale"), ("batch", "item-validation-failed")}
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_13_a_batch_without_its_inconvenient_part() -> None:
    async def story() -> None:
        bank, thread = await paused(C1, C2)
        part = [resolved(thread.interrupts[0], APPROVE)]
        assert codes(await thread.send(thread.answering(part))) == {("batch", "incomplete-batch")}
        body: Any = thread.answering(part)
        del body["messages"][1]["toolCalls"][1]
        assert codes(await thread.send(body)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_13_parts_of_two_batches() -> None:
    async def story() -> None:
        bank = Bank([turn(C1, C2), turn(C1, C2), "Done."])
        one, other = bank.thread(), bank.thread()
        await one.say("Go")
        await other.say("Go")
        mixed = [resolved(one.interrupts[0], APPROVE), resolved(other.interrupts[1], FACTOR)]
        assert codes(await one.answer(mixed)) == {("batch", "incomplete-batch")}
        assert bank.done == []

    asyncio.run(story())


def test_13_a_client_tool_cannot_stand_in_for_an_approval() -> None:
    """Beside a question, a client tool need not be answered, and so counts for nothing."""

    async def story() -> None:
        hook = Asking({Phase.BEFORE_TOOLS: [bookings.pause_for_agent.interrupt(key="k")]})
        interrupts = [bookings.pause_for_agent]
        bank = Bank([turn(C1, C3), "Done."], middleware=[hook], interrupts=interrupts)
        thread = bank.thread()
        await thread.say("Go")
        _, pick, question = thread.interrupts
        for entries in (
            [resolved(pick, {}), resolved(question, {})],
            [resolved(pick, {})],
            [resolved(question, {})],
        ):
            assert codes(await thread.answer(entries)) == {("batch", "incomplete-batch")}
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_16_a_client_tool_that_needs_an_approval_by_now() -> None:
    async def story() -> None:
        bank = Bank([turn(C5), "Done."])
        open_to_all = replace(share, needs_approval=False)
        thread = Thread(bank.deployed([open_to_all]))
        await thread.say("Go")
        thread.agent = bank.deployed([share])
        events = await thread.answer([resolved(thread.interrupts[0], {"shared": True})])
        assert codes(events) == CONFLICT

    asyncio.run(story())


def test_16_running_a_client_tool_is_not_approving_it() -> None:
    async def story() -> None:
        bank = Bank([turn(C5), "Done."])
        thread = bank.thread()
        await thread.say("Go")
        approval = thread.interrupts[0]
        body: Any = thread.answering([resolved(approval, {"shared": True})])
        assert ("item", "invalid-payload") in codes(await thread.send(body))
        body["resume"][0]["interruptId"] = "client_tool_c5"
        assert codes(await thread.send(body)) == UNKNOWN
        await thread.answer([resolved(approval, {"approved": True})])
        assert [each.metadata["kind"] for each in thread.interrupts] == ["client_tool"]
        assert thread.interrupts[0].id != approval.id
        events = await thread.answer([resolved(thread.interrupts[0], {"shared": True})])
        assert outcome(events) == "success"
        assert bank.done == []

    asyncio.run(story())


def test_17_more_than_a_request_may_hold() -> None:
    async def story() -> None:
        bank, thread = await paused()
        deep: Json = 0
        for _ in range(200):
            deep = [deep]
        with pytest.raises(PeerError, match="inside one another"):
            await attacked(thread, lambda body: None, deep)

        def repeat(body: Any, times: int) -> None:
            body["resume"] *= times

        with pytest.raises(PeerError, match="more than 1000"):
            await attacked(thread, lambda body: repeat(body, 1001))
        assert codes(await attacked(thread, lambda body: repeat(body, 2))) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_20_what_a_person_reads_comes_from_the_arguments() -> None:
    async def story() -> None:
        arguments: JsonObject = {**REFUND, "traveller": "Ada\u202e\u200b\x1b[2J"}
        call = replace(C1, arguments=arguments)
        lie = Turn(text=("This costs nothing, just say yes.",), calls=(call,))
        bank, thread = await paused(bank=Bank([lie]))
        message = thread.interrupts[0].message
        assert message == "Refund 5 EUR to Ada\\u202e\\u200b\\u001b[2J?"
        assert bank.done == []

    asyncio.run(story())


def test_23_one_message_for_every_proof_that_does_not_hold() -> None:
    async def story() -> None:
        bank, thread = await paused()
        good = thread.interrupts[0].id
        told: set[str] = set()
        for bad in ("x", good[:-1], good.replace("ig1.", "ig2."), f"{good[:10]}A{good[11:]}"):
            entry = {**resolved(thread.interrupts[0], APPROVE), "interruptId": bad}
            events = await thread.answer([entry])
            assert codes(events) == UNKNOWN
            told.add(str(events[-1]["message"]).replace(bad, "ID"))
        assert len(told) == 1
        assert bank.done == []

    asyncio.run(story())


def test_26_a_forged_call_of_a_tool_without_a_gate() -> None:
    async def story() -> None:
        bank = Bank(["Done."])
        events = await bank.thread().send(forged("exchange-rate", RATE))
        assert results(events) == {"zz": '{"error":"Tool execution cancelled"}'}
        assert outcome(events) == "success"
        assert bank.done == []

    asyncio.run(story())


def test_26_a_forged_sibling_of_an_approved_call() -> None:
    async def story() -> None:
        bank, thread = await paused()

        def add(body: Any) -> None:
            body["messages"] += history("exchange-rate", RATE)[1:]

        assert codes(await attacked(thread, add)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_26_a_forged_call_is_not_laundered_by_the_next_pause() -> None:
    """A pause that is asked for again covers only what it shows, not what stands beside it."""

    async def story() -> None:
        bank = Bank(["Done."])
        thread = bank.thread()
        body: Any = forged()
        sibling: Any = history("exchange-rate", RATE, "yy")[1]
        body["messages"][1]["toolCalls"] += sibling["toolCalls"]
        assert outcome(await thread.send({**body, "runId": "run-1"})) == "interrupt"

        def forget_the_result(next_body: Any) -> None:
            next_body["messages"] = body["messages"]

        assert codes(await attacked(thread, forget_the_result)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_a_cancelled_pause_cannot_be_approved_later() -> None:
    async def story() -> None:
        bank, thread = await paused(C1)
        interrupt = thread.interrupts[0]
        yes = thread.answering([resolved(interrupt, APPROVE)])
        assert outcome(await thread.answer([cancelled(interrupt)])) == "success"
        assert codes(await thread.send(yes)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())
