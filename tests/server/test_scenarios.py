"""What must hold at run time, one test for each scenario that needs no database."""

import asyncio
import json
from collections.abc import Iterator, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from field_service.generated.visits import server as visits
from interruptgen_runtime import Json, JsonObject, Phase
from interruptgen_runtime.core.dates import date_text
from interruptgen_runtime.server import Answers, MemoryReplayGuard, ModelFailure, ToolResume
from interruptgen_runtime.server.replay import Outcome
from interruptgen_runtime.testing import (
    Call,
    FixedClock,
    Thread,
    cancelled,
    fixed_trust,
    resolved,
)
from payments.generated.payments import server as payments
from server.attacking import CONFLICT, QUESTION
from server.bank import (
    APPROVE,
    C1,
    C2,
    C3,
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
from travel_desk.generated.bookings import server as bookings

CANCELLED = '{"error":"Tool execution cancelled"}'
GATED_TWICE = turn(C1, Call("c6", "refund", LARGE))


def check_history(messages: Sequence[JsonObject]) -> None:
    """A strict provider: one result for each call, right behind the message with the call."""
    owed: list[str] = []
    for message in messages:
        if message["role"] == "tool":
            assert message["toolCallId"] == owed.pop(0)
            continue
        assert not owed
        owed += [call["id"] for call in calls_of(message)]
    assert not owed


def calls_of(message: JsonObject) -> Iterator[Any]:
    calls: Any = message.get("toolCalls", [])
    yield from calls


async def say(bank: Bank) -> Thread:
    thread = bank.thread()
    await thread.say("Go")
    return thread


async def answer(thread: Thread, *payloads: Any) -> list[JsonObject]:
    """Answer the interrupts in their order; `None` cancels one."""
    pairs = zip(thread.interrupts, payloads, strict=True)
    return await thread.answer(
        [cancelled(each) if given is None else resolved(each, given) for each, given in pairs]
    )


@pytest.mark.parametrize(
    ("edited", "runs"),
    [
        ({**TRANSFER, "reference": "rent"}, True),
        ({**TRANSFER, "reference": 5}, False),
        ({"recipient": TRANSFER["recipient"]}, False),
    ],
)
def test_r04_edit_policy(edited: JsonObject, runs: bool) -> None:
    async def story() -> None:
        bank = Bank([turn(C2), "Done."])
        thread = await say(bank)
        events = await answer(thread, {**FACTOR, "editedArgs": edited})
        assert bank.done == ([("transfer", edited)] if runs else [])
        assert (("item", "invalid-edited-args") in codes(events)) != runs

    asyncio.run(story())


def test_r04_the_flag_is_shown() -> None:
    async def story() -> None:
        thread = await say(Bank([turn(C1, C2)]))
        flags = [each.metadata["interruptgen"] for each in thread.interrupts]
        assert flags == [{"allowEdits": False}, {"allowEdits": True}]

    asyncio.run(story())


def test_r06_crash_after_effect() -> None:
    async def story() -> None:
        bank = Bank([turn(C1, C4), ModelFailure("overloaded"), "Done."])
        thread = await say(bank)
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert outcome(await thread.send(body)) == "error"
        assert len(bank.done) == 2
        history: list[Json] = [*thread.messages]
        retry: JsonObject = {**body, "runId": "retry", "messages": history}
        assert outcome(await thread.send(retry)) == "success"
        assert sorted(name for name, _ in bank.done) == ["exchange-rate", "refund"]
        check_history(bank.model.requests[-1].messages)

    asyncio.run(story())


class Forgetful(MemoryReplayGuard):
    """A guard that loses what it is told, as if the process died."""

    async def settle(self, nonce: bytes, outcome: Outcome) -> None:
        raise ConnectionError("the result is lost")


def test_r06_an_answer_whose_effects_are_unknown() -> None:
    async def story() -> None:
        clock = FixedClock()
        trust = replace(fixed_trust(clock), guard=Forgetful(clock))
        bank = Bank([turn(C1), "Done."], trust=trust, clock=clock)
        thread = await say(bank)
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert outcome(await thread.send(body)) == "error"
        assert codes(await thread.send(body)) == CONFLICT
        assert len(bank.done) == 1

    asyncio.run(story())


@pytest.mark.parametrize("payload", [APPROVE, REJECT, None])
def test_r07_expiry(payload: Any) -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."], time_to_live=timedelta(seconds=60))
        thread = await say(bank)
        assert thread.interrupts[0].expires_at == date_text(bank.clock.now + 60_000)
        bank.clock.advance(timedelta(seconds=60))
        assert ("item", "expired") in codes(await answer(thread, payload))
        assert bank.done == []
        assert outcome(await thread.say("Once more")) == "interrupt"

    asyncio.run(story())


def test_r07_a_definition_s_own_expiry() -> None:
    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
        bank = Bank(["Done."], middleware=[hook], interrupts=[bookings.choose_itinerary])
        thread = await say(bank)
        assert thread.interrupts[0].expires_at == date_text(bank.clock.now + 15 * 60_000)

    asyncio.run(story())


def test_r08_pending_blocks_input() -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Hello."])
        thread = await say(bank)
        old = thread.interrupts[0]
        assert outcome(await thread.say("Never mind")) == "interrupt"
        assert thread.interrupts[0].id != old.id
        assert len(bank.model.requests) == 1
        thread.messages.append({"id": "u9", "role": "user", "content": "Hello?"})
        events = await answer(thread, None)
        assert results(events) == {"c1": CANCELLED}
        assert outcome(events) == "success"
        check_history(bank.model.requests[-1].messages[:-2])
        assert bank.done == []

    asyncio.run(story())


def test_r09_batch_mixed() -> None:
    async def story() -> None:
        bank = Bank([turn(C1, Call("c6", "refund", LARGE), Call("c7", "refund", REFUND)), "Done."])
        thread = await say(bank)
        part = [resolved(thread.interrupts[0], APPROVE)]
        assert codes(await thread.answer(part)) == {("batch", "incomplete-batch")}
        assert bank.done == []
        events = await answer(thread, APPROVE, REJECT, None)
        assert results(events) == {
            "c1": '{"refundId":"r-1"}',
            "c6": '{"reason":"fraud"}',
            "c7": CANCELLED,
        }
        assert bank.done == [("refund", REFUND)]
        check_history(bank.model.requests[-1].messages)

    asyncio.run(story())


def asking(phase: Phase, policy: ToolResume | None = None) -> Asking:
    return Asking({phase: [bookings.pause_for_agent.interrupt(key="k")]}, policy)


@pytest.mark.parametrize("phase", [Phase.BEFORE_TOOLS, Phase.AFTER_MODEL, Phase.AFTER_TOOLS])
def test_r10_parallel(phase: Phase) -> None:
    async def story() -> None:
        hook = asking(phase)
        bank = Bank(
            [turn(C4, C3, C2, C1), "Done."],
            middleware=[hook],
            interrupts=[bookings.pause_for_agent],
        )
        thread = await say(bank)
        assert bank.done == []
        kinds = [each.metadata.get("kind", "generic") for each in thread.interrupts]
        assert kinds == ["approval", "approval", "client_tool", "generic"]
        assert len({each.id for each in thread.interrupts}) == 4
        assert [event["type"] for event in thread.events[-2:]] == [
            "MESSAGES_SNAPSHOT",
            "RUN_FINISHED",
        ]
        transfer, refund, pick, question = thread.interrupts
        answers = [
            resolved(question, {}),
            resolved(refund, APPROVE),
            resolved(transfer, FACTOR),
        ]
        events = await thread.answer(answers)
        assert sorted(name for name, _ in bank.done) == ["exchange-rate", "refund", "transfer"]
        assert set(results(events)) == {"c1", "c2", "c4"}
        assert [each.tool_call_id for each in thread.interrupts] == ["c3"]
        assert thread.interrupts[0].id != pick.id
        hook.questions = {}
        assert outcome(await answer(thread, {"picked": 1})) == "success"
        check_history(bank.model.requests[-1].messages)
        assert len(hook.answers) == 1
        assert len(bank.done) == 3

    asyncio.run(story())


@pytest.mark.parametrize(
    ("policy", "calls_model"), [(ToolResume.CANCEL, True), (ToolResume.STOP, False)]
)
def test_r11_one_result_per_call(policy: ToolResume, calls_model: bool) -> None:
    async def story() -> None:
        hook = asking(Phase.BEFORE_TOOLS, policy)
        bank = Bank(
            [turn(C1, C4), "Done.", "Hello."],
            middleware=[hook],
            interrupts=[bookings.pause_for_agent],
        )
        thread = await say(bank)
        events = await answer(thread, APPROVE, {})
        assert results(events) == {"c1": CANCELLED, "c4": CANCELLED}
        assert not {"TOOL_CALL_START", "TOOL_CALL_ARGS"} & {str(each["type"]) for each in events}
        assert outcome(events) == "success"
        assert len(bank.model.requests) == 1 + calls_model
        hook.questions = {}
        await thread.say("Still there?")
        check_history(bank.model.requests[-1].messages[:-1] if not calls_model else ())
        assert bank.done == []

    asyncio.run(story())


@pytest.mark.parametrize("payloads", [(APPROVE, REJECT), (None, None), (REJECT, REJECT)])
def test_r11_after_decisions(payloads: Sequence[Any]) -> None:
    async def story() -> None:
        bank = Bank([GATED_TWICE, "Done."])
        thread = await say(bank)
        events = await answer(thread, *payloads)
        assert set(results(events)) == {"c1", "c6"}
        check_history(bank.model.requests[-1].messages)

    asyncio.run(story())


def test_r16_edit_visible_to_model() -> None:
    async def story() -> None:
        bank = Bank([turn(C2), "Done."])
        thread = await say(bank)
        edited: JsonObject = {**TRANSFER, "reference": "rent"}
        events = await answer(thread, {**FACTOR, "editedArgs": edited})
        assert results(events) == {"c2": '{"sent":true}'}
        told = bank.model.requests[-1].messages
        assert "A person edited this call" in str(told[-1]["content"])
        assert '"reference":"rent"' in str(told[-1]["content"])
        assert "rent" not in json.dumps([*calls_of(told[1])])
        assert bank.contexts[0].edited

    asyncio.run(story())


@pytest.mark.parametrize("edits", [True, False])
def test_r16_edit_of_a_client_tool_visible_to_model(edits: bool) -> None:
    async def story() -> None:
        call = Call("c1", "share-position", {"purpose": "a visit"})
        bank = Bank([turn(call), "Done."])
        thread = Thread(bank.deployed([visits.share_position]))
        await thread.say("Go")
        payload: JsonObject = {"approved": True}
        if edits:
            payload["editedArgs"] = {"purpose": "a survey"}
        await answer(thread, payload)
        (waiting,) = thread.interrupts
        purpose = "a survey" if edits else "a visit"
        assert waiting.metadata["input"] == {"purpose": purpose}
        events = await answer(thread, {"latitude": 1, "longitude": 2})
        assert outcome(events) == "success"
        told = str(bank.model.requests[-1].messages[-1]["content"])
        assert told.startswith('{"latitude":1')
        assert ("A person edited this call before it ran." in told) is edits

    asyncio.run(story())


def test_the_payload_of_an_approval_reaches_the_tool() -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        await answer(await say(bank), APPROVE)
        approval = bank.contexts[0].approval_for(payments.refund)
        assert approval is not None
        assert approval.ticket == "T-1"

    asyncio.run(story())


def test_an_answer_is_typed_by_its_definition() -> None:
    async def story() -> None:
        hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
        bank = Bank(["Done."], middleware=[hook], interrupts=[bookings.choose_itinerary])
        await answer(await say(bank), {"choice": 1})
        answers: Answers = hook.answers[0]
        assert [each.response.choice for each in answers.for_(bookings.choose_itinerary)] == [1]
        assert answers.for_(bookings.confirm_booking) == ()

    asyncio.run(story())


def test_a_question_raised_where_approvals_were_given_asks_for_them_again() -> None:
    async def story() -> None:
        hook = Asking({})
        bank = Bank([turn(C1), "Done."], middleware=[hook], interrupts=[bookings.pause_for_agent])
        thread = await say(bank)
        hook.questions = asking(Phase.BEFORE_TOOLS).questions
        assert outcome(await answer(thread, APPROVE)) == "interrupt"
        assert bank.done == []
        assert len(thread.interrupts) == 2
        assert outcome(await answer(thread, APPROVE, {})) == "success"
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_the_same_answer_is_refused_after_a_question_in_the_place_of_its_tools() -> None:
    """Nothing ran, but the record does not tell that from a run that died; the new pause counts."""

    async def story() -> None:
        hook = Asking({})
        bank = Bank([turn(C1), "Done."], middleware=[hook], interrupts=[bookings.pause_for_agent])
        thread = await say(bank)
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        hook.questions = asking(Phase.BEFORE_TOOLS).questions
        assert outcome(await thread.send(body)) == "interrupt"
        asked = thread.interrupts
        hook.questions = {}
        assert codes(await thread.send({**body, "runId": "again"})) == CONFLICT
        assert bank.done == []
        assert thread.interrupts == asked
        assert outcome(await answer(thread, APPROVE, {})) == "success"
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_a_conversation_may_be_sent_with_placeholders_and_denials() -> None:
    """TanStack AI's client writes these as soon as an answer is submitted."""

    async def story() -> None:
        bank = Bank([GATED_TWICE, "Done."])
        thread = await say(bank)
        body = thread.answering(
            [resolved(thread.interrupts[0], APPROVE), resolved(thread.interrupts[1], REJECT)]
        )
        tampered: Any = deepcopy(body)
        texts = {
            "c1": '{"approved":true,"pendingExecution":true,"message":"User approved this action"}',
            "c6": '{"approved":false,"message":"User denied this action"}',
        }
        for call_id, text in texts.items():
            message = {"id": call_id, "role": "tool", "toolCallId": call_id, "content": text}
            tampered["messages"].append(message)
        events = await thread.send(tampered)
        assert results(events) == {"c1": '{"refundId":"r-1"}', "c6": '{"reason":"fraud"}'}

    asyncio.run(story())
