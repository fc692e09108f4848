"""The run loop: what a model and its tools do, told as events."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Any

import pytest

from interruptgen_runtime import Json, JsonObject, LocalError, Phase, ToolDefinition
from interruptgen_runtime.core.errors import DuplicateDefinition
from interruptgen_runtime.server import (
    Agent,
    Answers,
    Delta,
    Finished,
    Middleware,
    Model,
    ModelFailure,
    ModelRequest,
    RunContext,
    Sealed,
    TextDelta,
    ToolCallContext,
    ToolCallDelta,
    ToolCallStarted,
    Unsafe,
    Usage,
    read_run_input,
)
from interruptgen_runtime.server.trust import KEYS_VARIABLE, choose_trust
from interruptgen_runtime.testing import Call, ScriptedModel, Thread, resolved
from payments.generated.payments import models, server
from server.attacking import QUESTION
from server.bank import APPROVE, C1, C4, RATE, Asking, Bank, outcome, pick, results, turn
from travel_desk.generated.bookings import server as bookings

BODY: JsonObject = {
    "threadId": "t",
    "runId": "r",
    "messages": [{"id": "u", "role": "user", "content": "Go"}],
    "tools": [],
    "context": [],
}


def run(agent: Agent, body: JsonObject = BODY) -> list[JsonObject]:
    async def story() -> list[JsonObject]:
        return [event async for event in agent.run(read_run_input(body))]

    return asyncio.run(story())


def kinds(events: list[JsonObject]) -> list[str]:
    return [str(event["type"]) for event in events]


class Streaming:
    """A model that streams given deltas, whatever it is asked, and knows when it was closed."""

    def __init__(self, *deltas: Delta) -> None:
        self.deltas = deltas
        self.closed = False

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        try:
            for delta in self.deltas:
                yield delta
        finally:
            self.closed = True


def test_a_text() -> None:
    usage = Usage(input_tokens=3, output_tokens=2)
    model = Streaming(TextDelta("Hel"), TextDelta(""), TextDelta("lo"), usage, Finished("length"))
    assert run(Agent(model=model, trust="unsafe")) == [
        {"type": "RUN_STARTED", "threadId": "t", "runId": "r"},
        {"type": "TEXT_MESSAGE_START", "messageId": "r-0", "role": "assistant"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "r-0", "delta": "Hel"},
        {"type": "TEXT_MESSAGE_CONTENT", "messageId": "r-0", "delta": "lo"},
        {"type": "TEXT_MESSAGE_END", "messageId": "r-0"},
        {
            "type": "RUN_FINISHED",
            "threadId": "t",
            "runId": "r",
            "metadata": {"tanstack": {"finishReason": "length"}},
            "outcome": {"type": "success"},
            "usage": [{"inputTokens": 3, "outputTokens": 2, "totalTokens": 5}],
        },
    ]


def test_tools_run_in_the_order_of_their_calls() -> None:
    bank = Bank([turn(C4, Call("x", "nobody", {}), Call("y", "exchange-rate", {"from": 1})), "Ok."])
    events = run(bank.agent)
    found = results(events)
    assert found["c4"] == "1.1"
    assert found["x"] == '{"error":"Unknown tool: nobody"}'
    assert "Input validation failed for tool exchange-rate" in found["y"]
    assert bank.done == [("exchange-rate", RATE)]
    assert kinds(events).count("RUN_FINISHED") == 1
    assert outcome(events) == "success"


@pytest.mark.parametrize(
    "arguments", ['{"a":', "[]", "5", '{"from":"a","from":"b","to":"c"}', "NaN"]
)
def test_arguments_that_are_none(arguments: str) -> None:
    bank = Bank([turn(Call("c1", "exchange-rate", arguments)), "Ok."])
    assert "Input validation failed" in results(run(bank.agent))["c1"]
    assert bank.done == []


def test_a_tool_that_raises_and_one_whose_result_is_refused() -> None:
    @server.exchange_rate.implement
    async def rate(input: models.ExchangeRateInput, call: ToolCallContext) -> Any:
        if input.to == "XXX":
            raise ValueError("no such currency")
        return models.ExchangeRateOutput(-1)

    one, other = Call("a", "exchange-rate", {"from": "EUR", "to": "XXX"}), C4
    model = ScriptedModel([turn(one, other), "Ok."])
    events = run(Agent(model=model, tools=[rate], trust="unsafe"))
    found = results(events)
    assert found["a"] == '{"error":"no such currency"}'
    assert "error" in found["c4"]
    failed = [event for event in events if event["type"] == "TOOL_CALL_RESULT"]
    assert all(event["metadata"] == {"tanstack": {"state": "output-error"}} for event in failed)


def test_a_run_ends_after_so_many_turns() -> None:
    calls = [turn(Call(f"c{place}", "exchange-rate", RATE)) for place in range(20)]
    bank = Bank(calls)
    events = run(bank.agent)
    assert len(bank.model.requests) == 10
    assert events[-1]["metadata"] == {"tanstack": {"finishReason": "length"}}


def test_a_model_that_counts_its_calls_from_one_every_time() -> None:
    same = turn(Call("call_0", "exchange-rate", RATE))
    bank = Bank([same, same, "Ok."])
    events = run(bank.agent)
    assert list(results(events)) == ["call_0", "call_0-2"]
    assert len(bank.done) == 2


@pytest.mark.parametrize(
    ("step", "message", "code"),
    [
        (ModelFailure("overloaded", "529"), "overloaded", "529"),
        (ModelFailure("overloaded"), "overloaded", None),
        (RuntimeError("secret://user:password@host"), "The run failed.", "internal-error"),
    ],
)
def test_a_model_that_fails(step: Exception, message: str, code: str | None) -> None:
    events = run(Agent(model=ScriptedModel([step]), trust="unsafe"))
    assert kinds(events) == ["RUN_STARTED", "RUN_ERROR"]
    assert (events[-1]["message"], events[-1].get("code")) == (message, code)


@pytest.mark.parametrize(
    "deltas",
    [
        [ToolCallDelta("c1", "{}")],
        [ToolCallStarted("c1", "a"), ToolCallStarted("c1", "b")],
    ],
)
def test_a_model_that_breaks_the_rules(deltas: list[Delta]) -> None:
    events = run(Agent(model=Streaming(*deltas), trust="unsafe"))
    assert events[-1]["type"] == "RUN_ERROR"


def test_closing_a_run_closes_the_model_s_stream() -> None:
    async def story() -> None:
        model = Streaming(*[TextDelta("x")] * 100)
        events = Agent(model=model, trust="unsafe").run(read_run_input(BODY))
        async for event in events:
            if event["type"] == "TEXT_MESSAGE_CONTENT":
                break
        assert not model.closed
        await events.aclose()
        assert model.closed

    asyncio.run(story())


def test_cancelling_a_run_stops_its_tool() -> None:
    async def story() -> None:
        started, stopped = asyncio.Event(), asyncio.Event()

        @server.exchange_rate.implement
        async def rate(input: models.ExchangeRateInput, call: ToolCallContext) -> Any:
            started.set()
            try:
                await asyncio.sleep(60)
            finally:
                stopped.set()

        agent = Agent(model=ScriptedModel([turn(C4)]), tools=[rate], trust="unsafe")

        async def consume() -> None:
            async for _ in agent.run(read_run_input(BODY)):
                pass

        task = asyncio.create_task(consume())
        await started.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert stopped.is_set()

    asyncio.run(story())


def test_client_tools_that_the_client_declares() -> None:
    declared: Json = {"name": "locate", "description": "Where am I?", "parameters": {}}
    body: JsonObject = {**BODY, "tools": [declared, {"name": "pick"}, {"no": "name"}]}
    model = ScriptedModel([turn(Call("c1", "locate", {}))])
    agent = Agent(model=model, tools=[pick], trust="unsafe", adopt_client_tools=True)
    assert outcome(run(agent, body)) == "interrupt"
    assert [tool.name for tool in model.requests[0].tools] == ["pick", "locate"]


class Stating(Middleware):
    def __init__(self, state: Json) -> None:
        self.state = state

    async def on_start(self, ctx: RunContext) -> None:
        ctx.state = self.state


def test_the_state_of_the_application_comes_before_a_pause() -> None:
    events = run(Bank([turn(C1)], middleware=[Stating({"step": 3})]).agent)
    assert kinds(events)[-3:] == ["MESSAGES_SNAPSHOT", "STATE_SNAPSHOT", "RUN_FINISHED"]
    assert events[-2]["snapshot"] == {"step": 3}
    assert "null" not in json.dumps(events)


class Watching(Asking):
    """Asks before the model, and notes which of its hooks are called, and by which run."""

    def __init__(self) -> None:
        super().__init__({Phase.BEFORE_MODEL: [QUESTION]})
        self.seen: list[tuple[str, str]] = []

    async def on_start(self, ctx: RunContext) -> None:
        self.seen.append((ctx.run_id, "start"))

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> None:
        self.seen.append((ctx.run_id, "resolution"))


def test_answers_are_known_before_a_run_starts() -> None:
    watching = Watching()
    interrupts = [bookings.choose_itinerary]
    thread = Bank(["Done."], middleware=[watching], interrupts=interrupts).thread()
    asyncio.run(thread.say("Go"))
    asyncio.run(thread.answer([resolved(thread.interrupts[0], {"choice": 0})]))
    first, second = dict.fromkeys(run_id for run_id, _ in watching.seen)
    assert watching.seen == [(first, "start"), (second, "resolution"), (second, "start")]


def test_a_state_that_is_no_json_ends_the_run() -> None:
    events = run(Bank([turn(C1)], middleware=[Stating({"step": float("nan")})]).agent)
    assert "MESSAGES_SNAPSHOT" not in kinds(events)
    assert events[-1]["code"] == "internal-error"


@pytest.mark.parametrize(
    ("questions", "registered"),
    [
        ([bookings.pause_for_agent.interrupt(key="a")], []),
        ([bookings.pause_for_agent.interrupt(key="a")] * 2, [bookings.pause_for_agent]),
    ],
)
def test_questions_that_may_not_be_asked(questions: Any, registered: Any) -> None:
    hook = Asking({Phase.BEFORE_MODEL: questions})
    events = run(Bank(["Ok."], middleware=[hook], interrupts=registered).agent)
    assert events[-1]["type"] == "RUN_ERROR"


def test_a_question_of_another_phase() -> None:
    hook = Asking({Phase.AFTER_MODEL: [QUESTION]})
    bank = Bank(["Ok."], middleware=[hook], interrupts=[bookings.choose_itinerary])
    assert run(bank.agent)[-1]["type"] == "RUN_ERROR"


def test_an_answered_question_is_not_asked_again_unless_it_insists() -> None:
    async def story(insists: bool) -> str:
        question = bookings.pause_for_agent.interrupt(key="a")
        hook = Asking({Phase.BEFORE_MODEL: [question.repeated() if insists else question]})
        bank = Bank(["Ok."], middleware=[hook], interrupts=[bookings.pause_for_agent])
        thread = bank.thread()
        await thread.say("Go")
        return outcome(await thread.answer([resolved(thread.interrupts[0], {})]))

    assert asyncio.run(story(False)) == "success"
    assert asyncio.run(story(True)) == "interrupt"


def test_agents_that_cannot_be_made() -> None:
    model: Model = ScriptedModel([])
    with pytest.raises(LocalError, match="needs an implementation"):
        Agent(model=model, tools=[server.refund], trust="unsafe")
    twin: ToolDefinition[dict[str, Json], Json, None, None] = ToolDefinition(
        name="pick", runs_on="client", input=None, output=None
    )
    with pytest.raises(DuplicateDefinition):
        Agent(model=model, tools=[pick, twin], trust="unsafe")
    with pytest.raises(LocalError, match="runs on the client"):
        pick.implement(_nothing)


async def _nothing(input: dict[str, Json], call: ToolCallContext) -> Json:
    return None


def test_trust_comes_from_the_environment(caplog: pytest.LogCaptureFixture) -> None:
    key = "A" * 43
    with caplog.at_level(logging.WARNING):
        assert isinstance(choose_trust(None, {KEYS_VARIABLE: key}), Sealed)
        assert caplog.messages == []
        one, other = choose_trust(None, {}), choose_trust(None, {})
        assert isinstance(one, Sealed)
        assert isinstance(other, Sealed)
        assert one.keys == other.keys
        assert "neither a restart nor a second worker" in caplog.messages[0]
        caplog.clear()
        assert choose_trust("unsafe", {KEYS_VARIABLE: key}) == Unsafe()
        assert "unsafe" in caplog.messages[0]
    for environment in ({KEYS_VARIABLE: ""}, {KEYS_VARIABLE: "short"}):
        with pytest.raises(LocalError):
            choose_trust(None, environment)
    with pytest.raises(LocalError):
        choose_trust("none", {})


def test_runs_at_the_same_time_do_not_mix() -> None:
    async def story() -> None:
        bank = Bank([turn(C1)] * 20 + ["Done."] * 20)
        threads = [Thread(bank.agent, f"thread-{place}") for place in range(20)]
        await asyncio.gather(*(thread.say("Go") for thread in threads))
        first, second = threads[0].interrupts[0], threads[1].interrupts[0]
        assert first.id != second.id
        crossed = await threads[0].answer([resolved(second, APPROVE)])
        assert outcome(crossed) == "error"
        answers = [thread.answer([resolved(thread.interrupts[0], APPROVE)]) for thread in threads]
        assert {outcome(events) for events in await asyncio.gather(*answers)} == {"success"}
        assert len(bank.done) == 20
        assert sorted(each.thread_id for each in bank.contexts) == sorted(t.id for t in threads)

    asyncio.run(story())


def test_a_stream_that_is_no_generator() -> None:
    class Plain:
        def __init__(self) -> None:
            self.left = [TextDelta("Hi")]

        def stream(self, request: ModelRequest) -> AsyncIterator[Delta]:
            return self

        def __aiter__(self) -> "Plain":
            return self

        async def __anext__(self) -> Delta:
            if not self.left:
                raise StopAsyncIteration
            return self.left.pop()

    assert outcome(run(Agent(model=Plain(), trust="unsafe"))) == "success"


def test_text_after_a_call_stays_in_one_message() -> None:
    deltas = (TextDelta("a"), ToolCallStarted("c1", "pick"), TextDelta("b"))
    events = run(Agent(model=Streaming(*deltas), tools=[pick], trust="unsafe"))
    snapshot: Any = events[-2]["messages"]
    assert snapshot[-1]["content"] == "ab"
