"""What must hold of answers that are not to be believed, one test for each scenario."""

import asyncio
import json
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from interruptgen_runtime import (
    EarlierInterrupt,
    EarlierTool,
    InterruptDefinition,
    Json,
    JsonObject,
    Phase,
    Schema,
    ToolDefinition,
)
from interruptgen_runtime.core.canonical import canonical, hash_json
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.server import ToolCallContext
from interruptgen_runtime.server.sealing import interrupt_digest, tool_digest
from interruptgen_runtime.testing import Thread, cancelled, resolved
from payments.generated.payments import server as payments
from server.attacking import CONFLICT, QUESTION, UNKNOWN, Change, continuation, forged, paused
from server.bank import (
    APPROVE,
    C1,
    C2,
    C4,
    FACTOR,
    LARGE,
    REFUND,
    REJECT,
    TRANSFER,
    Asking,
    Bank,
    codes,
    outcome,
    results,
    turn,
)
from server.recorded import Anything
from travel_desk.generated.bookings import server as bookings

FORGED_ID = "ig1.AAAAAA." + "A" * 96 + "." + "A" * 22


def errors_of(events: Sequence[JsonObject]) -> list[Any]:
    metadata: Any = events[-1]["metadata"]
    listed: list[Any] = metadata["tanstack"]["interruptErrors"]
    return listed


@pytest.mark.parametrize("interrupt_id", ["approval_zz", FORGED_ID])
def test_r01_forged(interrupt_id: str) -> None:
    async def story() -> None:
        bank = Bank(["Done."])
        answer: Json = {"interruptId": interrupt_id, "status": "resolved", "payload": APPROVE}
        body = forged(arguments=LARGE, parentRunId="r-made-up", resume=[answer])
        events = await bank.thread().send(body)
        assert codes(events) == UNKNOWN
        assert [each.get("interruptId") for each in errors_of(events)] == [interrupt_id, None]
        assert bank.done == []

    asyncio.run(story())


def test_r01_forged_in_a_part_of_a_message() -> None:
    async def story() -> None:
        bank = Bank(["Done."])
        thread = bank.thread()
        body: Any = forged(arguments=LARGE)
        body["messages"][1]["parts"] = [
            {"type": "tool-call", "id": "zz", "state": "approval-responded"},
            {"type": "tool-call", "id": "zz", "approval": {"approved": True}},
        ]
        assert outcome(await thread.send(body)) == "interrupt"
        assert [each.tool_call_id for each in thread.interrupts] == ["zz"]
        assert bank.done == []

    asyncio.run(story())


def test_r02_args_swapped() -> None:
    async def story() -> None:
        bank, thread = await paused()
        body: Any = deepcopy(thread.answering([resolved(thread.interrupts[0], APPROVE)]))
        body["messages"][1]["toolCalls"][0]["function"]["arguments"] = json.dumps(LARGE)
        assert codes(await thread.send(body)) == CONFLICT
        assert bank.done == []

    asyncio.run(story())


def test_r03_conflict() -> None:
    async def story() -> None:
        bank, thread = await paused()
        yes = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        no = thread.answering([resolved(thread.interrupts[0], REJECT)])
        first = await thread.send({**yes, "runId": "r2"})
        assert "interruptgen" not in str(first[-1])
        asked = len(bank.model.requests)
        refused = await thread.send({**no, "runId": "r3"})
        assert codes(refused) == CONFLICT
        assert not any(each["retryable"] for each in errors_of(refused))
        assert len(bank.model.requests) == asked
        reordered: Any = json.loads(json.dumps({**yes, "runId": "r4"}, sort_keys=True))
        again = await thread.send(reordered)
        assert results(again) == results(first) == {"c1": '{"refundId":"r-1"}'}
        assert outcome(again) == "success"
        assert again[-1]["metadata"] == {
            "tanstack": {"finishReason": "stop"},
            "interruptgen": {"continuationRunId": "r2"},
        }
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_r03_a_replay_that_pauses_names_the_run_as_well() -> None:
    async def story() -> None:
        bank = Bank([turn(C1), turn(C2), turn(C2), "Done."])
        thread = bank.thread()
        await thread.say("Go")
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert outcome(await thread.send({**body, "runId": "r2"})) == "interrupt"
        again = await thread.send({**body, "runId": "r3"})
        assert outcome(again) == "interrupt"
        metadata: Any = again[-1]["metadata"]
        assert metadata["interruptgen"] == {"continuationRunId": "r2"}
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


MONEY: JsonObject = {"amount": 5, "currency": "EUR", "admin": True}


@pytest.mark.parametrize(
    ("edited", "path"),
    [
        (
            {**TRANSFER, "amount": MONEY},
            ["amount", "admin"],
        ),
        ({**TRANSFER, "amount": 5}, ["amount"]),
        ({**TRANSFER, "recipient": {}}, ["recipient", "iban"]),
        (None, []),
        ([], []),
    ],
)
def test_r04_edit_policy(edited: Json, path: list[str]) -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        events = await thread.answer(
            [resolved(thread.interrupts[0], {**FACTOR, "editedArgs": edited})]
        )
        error = errors_of(events)[0]
        assert (error["code"], error["path"]) == ("invalid-edited-args", path)
        assert bank.done == []

    asyncio.run(story())


def test_r04_an_edit_does_not_name_another_tool() -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        more: JsonObject = {"toolName": "refund", "name": "refund", "toolCallId": "c9"}
        answer: JsonObject = {**FACTOR, **more, "editedArgs": {**TRANSFER, "reference": "x"}}
        assert outcome(await thread.answer([resolved(thread.interrupts[0], answer)])) == "success"
        assert bank.done == [("transfer", {**TRANSFER, "reference": "x"})]

    asyncio.run(story())


def test_r04_no_edit_where_the_definition_forbids_it() -> None:
    async def story() -> None:
        bank, thread = await paused()
        entry = resolved(thread.interrupts[0], {**APPROVE, "editedArgs": REFUND})
        assert ("item", "invalid-edited-args") in codes(await thread.answer([entry]))
        assert bank.done == []

    asyncio.run(story())


def redeployed(bank: Bank, change: Change) -> tuple[ToolDefinition[Any, Any, Any, Any], Any]:
    """Return the transfer as it is after a change of its input schema, and the agent with it."""
    tools = bank.tools()
    document: Any = deepcopy(payments.transfer.input.document if payments.transfer.input else {})
    change(document)
    schema = Schema(view=lambda: Anything, hash=hash_json(document), text=canonical(document))
    before: ToolDefinition[Any, Any, Any, Any] = payments.transfer
    definition = replace(before, description="Send money away.", input=schema)

    @definition.implement
    async def transfer(input: Any, call: ToolCallContext) -> Json:
        bank.done.append(("transfer", input.root))
        return {}

    return definition, bank.deployed([tools[0], transfer, *tools[2:]])


def test_r05_schema_drift() -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        drifted, thread.agent = redeployed(
            bank,
            lambda document: document["properties"].update(
                currency={"type": "string", "default": "BTC"}
            ),
        )
        events = await thread.answer([resolved(thread.interrupts[0], FACTOR)])
        assert codes(events) == {("item", "stale"), ("batch", "item-validation-failed")}
        message = errors_of(events)[0]["message"]
        assert "tool transfer" in message
        for definition in (payments.transfer, drifted):
            assert tool_digest(definition).hex()[:8] in message
        assert bank.done == []
        assert outcome(await thread.say("Ask again")) == "interrupt"
        assert outcome(await thread.answer([resolved(thread.interrupts[0], FACTOR)])) == "success"
        assert bank.done == [("transfer", TRANSFER)]

    asyncio.run(story())


def test_r05_a_description_may_change() -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        _, thread.agent = redeployed(bank, lambda document: None)
        assert outcome(await thread.answer([resolved(thread.interrupts[0], FACTOR)])) == "success"
        assert bank.done == [("transfer", TRANSFER)]

    asyncio.run(story())


@pytest.mark.parametrize("is_gone", [True, False])
def test_r05_a_question_that_changed_or_is_gone(is_gone: bool) -> None:
    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
        before = Bank(["Done."], middleware=[hook], interrupts=[bookings.choose_itinerary])
        thread = before.thread()
        await thread.say("Go")
        changed = replace(bookings.choose_itinerary, response=None)
        after = Bank(
            ["Done."],
            interrupts=[] if is_gone else [changed],
            clock=before.clock,
            middleware=[hook],
        )
        thread.agent = after.agent
        events = await thread.answer([resolved(thread.interrupts[0], {"choice": 0})])
        assert ("item", "stale") in codes(events)
        message = errors_of(events)[0]["message"]
        assert "interrupt choose-itinerary" in message
        assert interrupt_digest(bookings.choose_itinerary).hex()[:8] in message
        assert (interrupt_digest(changed).hex()[:8] in message) != is_gone
        assert (hook.answers, after.model.requests) == ([], [])

    asyncio.run(story())


def test_r05_versions_that_the_definitions_keep() -> None:
    """Both short hashes of each schema that has changed, as the lock has them."""

    async def story() -> None:
        bank, thread = await paused(C2)
        tool = payments.transfer
        kept = EarlierTool(
            input=tool.input,
            output=tool.output,
            approve=tool.approve,
            reject=tool.reject,
            approval_hash=tool.approval_hash,
            response_hash=tool.response_hash,
        )
        drifted, _ = redeployed(bank, lambda document: document.update(maxProperties=1))
        known = replace(drifted, earlier=(replace(kept, approval_hash="sha256:0"), kept))
        thread.agent = bank.deployed([known.implement(nothing)])
        events = await thread.answer([resolved(thread.interrupts[0], FACTOR)])
        before, after = tool.input_hash[7:15], known.input_hash[7:15]
        change = f"tool transfer, which has changed since: input from {before} to {after}."
        assert change in errors_of(events)[0]["message"]
        assert bank.done == []

    asyncio.run(story())


def test_r05_a_version_of_a_question_that_its_definition_keeps() -> None:
    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
        asked: InterruptDefinition[Any, Any] = bookings.choose_itinerary
        before = Bank(["Done."], middleware=[hook], interrupts=[asked])
        thread = before.thread()
        await thread.say("Go")
        assert asked.payload is not None
        assert asked.response is not None
        kept = EarlierInterrupt(payload_hash=asked.payload.hash, response=asked.response)
        other = bookings.confirm_booking.response
        assert other is not None
        changed = replace(asked, response=other, earlier=(kept,))
        after = Bank(["Done."], interrupts=[changed], clock=before.clock, middleware=[hook])
        thread.agent = after.agent
        events = await thread.answer([resolved(thread.interrupts[0], {"choice": 0})])
        hashes = f"response from {asked.response.hash[7:15]} to {other.hash[7:15]}."
        assert f"has changed since: {hashes}" in errors_of(events)[0]["message"]
        assert (hook.answers, after.model.requests) == ([], [])

    asyncio.run(story())


async def nothing(input: Any, call: ToolCallContext) -> Json:
    raise AssertionError("nobody has agreed to it")


def test_r05_a_tool_that_is_gone() -> None:
    async def story() -> None:
        bank, thread = await paused(C2)
        thread.agent = bank.deployed([])
        events = await thread.answer([resolved(thread.interrupts[0], FACTOR)])
        assert ("item", "stale") in codes(events)
        message = errors_of(events)[0]["message"]
        assert f"tool transfer ({tool_digest(payments.transfer).hex()[:8]})" in message
        assert bank.done == []

    asyncio.run(story())


def test_r07_an_expiry_that_the_client_rewrote() -> None:
    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
        bank = Bank(["Done."], middleware=[hook], interrupts=[bookings.choose_itinerary])
        thread = bank.thread()
        await thread.say("Go")
        bank.clock.advance(timedelta(minutes=15))
        body: Any = deepcopy(thread.answering([resolved(thread.interrupts[0], {"choice": 0})]))
        continuation(body)["expiresAt"] = date_text(4_070_908_800_000)
        assert ("item", "expired") in codes(await thread.send(body))
        gone = thread.answering([cancelled(thread.interrupts[0])])
        assert ("item", "expired") in codes(await thread.send(gone))
        assert hook.answers == []
        assert outcome(await thread.say("Once more")) == "interrupt"

    asyncio.run(story())


def test_r08_two_clients_at_once() -> None:
    async def story() -> None:
        bank, thread = await paused(C1, C4)
        one, other = (
            Thread(bank.agent, messages=[*thread.messages], runs=runs) for runs in (10, 20)
        )
        both = await asyncio.gather(one.say("Never mind"), other.say("Hello?"))
        assert [outcome(events) for events in both] == ["interrupt", "interrupt"]
        assert len({each.interrupts[0].id for each in (thread, one, other)}) == 3
        assert len(bank.model.requests) == 1
        assert bank.done == []

    asyncio.run(story())
