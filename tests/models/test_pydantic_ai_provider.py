"""A provider over HTTP: what it is sent, what it answers, and how it fails."""

import asyncio
import json
import logging
from collections.abc import Sequence
from typing import Any

import pytest
from pydantic_ai.exceptions import FallbackExceptionGroup, ModelRateLimitError, UsageLimitExceeded
from pydantic_ai.settings import ModelSettings

from interruptgen_runtime import JsonObject
from interruptgen_runtime.models.pydantic_ai.failures import to_failure
from interruptgen_runtime.server import (
    Agent,
    Delta,
    Finished,
    ModelFailure,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    Usage,
    read_run_input,
)
from models.asking import ask, request
from models.provider import KEY, Provider, Reply, call, finish, serving, text, used

SAID: list[Delta] = [TextDelta("Hel")]


def answer(reply: Reply, settings: ModelSettings | None = None) -> tuple[list[Delta], Any]:
    """Return the deltas of one reply, and what the provider was asked."""

    async def story() -> tuple[list[Delta], Any]:
        async with serving([reply]) as provider:
            return await ask(provider.model(settings)), provider.requests[0]

    return asyncio.run(story())


@pytest.mark.parametrize(
    ("chunks", "expected"),
    [
        (
            [*text("Hel", "lo"), finish("stop"), used(7, 2)],
            [
                TextDelta("Hel"),
                TextDelta("lo"),
                Usage(input_tokens=7, output_tokens=2),
                Finished("stop"),
            ],
        ),
        ([*text("Hel"), finish("length")], [*SAID, Finished("length")]),
        ([*text("Hel"), finish("content_filter")], [*SAID, Finished("content_filter")]),
        (
            [
                *text("Hel"),
                call(0, "", "c1", "refund"),
                call(0, '{"booking'),
                call(0, 'Id": "B-1"}'),
                finish("tool_calls"),
            ],
            [
                *SAID,
                ToolCallStarted("c1", "refund"),
                ToolCallDelta("c1", '{"booking'),
                ToolCallDelta("c1", 'Id": "B-1"}'),
                Finished("tool_calls"),
            ],
        ),
        (
            [
                call(0, "", "c1", "ref"),
                call(1, "", "c2", "refund"),
                call(0, "", name="und"),
                call(0, "{"),
                call(1, '{"a":'),
                call(0, "}"),
                call(1, "1}"),
                finish("tool_calls"),
            ],
            [
                ToolCallStarted("c1", "refund"),
                ToolCallDelta("c1", "{"),
                ToolCallStarted("c2", "refund"),
                ToolCallDelta("c2", '{"a":'),
                ToolCallDelta("c1", "}"),
                ToolCallDelta("c2", "1}"),
                Finished("tool_calls"),
            ],
        ),
    ],
    ids=["text", "length", "filtered", "one-call", "two-calls"],
)
def test_answers(chunks: Sequence[JsonObject], expected: list[Delta]) -> None:
    assert answer(Reply(chunks=chunks))[0] == expected


def test_what_is_asked() -> None:
    settings = ModelSettings(temperature=0.5, max_tokens=9)
    _, asked = answer(Reply(chunks=[*text("Hello"), finish("stop")]), settings)
    assert asked["messages"] == [{"role": "user", "content": "Go"}]
    assert (asked["temperature"], asked["max_completion_tokens"]) == (0.5, 9)
    (tool,) = asked["tools"]
    assert tool["function"]["name"] == "refund"
    assert tool["function"]["description"] == "Pays back."
    assert tool["function"]["parameters"]["required"] == ["bookingId"]


def error(message: str, **others: str) -> JsonObject:
    return {"error": {"message": message, **others}}


SECRETS = error(f"Incorrect API key provided: {KEY}, see https://user:{KEY}@a.test/?key={KEY}")


@pytest.mark.parametrize(
    ("reply", "code", "advice"),
    [
        (Reply(status=401, body=SECRETS), "model-authentication", "Check its API key"),
        (Reply(status=403, body=SECRETS), "model-authentication", "Check its API key"),
        (Reply(status=404, body=SECRETS), "model-not-found", "Check its name"),
        (Reply(status=400, body=SECRETS), "model-rejected", "The server's log has its reason"),
        (
            Reply(status=400, body=error("Too long", code="context_length_exceeded")),
            "model-context-window",
            "Start a new one",
        ),
        (
            Reply(status=429, body=SECRETS, headers=("retry-after: 20",)),
            "model-rate-limit",
            "Try again later (HTTP 429, wait 20 s).",
        ),
        (
            Reply(status=429, body=error("Pay", code="insufficient_quota")),
            "model-quota",
            "Check its plan and billing",
        ),
        (Reply(status=500, body=SECRETS), "model-server-error", "Try again (HTTP 500)."),
        (Reply(status=503, body=SECRETS), "model-unavailable", "Try again later (HTTP 503)."),
        (Reply(chunks=text("Hel"), end="drop"), "model-connection", "check the network"),
        (
            Reply(chunks=[*text("Hel"), error(KEY, type="server_error")]),
            "model-server-error",
            "Try again",
        ),
        (
            Reply(chunks=[*text("Hel"), call(0, "{", "c1", "refund"), finish("length")]),
            "model-output-limit",
            "allow it more tokens",
        ),
        (Reply(chunks=[]), "model-behavior", "Try again"),
    ],
)
def test_failures_say_what_to_do_and_no_secret(reply: Reply, code: str, advice: str) -> None:
    with pytest.raises(ModelFailure) as raised:
        answer(reply)
    failure = raised.value
    assert failure.code == code
    assert advice in failure.message
    assert KEY not in failure.message
    assert "127.0.0.1" not in failure.message


@pytest.mark.parametrize(
    ("kind", "source"),
    [
        ("video", {"type": "url", "value": "https://a.test/v.mp4"}),
        ("audio", {"type": "data", "value": "AAAA", "mimeType": "audio/x-strange"}),
        ("document", {"type": "data", "value": "/w==", "mimeType": "text/plain"}),
        ("document", {"type": "url", "value": "http://127.0.0.1:1/d.pdf"}),
        ("document", {"type": "url", "value": "http://169.254.169.254/d.pdf"}),
    ],
)
def test_files_that_do_not_reach_a_provider(kind: str, source: JsonObject) -> None:
    async def story() -> None:
        async with serving([Reply(chunks=[*text("Hel"), finish("stop")])]) as provider:
            message: JsonObject = {
                "id": "u",
                "role": "user",
                "content": [{"type": kind, "source": source}],
            }
            with pytest.raises(ModelFailure) as raised:
                await ask(provider.model(), request(message))
            assert raised.value.code == "model-media"
            assert provider.requests == []

    asyncio.run(story())


def test_a_slow_provider() -> None:
    with pytest.raises(ModelFailure) as raised:
        answer(Reply(chunks=text("Hel"), end="hang"), ModelSettings(timeout=0.1))
    assert raised.value.code == "model-timeout"


def test_a_provider_that_is_not_there() -> None:
    async def story() -> None:
        async with serving([]) as provider:
            provider.port = 1
            await ask(provider.model())

    with pytest.raises(ModelFailure) as raised:
        asyncio.run(story())
    assert raised.value.code == "model-connection"


def test_the_last_of_several_models_tells_why() -> None:
    limited = ModelRateLimitError("one", "slow down", retry_after=3.0)
    failure = to_failure(FallbackExceptionGroup("all", [UsageLimitExceeded("x"), limited]))
    assert failure.code == "model-rate-limit"
    assert failure.message.endswith("(wait 3 s).")
    assert to_failure(UsageLimitExceeded("x")).code == "model-failure"


def test_the_server_s_log_has_the_reason(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING, "interruptgen_runtime"), pytest.raises(ModelFailure):
        answer(Reply(status=400, body=error("no such parameter")))
    assert "the model loopback failed" in caplog.text
    assert "no such parameter" in caplog.text


async def left(provider: Provider) -> None:
    """Wait until the provider's client is gone, and fail if it is not."""
    await asyncio.wait_for(provider.left.wait(), 5)


def test_closing_the_answer_closes_the_connection() -> None:
    async def story() -> None:
        async with serving([Reply(chunks=text("Hel"), end="hang")]) as provider:
            stream = provider.model().stream(request())
            assert await anext(stream) == TextDelta("Hel")
            assert not provider.left.is_set()
            await stream.aclose()
            await left(provider)

    asyncio.run(story())


def test_a_run_that_is_cancelled_closes_the_connection() -> None:
    body: JsonObject = {
        "threadId": "t",
        "runId": "r",
        "messages": [{"id": "u", "role": "user", "content": "Go"}],
        "tools": [],
    }

    async def story() -> None:
        async with serving([Reply(chunks=text("Hel"), end="hang")]) as provider:
            agent = Agent(model=provider.model(), trust="unsafe")
            spoke = asyncio.Event()

            async def listen() -> None:
                async for event in agent.run(read_run_input(body)):
                    if event["type"] == "TEXT_MESSAGE_CONTENT":
                        spoke.set()

            task = asyncio.create_task(listen())
            await asyncio.wait_for(spoke.wait(), 5)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await left(provider)

    asyncio.run(story())


def test_a_url_that_is_not_of_the_web_ends_the_run() -> None:
    source: JsonObject = {"type": "url", "value": "gs://bucket/key"}
    message: JsonObject = {
        "id": "u",
        "role": "user",
        "content": [{"type": "image", "source": source}],
    }

    async def story() -> list[JsonObject]:
        async with serving([]) as provider:
            agent = Agent(model=provider.model(), trust="unsafe")
            body: JsonObject = {"threadId": "t", "runId": "r", "messages": [message], "tools": []}
            return [event async for event in agent.run(read_run_input(body))]

    ended = asyncio.run(story())[-1]
    assert (ended["type"], ended["code"]) == ("RUN_ERROR", "invalid-input")
    assert ended["message"] == "messages[0].content[0].source has to be a URL of https or http"


def test_a_failure_ends_the_run_with_its_code() -> None:
    async def story() -> list[JsonObject]:
        async with serving([Reply(status=500, body=SECRETS)]) as provider:
            agent = Agent(model=provider.model(), trust="unsafe")
            body: JsonObject = {"threadId": "t", "runId": "r", "messages": [], "tools": []}
            return [event async for event in agent.run(read_run_input(body))]

    events = asyncio.run(story())
    assert (events[-1]["type"], events[-1]["code"]) == ("RUN_ERROR", "model-server-error")
    assert KEY not in json.dumps(events)
