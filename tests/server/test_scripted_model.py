"""The scripted model."""

import asyncio

import pytest

from interruptgen_runtime.server.model import (
    Delta,
    Model,
    ModelFailure,
    ModelRequest,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
)
from interruptgen_runtime.testing import Call, ScriptedModel, Turn

REQUEST = ModelRequest(thread_id="t", run_id="r", messages=())


def ask(model: Model) -> list[Delta]:
    async def collect() -> list[Delta]:
        return [delta async for delta in model.stream(REQUEST)]

    return asyncio.run(collect())


def test_turns_come_in_order() -> None:
    call = Call("c1", "refund", {"amount": 5})
    usage = Usage(input_tokens=3)
    model = ScriptedModel([Turn(text=("Mov", "ing"), calls=(call,), usage=usage), "Done"])
    assert ask(model) == [
        TextDelta("Mov"),
        TextDelta("ing"),
        ToolCallStarted("c1", "refund"),
        ToolCallDelta("c1", '{"amount":5}'),
        usage,
    ]
    assert ask(model) == [TextDelta("Done")]
    assert model.requests == [REQUEST, REQUEST]


def test_a_script_can_fail_and_end() -> None:
    model = ScriptedModel([ModelFailure("busy", "rate_limit")])
    with pytest.raises(ModelFailure, match="busy"):
        ask(model)
    with pytest.raises(ModelFailure, match="the script has 1 turns"):
        ask(model)
