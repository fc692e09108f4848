"""An agent on generated definitions with a provider over HTTP: it pauses and goes on."""

import asyncio
import json
from typing import Any

from pydantic_ai.models.test import TestModel

from interruptgen_runtime import (
    InterruptDefinition,
    InterruptRequest,
    Json,
    JsonObject,
    Phase,
)
from interruptgen_runtime.models.pydantic_ai import PydanticAIModel
from interruptgen_runtime.server import (
    Agent,
    BoundaryContext,
    Middleware,
    Model,
    ToolCallContext,
)
from interruptgen_runtime.testing import FixedClock, Thread, fixed_outside, fixed_trust, resolved
from models.provider import Provider, Reply, call, finish, serving, text, used
from payments.generated.payments import models, server

REFUND = '{"bookingId": "B-1", "traveller": "Ada", "price": {"amount": 120, "currency": "EUR"}}'
TRANSFER = (
    '{"amount": {"amount": 120, "currency": "EUR"}, "recipient": {"iban": "AT611904300234573201"}}'
)
LESS: JsonObject = {**json.loads(TRANSFER), "amount": {"amount": 60, "currency": "EUR"}}
APPROVE: JsonObject = {"approved": True, "payload": {"ticket": "T-1"}}
THANKS = Reply(chunks=[*text("It is ", "done."), finish("stop"), used(40, 3)])


def asks(name: str, arguments: str) -> Reply:
    """Let the model call a tool that needs an approval and another one, piece by piece."""
    return Reply(
        chunks=[
            *text("One moment."),
            call(0, "", "c1", name),
            call(0, arguments[:30]),
            call(1, '{"from":"EUR",', "c2", "exchange-rate"),
            call(0, arguments[30:]),
            call(1, '"to":"USD"}'),
            finish("tool_calls"),
            used(20, 9),
        ]
    )


class Desk:
    """An agent whose model is a provider on loopback, and what its tools were called with."""

    def __init__(self, provider: Provider) -> None:
        self.refunds: list[models.RefundInput] = []
        self.transfers: list[models.TransferInput] = []
        clock = FixedClock()
        agent = Agent(
            model=provider.model(),
            tools=[
                server.refund.implement(self._refund),
                server.transfer.implement(self._transfer),
                server.exchange_rate.implement(self._exchange_rate),
            ],
            trust=fixed_trust(clock),
            outside=fixed_outside(clock),
        )
        self.thread = Thread(agent)

    async def _refund(
        self, input: models.RefundInput, call: ToolCallContext
    ) -> models.RefundOutput:
        self.refunds.append(input)
        return models.RefundOutput(refund_id="R-1")

    async def _transfer(self, input: models.TransferInput, call: ToolCallContext) -> Json:
        self.transfers.append(input)
        return "sent"

    async def _exchange_rate(
        self, input: models.ExchangeRateInput, call: ToolCallContext
    ) -> models.ExchangeRateOutput:
        return models.ExchangeRateOutput(1.1)


def play(name: str, arguments: str, answer: JsonObject) -> tuple[Desk, list[Any]]:
    """Let the model call a tool, answer its approval, and return what the provider got."""

    async def story() -> tuple[Desk, list[Any]]:
        async with serving([asks(name, arguments), THANKS]) as provider:
            desk = Desk(provider)
            await desk.thread.say("Please do it.")
            (interrupt,) = desk.thread.interrupts
            assert (desk.refunds, desk.transfers) == ([], [])
            await desk.thread.answer([resolved(interrupt, answer)])
            assert len(provider.requests) == 2, desk.thread.events
            return desk, provider.requests

    return asyncio.run(story())


def sent(request: Any, role: str) -> list[Any]:
    return [message for message in request["messages"] if message["role"] == role]


def test_an_approved_call_runs_and_the_model_gets_its_result() -> None:
    desk, (first, second) = play("refund", REFUND, APPROVE)

    assert [call.booking_id for call in desk.refunds] == ["B-1"]
    assert desk.thread.events[-1]["usage"] == [
        {"inputTokens": 40, "outputTokens": 3, "totalTokens": 43}
    ]
    assert first["messages"] == [{"role": "user", "content": "Please do it."}]
    (said,) = sent(second, "assistant")
    assert said["content"] == "One moment."
    assert [each["id"] for each in said["tool_calls"]] == ["c1", "c2"]
    functions = [each["function"] for each in said["tool_calls"]]
    assert [each["name"] for each in functions] == ["refund", "exchange-rate"]
    assert json.loads(functions[0]["arguments"]) == json.loads(REFUND)
    assert sent(second, "tool") == [
        {"role": "tool", "tool_call_id": "c1", "content": '{"refundId":"R-1"}'},
        {"role": "tool", "tool_call_id": "c2", "content": "1.1"},
    ]


class Review(Middleware):
    """Lets a person look at what the model said, after which the model goes on from there."""

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> list[InterruptRequest[Any, Any]]:
        asks_now = ctx.phase is Phase.AFTER_MODEL and ctx.parent_run_id is None
        return [REVIEW.interrupt(key="draft")] if asks_now else []


REVIEW: InterruptDefinition[None, Any] = InterruptDefinition(
    id="review", reason="review", message="Go on?", payload=None, response=None
)


def reviewed(model: Model) -> Thread:
    """Return a thread that was asked about a draft, and whose answer let the model go on."""
    clock = FixedClock()
    agent = Agent(
        model=model,
        interrupts=[REVIEW],
        middleware=[Review()],
        trust=fixed_trust(clock),
        outside=fixed_outside(clock),
    )
    return Thread(agent)


async def review(thread: Thread) -> None:
    await thread.say("A letter, please.")
    (interrupt,) = thread.interrupts
    await thread.answer([resolved(interrupt, True)])


def test_an_answer_that_goes_on_after_a_question_about_it() -> None:
    async def story() -> None:
        async with serving([THANKS, THANKS]) as provider:
            thread = reviewed(provider.model())
            await review(thread)
            assert thread.text == "It is done."
            assert provider.requests[1]["messages"] == [
                {"role": "user", "content": "A letter, please."},
                {"role": "assistant", "content": "It is done."},
            ]

    asyncio.run(story())


def test_the_test_model_goes_on_as_well() -> None:
    thread = reviewed(PydanticAIModel(TestModel(custom_output_text="Dear all,")))
    asyncio.run(review(thread))
    assert (thread.events[-1]["type"], thread.text) == ("RUN_FINISHED", "Dear all,")


def test_the_model_is_told_what_a_person_edited() -> None:
    answer: JsonObject = {
        "approved": True,
        "editedArgs": LESS,
        "payload": {"secondFactor": "123456"},
    }
    desk, (_, second) = play("transfer", TRANSFER, answer)

    assert [call.amount.amount for call in desk.transfers] == [60]
    content = sent(second, "tool")[0]["content"]
    assert content.startswith("sent\n\nA person edited this call")
    assert '"amount":60' in content
    (said,) = sent(second, "assistant")
    assert json.loads(said["tool_calls"][0]["function"]["arguments"]) == json.loads(TRANSFER)


def test_the_model_is_told_why_a_person_rejected_its_call() -> None:
    answer: JsonObject = {"approved": False, "payload": {"reason": "fraud"}}
    desk, (_, second) = play("refund", REFUND, answer)

    assert desk.refunds == []
    assert [each["content"] for each in sent(second, "tool")] == ['{"reason":"fraud"}', "1.1"]


def test_the_provider_gets_the_schemas_of_the_definitions() -> None:
    _, (first, _) = play("refund", REFUND, APPROVE)
    told = {tool["function"]["name"]: tool["function"] for tool in first["tools"]}
    assert set(told) == {"refund", "transfer", "exchange-rate"}
    assert server.refund.input is not None
    assert told["refund"]["description"] == server.refund.description
    assert told["refund"]["parameters"] == server.refund.input.document
