"""The spans of runs: what they are called, how they hang together, and what is not in them."""

import asyncio
import gc
import inspect
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator
from typing import Any

import pytest
from opentelemetry.trace import INVALID_SPAN, SpanKind, StatusCode, get_current_span

from docs.markdown import ROOT
from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.server import (
    Agent,
    ChatEndpoint,
    Delta,
    Finished,
    Middleware,
    Model,
    ModelFailure,
    ModelRequest,
    RunContext,
    RunInput,
    TextDelta,
    ToolCallContext,
    Usage,
    read_run_input,
)
from interruptgen_runtime.server.run import run_events
from interruptgen_runtime.server.tracing import tracing
from interruptgen_runtime.server.tracing.off import OFF
from interruptgen_runtime.testing import Call, ScriptedModel, Thread, cancelled, resolved
from payments.generated.payments import models, server
from server.attacking import QUESTION
from server.bank import APPROVE, C1, C2, C3, C4, FACTOR, REJECT, TRANSFER, Asking, Bank, turn
from server.traced import Traces, attributes, happened
from travel_desk.generated.bookings import server as bookings

PLAIN = "invoke_agent\n  chat\n  execute_tool exchange-rate\n  chat"
PAUSED = "invoke_agent\n  chat\n  interruptgen.pause"


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Traces:
    return Traces(monkeypatch)


def inputs(thread_id: str = "t") -> RunInput:
    message: JsonObject = {"id": "u", "role": "user", "content": "Pay 4711 to Ada"}
    body: JsonObject = {"threadId": thread_id, "runId": "r", "messages": [message], "tools": []}
    return read_run_input(body)


def play(agent: Agent) -> list[JsonObject]:
    async def story() -> list[JsonObject]:
        return [event async for event in agent.run(inputs())]

    return asyncio.run(story())


class Talking:
    """A model that says what it is, and streams given deltas or fails."""

    model_name = "talk-1"
    provider_name = "talks"

    def __init__(self, *deltas: Delta | Exception) -> None:
        self.deltas = deltas

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        for delta in self.deltas:
            if isinstance(delta, Exception):
                raise delta
            yield delta


class Hanging:
    """A model that never ends its answer."""

    async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
        yield TextDelta("Hel")
        await asyncio.Future()


def test_a_plain_run(traces: Traces) -> None:
    play(Bank([turn(C4), "Ok."]).agent)

    assert traces.trees == [PLAIN]
    (run,) = traces.named("invoke_agent")
    assert run.kind is SpanKind.INTERNAL
    assert run.status.status_code is StatusCode.UNSET
    assert attributes(run) == {
        "gen_ai.operation.name": "invoke_agent",
        "gen_ai.conversation.id": "t",
        "interruptgen.run_id": "r",
        "interruptgen.outcome": "success",
    }
    (tool,) = traces.named("execute_tool exchange-rate")
    assert attributes(tool) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "exchange-rate",
        "gen_ai.tool.type": "function",
        "gen_ai.tool.call.id": "c4",
        "gen_ai.tool.description": "Look up today's rate; nobody is asked.",
        "interruptgen.edited": False,
    }
    assert [attributes(chat)["interruptgen.tool_calls"] for chat in traces.named("chat")] == [1, 0]


def test_a_model_that_says_what_it_is(traces: Traces) -> None:
    deltas = (
        TextDelta("Hello"),
        Usage(input_tokens=3, output_tokens=1),
        Usage(output_tokens=4),
        Finished("length"),
    )
    play(Agent(model=Talking(*deltas), trust="unsafe"))

    (chat,) = traces.named("chat talk-1")
    assert chat.kind is SpanKind.CLIENT
    assert attributes(chat) == {
        "gen_ai.operation.name": "chat",
        "gen_ai.conversation.id": "t",
        "gen_ai.request.model": "talk-1",
        "gen_ai.provider.name": "talks",
        "gen_ai.response.finish_reasons": ("length",),
        "gen_ai.usage.input_tokens": 3,
        "gen_ai.usage.output_tokens": 5,
        "interruptgen.tool_calls": 0,
    }
    (run,) = traces.named("invoke_agent")
    assert attributes(run)["gen_ai.request.model"] == "talk-1"
    assert attributes(run)["gen_ai.usage.output_tokens"] == 5


def test_a_pause_is_no_error_and_its_continuation_names_it(traces: Traces) -> None:
    bank = Bank([turn(C1, C2, C3, C4), "Ok."])
    thread = bank.thread()

    asyncio.run(thread.say("Go"))
    (run,) = traces.named("invoke_agent")
    assert run.status.status_code is StatusCode.UNSET
    assert attributes(run)["interruptgen.outcome"] == "interrupt"
    assert attributes(run)["interruptgen.interrupts"] == 3
    assert happened(run, "interruptgen.interrupt") == [
        {
            "interruptgen.kind": kind,
            "interruptgen.definition": name,
            "gen_ai.tool.call.id": call_id,
        }
        for kind, name, call_id in (
            ("approval", "refund", "c1"),
            ("approval", "transfer", "c2"),
            ("client-tool", "pick", "c3"),
        )
    ]
    assert traces.take() == [PAUSED]

    refund, transfer, pick = thread.interrupts
    edited: JsonObject = {**FACTOR, "editedArgs": TRANSFER}
    answers = [resolved(refund, REJECT), resolved(transfer, edited), cancelled(pick)]
    asyncio.run(thread.answer(answers))
    (run,) = traces.named("invoke_agent")
    assert attributes(run)["interruptgen.parent_run_id"] == "run-1"
    assert attributes(run)["interruptgen.outcome"] == "success"
    (resume,) = traces.named("interruptgen.resume")
    assert resume.status.status_code is StatusCode.UNSET
    assert attributes(resume) == {
        "interruptgen.entries": 3,
        "interruptgen.parent_run_id": "run-1",
        "interruptgen.replayed": False,
    }
    decided = {
        event["interruptgen.definition"]: event["interruptgen.resolution"]
        for event in happened(resume, "interruptgen.resolution")
    }
    assert decided == {"refund": "rejected", "transfer": "edited", "pick": "cancelled"}
    (ran,) = traces.named("execute_tool transfer")
    assert attributes(ran)["interruptgen.edited"] is True
    assert traces.take() == [
        "invoke_agent\n  interruptgen.resume\n  execute_tool transfer\n"
        "  execute_tool exchange-rate\n  chat"
    ]


def test_a_question_and_its_answer(traces: Traces) -> None:
    asking = Asking({Phase.BEFORE_MODEL: [QUESTION]})
    bank = Bank(["Ok."], [asking], [bookings.choose_itinerary])
    thread = bank.thread()

    asyncio.run(thread.say("Go"))
    (run,) = traces.named("invoke_agent")
    assert happened(run, "interruptgen.interrupt") == [
        {
            "interruptgen.kind": "generic",
            "interruptgen.definition": bookings.choose_itinerary.id,
            "interruptgen.phase": "beforeModel",
        }
    ]
    assert traces.take() == ["invoke_agent\n  interruptgen.pause"]

    asyncio.run(thread.answer([cancelled(thread.interrupts[0])]))
    (resume,) = traces.named("interruptgen.resume")
    assert happened(resume, "interruptgen.resolution") == [
        {
            "interruptgen.definition": bookings.choose_itinerary.id,
            "interruptgen.resolution": "cancelled",
        }
    ]


def test_answers_that_come_again(traces: Traces) -> None:
    bank = Bank([turn(C1), ModelFailure("down"), "Ok."])
    thread = bank.thread()
    asyncio.run(thread.say("Go"))
    body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
    asyncio.run(thread.send(body))
    assert traces.take()[-1] == "invoke_agent\n  interruptgen.resume\n  execute_tool refund\n  chat"

    asyncio.run(thread.send({**body, "runId": "again"}))
    (resume,) = traces.named("interruptgen.resume")
    assert attributes(resume)["interruptgen.replayed"] is True
    assert traces.take() == ["invoke_agent\n  interruptgen.resume\n  chat"]


def test_answers_that_are_refused(traces: Traces) -> None:
    bank = Bank([turn(C1), "Ok."])
    thread = bank.thread()
    asyncio.run(thread.say("Go"))
    entry = {**resolved(thread.interrupts[0], APPROVE), "interruptId": "forged"}
    traces.take()

    asyncio.run(thread.answer([entry]))
    (resume,) = traces.named("interruptgen.resume")
    assert resume.status.status_code is StatusCode.ERROR
    assert attributes(resume)["interruptgen.error_codes"] == (
        "unknown-interrupt",
        "item-validation-failed",
    )
    assert attributes(resume)["error.type"] == "unknown-interrupt"
    assert not resume.events
    (run,) = traces.named("invoke_agent")
    assert run.status.status_code is StatusCode.ERROR
    assert attributes(run)["error.type"] == "unknown-interrupt"
    assert traces.take() == ["invoke_agent\n  interruptgen.resume"]


def test_a_tool_that_raises(traces: Traces) -> None:
    @server.exchange_rate.implement
    async def rate(
        input: models.ExchangeRateInput, call: ToolCallContext
    ) -> models.ExchangeRateOutput:
        raise LookupError("no such currency")

    play(Bank([turn(C4), "Ok."]).deployed([rate]))

    assert traces.trees == [PLAIN]
    (tool,) = traces.named("execute_tool exchange-rate")
    assert tool.status.status_code is StatusCode.ERROR
    assert attributes(tool)["error.type"] == "LookupError"
    (exception,) = happened(tool, "exception")
    assert exception["exception.message"] == "no such currency"
    (run,) = traces.named("invoke_agent")
    assert run.status.status_code is StatusCode.UNSET


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (ModelFailure("secret", "model-quota"), "model-quota", "model-quota"),
        (ModelFailure("secret"), "interruptgen_runtime.server.model.ModelFailure", "failed"),
        (ValueError("secret"), "ValueError", "internal-error"),
    ],
)
def test_a_model_that_fails(traces: Traces, error: Exception, kind: str, code: str) -> None:
    play(Agent(model=Talking(Usage(input_tokens=3), error), trust="unsafe"))

    (chat,) = traces.named("chat talk-1")
    assert chat.status.status_code is StatusCode.ERROR
    assert attributes(chat)["error.type"] == kind
    assert attributes(chat)["gen_ai.usage.input_tokens"] == 3
    (run,) = traces.named("invoke_agent")
    assert (run.status.status_code, attributes(run)["error.type"]) == (StatusCode.ERROR, code)
    assert "secret" not in traces.recorded


def test_a_run_that_is_cancelled(traces: Traces) -> None:
    async def story() -> None:
        spoke = asyncio.Event()

        async def listen() -> None:
            async for event in Agent(model=Hanging(), trust="unsafe").run(inputs()):
                if event["type"] == "TEXT_MESSAGE_CONTENT":
                    spoke.set()

        task = asyncio.create_task(listen())
        await spoke.wait()
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(story())
    assert traces.trees == ["invoke_agent\n  chat"]
    for span in traces.spans:
        assert span.status.status_code is StatusCode.UNSET
        assert attributes(span)["interruptgen.cancelled"] is True


def test_a_tool_that_is_cancelled(traces: Traces) -> None:
    started = asyncio.Event()

    @server.exchange_rate.implement
    async def rate(
        input: models.ExchangeRateInput, call: ToolCallContext
    ) -> models.ExchangeRateOutput:
        started.set()
        await asyncio.Future()
        raise AssertionError

    async def story() -> None:
        agent = Bank([turn(C4), "Ok."]).deployed([rate])

        async def listen() -> None:
            async for _ in agent.run(inputs()):
                pass

        task = asyncio.create_task(listen())
        await started.wait()
        task.cancel()
        await asyncio.wait([task])

    asyncio.run(story())
    assert traces.trees == ["invoke_agent\n  chat\n  execute_tool exchange-rate"]
    (tool,) = traces.named("execute_tool exchange-rate")
    assert attributes(tool)["interruptgen.cancelled"] is True


async def until_text(events: AsyncGenerator[JsonObject, None]) -> None:
    async for event in events:
        if event["type"] == "TEXT_MESSAGE_CONTENT":
            return


@pytest.mark.parametrize("closes", [True, False])
def test_a_run_that_nobody_wants_any_more(traces: Traces, closes: bool) -> None:
    async def story() -> None:
        events = Agent(model=Hanging(), trust="unsafe").run(inputs())
        await until_text(events)
        if closes:
            await events.aclose()
        del events
        gc.collect()
        await asyncio.sleep(0.01)
        assert traces.trees == ["invoke_agent\n  chat"]

    asyncio.run(story())
    (run,) = traces.named("invoke_agent")
    assert attributes(run)["interruptgen.cancelled"] is True


def test_whoever_leaves_after_the_last_event_has_cancelled_nothing(traces: Traces) -> None:
    async def story() -> None:
        events = Agent(model=ScriptedModel(["Ok."]), trust="unsafe").run(inputs())
        async for event in events:
            if event["type"] == "RUN_FINISHED":
                break
        await events.aclose()

    asyncio.run(story())
    (run,) = traces.named("invoke_agent")
    assert "interruptgen.cancelled" not in attributes(run)


def test_runs_that_take_turns_in_one_task_keep_apart(traces: Traces) -> None:
    async def story() -> None:
        runs = [Bank([turn(C4), "Ok."]).agent.run(inputs(f"t{number}")) for number in range(2)]
        with traces.tracer.start_as_current_span("host") as host:
            while runs:
                for events in list(runs):
                    if await anext(events, None) is None:
                        runs.remove(events)
                    assert get_current_span() is host
        assert get_current_span() is INVALID_SPAN

    asyncio.run(story())
    one = "\n".join(f"  {line}" for line in PLAIN.split("\n"))
    assert traces.trees == [f"host\n{one}\n{one}"]
    runs = traces.named("invoke_agent")
    assert [attributes(run)["gen_ai.conversation.id"] for run in runs] == ["t0", "t1"]


def test_runs_in_tasks_keep_apart(traces: Traces) -> None:
    async def story() -> None:
        banks = [Bank([turn(C4), "Ok."]) for _ in range(20)]
        await asyncio.gather(*(bank.thread(f"t{i}").say("Go") for i, bank in enumerate(banks)))

    asyncio.run(story())
    assert traces.trees == [PLAIN] * 20


def test_spans_of_the_application_are_below_the_step_that_starts_them(traces: Traces) -> None:
    def mark(name: str) -> None:
        traces.tracer.start_span(name).end()

    class Marking(Middleware):
        async def on_start(self, ctx: RunContext) -> None:
            mark("hook")

    class Marked(ScriptedModel):
        async def stream(self, request: ModelRequest) -> AsyncGenerator[Delta, None]:
            mark("provider")
            async for delta in super().stream(request):
                yield delta

    @server.exchange_rate.implement
    async def rate(
        input: models.ExchangeRateInput, call: ToolCallContext
    ) -> models.ExchangeRateOutput:
        await asyncio.sleep(0)
        mark("database")
        return models.ExchangeRateOutput(1.1)

    model: Model = Marked([turn(C4), "Ok."])
    play(Agent(model=model, tools=[rate], middleware=[Marking()], trust="unsafe"))
    assert traces.trees == [
        "invoke_agent\n  hook\n  chat\n    provider\n"
        "  execute_tool exchange-rate\n    database\n  chat\n    provider"
    ]


def test_nothing_of_what_was_said_is_recorded(traces: Traces) -> None:
    bank = Bank([turn(C1), "It is done."])
    thread = bank.thread(principal="ada@example.org")
    asyncio.run(thread.say("Secret 4711"))
    asyncio.run(thread.answer([resolved(thread.interrupts[0], APPROVE)]))
    recorded = traces.recorded
    assert "invoke_agent" in recorded and "thread-1" in recorded
    for secret in ("4711", "B-1", "Ada", "T-1", "r-1", "One moment", "done", "ada@example.org"):
        assert secret not in recorded, secret


def test_long_ids_are_shortened(traces: Traces) -> None:
    long = "x" * 10_000
    play(Bank([turn(Call(long, "exchange-rate", {"from": "EUR", "to": "USD"})), "Ok."]).agent)
    (tool,) = traces.named("execute_tool exchange-rate")
    assert len(attributes(tool)["gen_ai.tool.call.id"]) == 256


def test_without_a_provider_nothing_is_made() -> None:
    assert tracing() is OFF
    events = Agent(model=ScriptedModel(["Ok."]), trust="unsafe").run(inputs())
    assert inspect.isasyncgen(events)
    assert events.ag_code is run_events.__code__


HIDDEN = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "opentelemetry":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
import asyncio
import json
from interruptgen_runtime.server import Agent
from interruptgen_runtime.testing import ScriptedModel, Thread

thread = Thread(Agent(model=ScriptedModel(["Ok."]), trust="unsafe"))
events = asyncio.run(thread.say("Go"))
loaded = [name for name in sys.modules if "opentelemetry" in name or name.endswith("spans")]
print(json.dumps([events[-1]["type"], loaded]))
"""


def test_without_opentelemetry_a_run_is_as_ever() -> None:
    done = subprocess.run(
        [sys.executable, "-c", HIDDEN],
        env={**os.environ, "PYTHONPATH": str(ROOT / "runtime")},
        capture_output=True,
        text=True,
        check=True,
    )
    found: Any = json.loads(done.stdout)
    assert found == ["RUN_FINISHED", []]


def test_a_run_over_http_is_below_the_span_of_its_request(traces: Traces) -> None:
    body: JsonObject = {"threadId": "t", "runId": "r", "messages": [], "tools": []}
    parts = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}]
    sent: list[Any] = []

    async def receive() -> Any:
        return parts.pop() if parts else await asyncio.Future()

    async def send(message: Any) -> None:
        sent.append(message)

    async def story() -> None:
        endpoint = ChatEndpoint(agent=Bank(["Ok."]).agent)
        headers = [(b"content-type", b"application/json")]
        with traces.tracer.start_as_current_span("POST /api/chat"):
            await endpoint({"type": "http", "method": "POST", "headers": headers}, receive, send)

    asyncio.run(story())
    assert b"RUN_FINISHED" in b"".join(message.get("body", b"") for message in sent)
    assert traces.trees == ["POST /api/chat\n  invoke_agent\n    chat"]


def test_the_page_names_what_is_ours() -> None:
    folder = ROOT / "runtime/interruptgen_runtime/server/tracing"
    source = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    page = (ROOT / "docs/server.md").read_text(encoding="utf-8")
    made = set(re.findall(r'"(interruptgen\.[a-z_]+)"', source))
    assert made == set(re.findall(r"`(interruptgen\.[a-z_]+)`", page))


def test_a_thread_of_tests_is_traced_as_well(traces: Traces) -> None:
    thread = Thread(Bank(["Ok."]).agent)
    asyncio.run(thread.say("Go"))
    assert traces.trees == ["invoke_agent\n  chat"]
