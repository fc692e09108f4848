"""Rehearsals: an application's agent, scripted and recorded, and the fixtures around it."""

import asyncio
import subprocess
import sys
from datetime import timedelta

import pytest

from desk_server.agent import make_agent
from desk_server.generated.calendar.server import add_to_calendar
from interruptgen_runtime import JsonObject, testing
from interruptgen_runtime.server import Agent, Sealed, ToolCallContext, Unsafe, key_ring
from interruptgen_runtime.testing import (
    AgentThread,
    Call,
    FixedClock,
    RunAsync,
    Thread,
    Turn,
    approved,
    cancelled,
    rehearse,
    rejected,
    resolved,
)
from payments.generated.payments.models import ExchangeRateInput, ExchangeRateOutput, RefundInput
from payments.generated.payments.server import exchange_rate, refund
from travel_desk.generated.bookings.server import choose_itinerary, confirm_booking

RATE = Call("c1", "exchange-rate", {"from": "EUR", "to": "USD"})
REFUND = Call(
    "c2",
    "refund",
    {"bookingId": "B-7", "traveller": "Ada", "price": {"amount": 120, "currency": "EUR"}},
)
CALENDAR = Call("c3", "add-to-calendar", {"title": "RJ 61", "startsAt": "2027-05-04T09:27:00Z"})


def test_a_client_s_history(agent_thread: AgentThread, run_async: RunAsync) -> None:
    """What the model said and called is in the next request, with or without a pause between."""
    thread = agent_thread(
        make_agent(), [Turn(text=("One ", "moment."), calls=(RATE,)), "1.08", "Yes."]
    )
    run_async(thread.say("The rate?"))
    run_async(thread.say("Sure?"))
    shown = [(one["role"], one.get("content")) for one in thread.requests[-1].messages]
    assert shown == [
        ("user", "The rate?"),
        ("assistant", "One moment."),
        ("tool", "1.08"),
        ("assistant", "1.08"),
        ("user", "Sure?"),
    ]
    function = {"name": "exchange-rate", "arguments": RATE.text}
    calls = thread.requests[-1].messages[1]["toolCalls"]
    assert calls == [{"id": "c1", "type": "function", "function": function}]
    assert thread.text == "Yes."


def test_a_request_that_is_sent_twice_is_in_the_history_once(
    agent_thread: AgentThread, run_async: RunAsync
) -> None:
    thread = agent_thread(make_agent(), [Turn(calls=(REFUND,)), "Paid.", "Paid.", "No more."])
    run_async(thread.say("Please refund B-7."))
    request = thread.answering([approved(thread.interrupts[0], {"ticket": "T-1"})])
    run_async(thread.send(request))
    once = thread.messages
    run_async(thread.send(request))
    assert thread.messages == once
    run_async(thread.say("Anything else?"))
    assert [one["role"] for one in thread.requests[-1].messages] == [
        "user",
        "assistant",
        "tool",
        "assistant",
        "user",
    ]
    run_async(thread.say("And now?"))
    assert thread.events[-1]["message"] == "the script has 4 turns, and this is call 5"


def test_each_kind_of_interrupt_has_its_type(
    agent_thread: AgentThread, run_async: RunAsync
) -> None:
    thread = agent_thread(make_agent(), [Turn(calls=(REFUND, CALENDAR)), "Done."])
    run_async(thread.say("A refund for the train."))
    (question,) = thread.pending(choose_itinerary)
    assert [option.legs[0].train for option in question.shown.options] == ["RJ 61", "RJ 63"]
    assert thread.pending(refund) == []
    run_async(thread.answer([resolved(question.interrupt, {"choice": 1})]))
    assert "RJ 63" in thread.requests[-1].system[-1]

    (approval,), (call,) = thread.pending(refund), thread.pending(add_to_calendar)
    assert (approval.shown.booking_id, call.shown.title) == ("B-7", "RJ 61")
    assert thread.pending(confirm_booking) == []
    approval_and_result = [
        rejected(approval.interrupt, {"reason": "other"}),
        resolved(call.interrupt, {"added": True}),
    ]
    run_async(thread.answer(approval_and_result))
    assert (thread.text, thread.interrupts, thread.executions) == ("Done.", (), [])


def test_tools_that_ran_are_recorded(run_async: RunAsync) -> None:
    """So are those that failed, and those of other threads with the same agent."""

    @exchange_rate.implement
    async def fails(input: ExchangeRateInput, call: ToolCallContext) -> ExchangeRateOutput:
        raise OSError("the bank is closed")

    agent = make_agent()
    agent = Agent(model=agent.model, tools=[*list(agent.tools)[:2], fails])
    thread = rehearse(agent, [Turn(calls=(REFUND,)), Turn(calls=(RATE,)), "Done."])
    run_async(thread.say("A refund."))
    run_async(thread.answer([approved(thread.interrupts[0], {"ticket": "T-1"})]))
    run_async(Thread(thread.agent, "another").say("The rate?"))
    first, second = thread.executions
    assert isinstance(first.arguments, RefundInput)
    assert first.call.approval == {"ticket": "T-1"}
    assert (second.name, second.call.thread_id) == ("exchange-rate", "thread-1")


def test_edits_and_cancellations(agent_thread: AgentThread, run_async: RunAsync) -> None:
    sent: JsonObject = {
        "amount": {"amount": 5, "currency": "EUR"},
        "recipient": {"iban": "AT611904300234573201"},
    }
    call = Call("c1", "transfer", {**sent, "amount": {"amount": 500, "currency": "EUR"}})
    for answer, amounts in (("approve", [5]), ("cancel", [])):
        thread = agent_thread(make_agent(), [Turn(calls=(call,)), "Done."])
        run_async(thread.say("A transfer."))
        (interrupt,) = thread.interrupts
        entry = (
            approved(interrupt, {"secondFactor": "123456"}, edited=sent)
            if answer == "approve"
            else cancelled(interrupt)
        )
        run_async(thread.answer([entry]))
        assert [run.arguments.amount.amount for run in thread.executions] == amounts


def test_a_rehearsal_keeps_how_the_agent_trusts() -> None:
    """All but the keys: those of the tests take their place, and a guard on the same clock."""
    secret = key_ring([bytes(32)])
    trust = Sealed(keys=secret, audience="desk", time_to_live=timedelta(minutes=1))
    model = make_agent().model
    kept = rehearse(Agent(model=model, trust=trust)).agent.trust
    assert isinstance(kept, Sealed)
    assert (kept.audience, kept.time_to_live) == ("desk", timedelta(minutes=1))
    assert kept.keys != secret
    assert kept.guard is not trust.guard
    assert rehearse(Agent(model=model, trust=Unsafe())).agent.trust == Unsafe()
    assert rehearse(Agent(model=model, trust="unsafe")).agent.trust == "unsafe"


def test_without_a_script_the_model_stays(agent_thread: AgentThread, run_async: RunAsync) -> None:
    thread = agent_thread(make_agent(), id="thread-9", principal="Ada")
    run_async(thread.say("Hello."))
    assert thread.text.startswith("Say refund")
    assert len(thread.requests) == 1
    assert (thread.requests[0].thread_id, thread.principal) == ("thread-9", "Ada")


def test_rehearsals_are_alike(run_async: RunAsync) -> None:
    first, second = (rehearse(make_agent(), [Turn(calls=(REFUND,))]) for _ in range(2))
    assert run_async(first.say("A refund.")) == run_async(second.say("A refund."))


def test_coroutines_of_a_test_share_a_loop(run_async: RunAsync) -> None:
    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    assert run_async(loop()) is run_async(loop())


def test_the_clock_of_a_thread_is_that_of_the_test(
    agent_thread: AgentThread, fixed_clock: FixedClock, run_async: RunAsync
) -> None:
    thread = agent_thread(make_agent(), [Turn(calls=(REFUND,))])
    fixed_clock.advance(timedelta(days=1))
    run_async(thread.say("A refund."))
    assert thread.interrupts[0].expires_at == "2027-01-16T09:00:00.000Z"


def test_every_name_is_there() -> None:
    for name in testing.__all__:
        assert getattr(testing, name) is not None
    with pytest.raises(ImportError, match="cannot import name 'nothing'"):
        exec("from interruptgen_runtime.testing import nothing")


HEAVY = "{'interruptgen_runtime.server', 'jsonschema_rs', 'pydantic', 'pydantic_core'}"


@pytest.mark.parametrize(
    "code",
    [
        f"import interruptgen_runtime.testing.pytest_plugin; assert not {HEAVY} & set(sys.modules)",
        "sys.modules['pytest'] = None; from interruptgen_runtime.testing import rehearse",
    ],
    ids=["the plugin is light", "pytest is not needed"],
)
def test_what_is_imported(code: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys; {code}"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
