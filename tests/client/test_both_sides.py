"""Our chat against our server, in process and over HTTP: what must hold for both together."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import aclosing
from datetime import timedelta
from typing import Any

import pytest

from client.clients import bank_chat, results
from client.hosting import Switch, served
from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.client import (
    Chat,
    HttpTransport,
    IncompleteBatch,
    InProcess,
    PendingDecisions,
    Retry,
    RunFailed,
    Transport,
    UntypedInterrupt,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.server import ChatEndpoint, ModelFailure, ToolResume, read_run_input
from interruptgen_runtime.testing import Call
from payments.generated.payments.client import RefundApproval, TransferApproval
from payments.generated.payments.models import (
    RefundApprove,
    RefundReject,
    TransferDecision,
    TransferInput,
)
from server.attacking import QUESTION
from server.bank import C1, C2, C3, C4, C5, FACTOR, LARGE, REFUND, TRANSFER, Asking, Bank, turn
from server.test_scenarios_on_trust import redeployed
from travel_desk.generated.bookings import server as bookings
from travel_desk.generated.bookings.client import ChooseItinerary, PauseForAgent
from travel_desk.generated.bookings.models import ChooseItineraryResponse

APPROVE = RefundApprove(ticket="T-1")
REJECT = RefundReject(reason="fraud")
CANCELLED = {"error": "Tool execution cancelled"}

Connect = Callable[[Bank], "Recorder"]


class Recorder:
    """A transport that keeps the bodies of its requests."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.bodies: list[Any] = []

    async def run(self, body: JsonObject) -> AsyncGenerator[JsonObject, None]:
        self.bodies.append(body)
        async with aclosing(self.transport.run(body)) as events:
            async for event in events:
                yield event

    async def aclose(self) -> None:
        await self.transport.aclose()


@pytest.fixture(scope="module")
def http() -> Generator[tuple[Switch, str]]:
    switch = Switch()
    with served(switch) as url:
        yield switch, url


@pytest.fixture(params=["in process", "http"])
def connect(request: pytest.FixtureRequest, http: tuple[Switch, str]) -> Connect:
    switch, url = http

    def over_http(bank: Bank) -> Recorder:
        switch.application = ChatEndpoint(agent=bank.agent)
        return Recorder(HttpTransport(url))

    def in_process(bank: Bank) -> Recorder:
        return Recorder(InProcess(bank.agent, read_run_input))

    return over_http if request.param == "http" else in_process


def talk(
    bank: Bank,
    connect: Connect,
    script: Callable[[Chat[Any], Recorder], Coroutine[Any, Any, None]],
    clock: Callable[[], int] | None = None,
) -> None:
    """Run a script with a chat with the bank."""

    async def main() -> None:
        transport = connect(bank)
        async with asyncio.timeout(60), bank_chat(bank, transport, clock=clock) as chat:
            await script(chat, transport)

    asyncio.run(main())


def bank(*script: Any, hook: Asking | None = None, **more: Any) -> Bank:
    return Bank(
        [*script, "Done."],
        middleware=[hook] if hook else [],
        interrupts=[bookings.choose_itinerary, bookings.confirm_booking, bookings.pause_for_agent],
        **more,
    )


def only(chat: Chat[Any], kind: type[Any]) -> Any:
    (interrupt,) = chat.interrupts
    assert isinstance(interrupt, kind)
    return interrupt


def test_an_approval(connect: Connect) -> None:
    asked = bank(turn(C1))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        assert (paused.outcome, paused.text) == ("interrupted", "One moment.")
        assert only(chat, RefundApproval).original_args.booking_id == "B-1"
        assert only(chat, RefundApproval).approve(payload=APPROVE)
        assert len(transport.bodies) == 1
        done = await paused.continued()
        assert (done.outcome, done.text, done.interrupts) == ("finished", "Done.", ())
        assert results(chat) == {"c1": {"refundId": "r-1"}}

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


def test_a_rejection_s_payload_reaches_the_model(connect: Connect) -> None:
    asked = bank(turn(C1))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).reject(payload=REJECT)
        await paused.continued()
        assert results(chat) == {"c1": {"reason": "fraud"}}

    talk(asked, connect, script)
    assert asked.done == []


Change = Callable[[Any], None]


def forge_the_id(snapshot: Any) -> None:
    """Name an interrupt that this server never made, as TanStack AI names them."""
    (interrupt,) = snapshot["pause"]["pendingInterrupts"]
    interrupt["id"] = "approval_c1"
    interrupt["metadata"]["tanstack:interruptBinding"]["interruptId"] = "approval_c1"


def swap_the_arguments(snapshot: Any) -> None:
    (call,) = snapshot["messages"][1]["toolCalls"]
    call["function"]["arguments"] = json.dumps(LARGE)


@pytest.mark.parametrize(
    ("change", "code"),
    [(forge_the_id, "unknown-interrupt"), (swap_the_arguments, "conflict")],
    ids=["r01 forged", "r02 args swapped"],
)
def test_a_thread_that_was_tampered_with(connect: Connect, change: Change, code: str) -> None:
    """What a client keeps can be changed by whoever holds it; the server sees that."""
    asked = bank(turn(C1))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        await chat.send("Go")
        snapshot = chat.snapshot()
        change(snapshot)
        restored = chat.restore(snapshot)
        only(chat, RefundApproval).approve(payload=APPROVE)
        with pytest.raises(RunFailed) as raised:
            await restored.continued()
        assert code in {error.code for error in raised.value.errors}
        assert raised.value.retry is Retry.POINTLESS
        assert only(chat, RefundApproval).draft is not ABSENT

    talk(asked, connect, script)
    assert asked.done == []


def test_r05_schema_drift(connect: Connect) -> None:
    """The server has another schema by now: the answer is refused, and the call asked again."""
    asked = bank(turn(C2))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, TransferApproval).approve(payload=TransferDecision(second_factor="123456"))
        await transport.aclose()
        _, asked.agent = redeployed(
            asked, lambda document: document["properties"].update(currency={"type": "string"})
        )
        transport.transport = connect(asked).transport
        with pytest.raises(RunFailed) as raised:
            await paused.continued()
        assert "stale" in {error.code for error in raised.value.errors}
        assert asked.done == []
        chat.stop()
        again = await chat.send("Ask again")
        assert only(chat, UntypedInterrupt).resolve(FACTOR)
        assert (await again.continued()).outcome == "finished"

    talk(asked, connect, script)
    assert asked.done == [("transfer", TRANSFER)]


def test_r03_conflict(connect: Connect) -> None:
    """One answer counts: the same again goes on from its results, another one is refused."""
    asked = bank(turn(C1), "Done.", "Done.")

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        await chat.send("Go")
        saved = chat.snapshot()
        only(chat, RefundApproval).approve(payload=APPROVE)
        await chat.turn.continued() if chat.turn else None
        other = chat.restore(saved)
        only(chat, RefundApproval).reject(payload=REJECT)
        with pytest.raises(RunFailed) as raised:
            await other.continued()
        assert raised.value.retry is Retry.POINTLESS
        assert {error.code for error in raised.value.errors} >= {"conflict"}
        same = chat.restore(saved)
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await same.continued()).outcome == "finished"
        assert results(chat) == {"c1": {"refundId": "r-1"}}

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


def test_r04_edit_policy(connect: Connect) -> None:
    asked = bank(turn(C1, C2))
    edited = TransferInput.model_validate({**TRANSFER, "reference": "rent"})

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        refund, transfer = chat.interrupts
        assert isinstance(refund, RefundApproval)
        assert isinstance(transfer, TransferApproval)
        assert not refund.approve(payload=APPROVE, edited_args=refund.original_args)
        assert [error.code for error in refund.errors] == ["invalid-edited-args"]
        assert refund.approve(payload=APPROVE)
        assert transfer.approve(
            payload=TransferDecision(second_factor="123456"), edited_args=edited
        )
        await paused.continued()

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND), ("transfer", {**TRANSFER, "reference": "rent"})]


def test_r06_crash_after_effect(connect: Connect) -> None:
    """The model fails after the tool ran: trying again is safe, and runs nothing twice."""
    asked = bank(turn(C1), ModelFailure("overloaded"))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        with pytest.raises(RunFailed, match="overloaded") as raised:
            await paused.continued()
        assert raised.value.retry is Retry.SAFE
        assert only(chat, RefundApproval).draft is not ABSENT
        done = await chat.retry()
        assert (done.outcome, done.text, chat.errors) == ("finished", "Done.", ())

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


def test_r07_expiry(connect: Connect) -> None:
    asked = bank(turn(C1), time_to_live=timedelta(seconds=60))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        refund = only(chat, RefundApproval)
        assert refund.expires_at is not None
        refund.approve(payload=APPROVE)
        asked.clock.advance(timedelta(seconds=61))
        with pytest.raises(IncompleteBatch):
            await paused.continued()
        assert not refund.approve(payload=APPROVE)
        assert [error.code for error in refund.errors] == ["expired"]
        assert refund.cancel()
        assert len(transport.bodies) == 1
        assert chat.interrupts == ()
        again = await chat.send("Go on")
        assert again.outcome == "interrupted"
        assert only(chat, RefundApproval).id != refund.id

    talk(asked, connect, script)
    assert asked.done == []


def test_r07_a_client_whose_clock_is_late(connect: Connect) -> None:
    asked = bank(turn(C1), time_to_live=timedelta(seconds=60))
    late = asked.clock.now

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        asked.clock.advance(timedelta(seconds=61))
        with pytest.raises(RunFailed) as raised:
            await paused.continued()
        assert raised.value.retry is Retry.POINTLESS
        assert {error.code for error in raised.value.errors} >= {"expired"}
        assert only(chat, RefundApproval).draft is not ABSENT

    talk(asked, connect, script, clock=lambda: late)
    assert asked.done == []


def test_r07_a_decision_that_came_too_late_is_not_in_the_thread_any_more(connect: Connect) -> None:
    asked = bank(turn(C1), time_to_live=timedelta(seconds=60))
    late = asked.clock.now
    now = [late]

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        asked.clock.advance(timedelta(seconds=61))
        with pytest.raises(RunFailed):
            await paused.continued()
        now[0] = asked.clock.now
        assert only(chat, RefundApproval).cancel()
        assert (await chat.send("Go on")).outcome == "interrupted"
        assert "approval-responded" not in json.dumps(transport.bodies[-1])

    talk(asked, connect, script, clock=lambda: now[0])
    assert asked.done == []


def test_r08_pending_blocks_input(connect: Connect) -> None:
    asked = bank(turn(C1))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        first = await chat.send("Go")
        with pytest.raises(PendingDecisions):
            await chat.send("Never mind")
        assert len(transport.bodies) == 1
        assert first.interrupts == chat.interrupts
        chat.stop()
        again = await chat.send("Never mind")
        assert again.outcome == "interrupted"
        assert only(chat, RefundApproval).id != first.interrupts[0].id
        only(chat, RefundApproval).approve(payload=APPROVE)
        assert (await again.continued()).outcome == "finished"

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


def test_r09_batch_mixed(connect: Connect) -> None:
    asked = bank(turn(C1, Call("c6", "refund", LARGE), Call("c7", "refund", REFUND)))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        first, second, third = chat.interrupts
        assert isinstance(first, RefundApproval)
        assert isinstance(second, RefundApproval)
        assert isinstance(third, RefundApproval)
        first.approve(payload=APPROVE)
        second.reject(payload=RefundReject(reason="fraud"))
        with pytest.raises(IncompleteBatch) as raised:
            await paused.continued()
        assert raised.value.interrupt_ids == (third.id,) == chat.unanswered
        third.cancel()
        assert len(transport.bodies) == 1
        assert (await paused.continued()).outcome == "finished"
        assert len(transport.bodies[1]["resume"]) == 3
        assert results(chat) == {
            "c1": {"refundId": "r-1"},
            "c6": {"reason": "fraud"},
            "c7": CANCELLED,
        }

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


@pytest.mark.parametrize("policy", [ToolResume.CONTINUE, ToolResume.CANCEL, ToolResume.STOP])
def test_r10_parallel(connect: Connect, policy: ToolResume) -> None:
    """Approval, client tool, question and a plain tool of one turn: each gets its own answer."""
    hook = Asking({Phase.BEFORE_TOOLS: [bookings.pause_for_agent.interrupt(key="k")]}, policy)
    asked = bank(turn(C1, C3, C4), hook=hook)

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        refund, question = chat.interrupts
        assert asked.done == []
        assert isinstance(question, PauseForAgent)
        assert isinstance(refund, RefundApproval)
        question.resolve({"fine": True})
        refund.approve(payload=APPROVE)
        done = await paused.continued()
        assert done.outcome == "finished"
        assert set(results(chat)) == {"c1", "c3", "c4"}
        assert (results(chat)["c3"] == {"picked": 1}) == (policy is ToolResume.CONTINUE)

    talk(asked, connect, script)
    assert len(asked.done) == (2 if policy is ToolResume.CONTINUE else 0)


@pytest.mark.parametrize("decisions", ["approve", "cancel", "mixed"])
def test_r11_one_result_per_call(connect: Connect, decisions: str) -> None:
    asked = bank(turn(C1, Call("c6", "refund", LARGE)))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        first, second = chat.interrupts
        assert isinstance(first, RefundApproval)
        assert isinstance(second, RefundApproval)
        if decisions == "cancel":
            assert chat.cancel_all()
        else:
            first.approve(payload=APPROVE)
            second.approve(payload=APPROVE) if decisions == "approve" else second.cancel()
        await paused.continued()
        shown = [call.id for message in chat.messages for call in message.calls]
        assert shown == ["c1", "c6"]
        history = chat.snapshot()["messages"]
        assert isinstance(history, list)
        tools = [one for one in history if isinstance(one, dict) and one["role"] == "tool"]
        assert sorted(str(one["toolCallId"]) for one in tools) == ["c1", "c6"]

    talk(asked, connect, script)


def test_r14_reload(connect: Connect) -> None:
    asked = bank(turn(C1, C3))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        saved = chat.snapshot()
        fresh = bank_chat(asked, transport)
        restored = fresh.restore(saved)
        assert restored.outcome == "interrupted"
        assert fresh.is_restored and not chat.is_restored
        assert only(fresh, RefundApproval).draft == {"approved": True, "payload": {"ticket": "T-1"}}
        with pytest.raises(PendingDecisions):
            await fresh.send("Hello?")
        assert len(transport.bodies) == 1
        for call_id in fresh.waiting_tools:
            fresh.settle_tool(call_id, {"picked": 2})
        done = await restored.continued()
        assert done.outcome == "finished" and not fresh.is_restored
        assert results(fresh)["c1"] == {"refundId": "r-1"}

    talk(asked, connect, script)
    assert asked.done == [("refund", REFUND)]


def test_r16_edit_visible_to_model(connect: Connect) -> None:
    asked = bank(turn(C2))
    edited = TransferInput.model_validate({**TRANSFER, "reference": "rent"})

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, TransferApproval).approve(
            payload=TransferDecision(second_factor="123456"), edited_args=edited
        )
        await paused.continued()

    talk(asked, connect, script)
    assert "rent" in str(asked.model.requests[-1].messages)


def test_a_typed_question(connect: Connect) -> None:
    hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
    asked = bank(hook=hook)

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        question = only(chat, ChooseItinerary)
        assert question.payload.options[0].price.amount == 39
        assert not question.resolve({"choice": "first"})
        assert [error.code for error in question.errors] == ["invalid-payload"]
        assert question.resolve(ChooseItineraryResponse(choice=0))
        assert (await paused.continued()).outcome == "finished"

    talk(asked, connect, script)
    assert [one.resolved for one in hook.answers[0]] == [True]


@pytest.mark.parametrize("phase", list(Phase))
def test_a_question_at_each_phase(connect: Connect, phase: Phase) -> None:
    hook = Asking({phase: [bookings.pause_for_agent.interrupt(key="k")]})
    asked = bank(turn(C4), hook=hook)

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, PauseForAgent).resolve({"fine": True})
        assert (await paused.continued()).outcome == "finished"
        assert results(chat) == {"c4": 1.1}

    talk(asked, connect, script)
    assert len(asked.done) == len(hook.answers) == 1


def test_a_client_tool_runs_on_its_own(connect: Connect) -> None:
    asked = bank(turn(C3, C4))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        done = await chat.send("Go")
        assert (done.outcome, done.interrupts) == ("finished", ())
        assert results(chat) == {"c3": {"picked": 1}, "c4": 1.1}

    talk(asked, connect, script)


def test_a_client_tool_runs_after_its_approval(connect: Connect) -> None:
    asked = bank(turn(C5))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        (approval,) = chat.interrupts
        assert chat.resolve_all(True)
        assert approval.status == "staged"
        done = await paused.continued()
        assert done.outcome == "finished"
        assert results(chat) == {"c5": {"shared": True}}
        assert len(transport.bodies) == 3

    talk(asked, connect, script)


def test_a_pause_after_a_pause(connect: Connect) -> None:
    asked = bank(turn(C1), turn(C2))

    async def script(chat: Chat[Any], transport: Recorder) -> None:
        paused = await chat.send("Go")
        only(chat, RefundApproval).approve(payload=APPROVE)
        again = await paused.continued()
        only(chat, TransferApproval).approve(payload=TransferDecision(second_factor="123456"))
        assert (await again.continued()).outcome == "finished"
        assert (await chat.send("Thanks")).outcome == "finished"

    asked.model = type(asked.model)([turn(C1), turn(C2), "Done.", "You are welcome."])
    asked.agent = asked.deployed(asked.tools())
    talk(asked, connect, script)
    assert [name for name, _ in asked.done] == ["refund", "transfer"]
