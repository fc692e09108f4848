"""The agent mounted in Starlette, in FastAPI, and as nothing but an ASGI application."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable, MutableMapping
from typing import Any, TypeAlias

import httpx
import pytest
from fastapi import APIRouter, FastAPI
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from docs.markdown import ROOT
from interruptgen_runtime import InterruptDescriptor, Json, JsonObject
from interruptgen_runtime.server import ChatEndpoint, Denied, Limits
from interruptgen_runtime.server.routes import interrupt_route
from interruptgen_runtime.testing import resolved
from server.bank import APPROVE, C1, REFUND, Bank, turn

Application: TypeAlias = Callable[..., Any]


async def who(scope: MutableMapping[str, Any]) -> str:
    token = dict(scope["headers"]).get(b"authorization")
    if token != b"Bearer ada":
        raise Denied(401, "who are you?")
    return "ada"


async def hydrate(request: Request) -> PlainTextResponse:
    return PlainTextResponse("somebody else's route")


def starlette(bank: Bank) -> Application:
    chat = interrupt_route("/api/chat", bank.agent, authenticate=who)
    return Starlette(routes=[chat, Route("/api/chat", hydrate, methods=["GET"])])


def mounted(bank: Bank) -> Application:
    chat = interrupt_route("/chat", bank.agent, authenticate=who)
    other = Route("/chat", hydrate, methods=["GET"])
    return Starlette(routes=[Mount("/api", routes=[chat, other])])


def fastapi(bank: Bank) -> Application:
    app = FastAPI(routes=[interrupt_route("/api/chat", bank.agent, authenticate=who)])
    app.get("/api/chat", response_class=PlainTextResponse)(lambda: "somebody else's route")
    return app


def fastapi_router(bank: Bank) -> Application:
    router = APIRouter(routes=[interrupt_route("/api/chat", bank.agent, authenticate=who)])
    app = FastAPI()
    app.include_router(router)
    app.get("/api/chat", response_class=PlainTextResponse)(lambda: "somebody else's route")
    return app


def bare(bank: Bank) -> Application:
    return ChatEndpoint(agent=bank.agent, authenticate=who)


def body(run_id: str, **more: Json) -> JsonObject:
    return {
        "threadId": "thread-1",
        "runId": run_id,
        "messages": [{"id": "u", "role": "user", "content": "Go"}],
        "tools": [],
        "context": [],
        **more,
    }


def events_of(response: httpx.Response) -> list[Any]:
    lines = [line for line in response.text.splitlines() if line]
    assert all(line.startswith("data: ") for line in lines)
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def client(app: Application) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app=app),
        base_url="http://server",
        headers={"authorization": "Bearer ada"},
    )


@pytest.mark.parametrize("host", [starlette, mounted, fastapi, fastapi_router, bare])
def test_a_run_pauses_and_goes_on(host: Callable[[Bank], Application]) -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        async with client(host(bank)) as web:
            response = await web.post("/api/chat", json=body("r1"))
            assert response.headers["content-type"] == "text/event-stream"
            first = events_of(response)
            interrupt = InterruptDescriptor(first[-1]["outcome"]["interrupts"][0])
            answer = body("r2", parentRunId="r1", resume=[resolved(interrupt, APPROVE)])
            answer["messages"] = first[-2]["messages"]
            second = events_of(await web.post("/api/chat", json=answer))
            assert second[-1]["outcome"] == {"type": "success"}
        assert bank.done == [("refund", REFUND)]
        assert [each.principal for each in bank.contexts] == ["ada"]

    asyncio.run(story())


@pytest.mark.parametrize("host", [starlette, mounted, fastapi, fastapi_router, bare])
def test_a_request_that_begins_no_run(host: Callable[[Bank], Application]) -> None:
    async def story() -> None:
        async with client(host(Bank([]))) as web:
            denied = await web.post("/api/chat", json={}, headers={"authorization": ""})
            assert (denied.status_code, denied.json()) == (401, {"error": "who are you?"})
            assert (await web.post("/api/chat", json={})).status_code == 400
            got = await web.get("/api/chat")
            expected = (405, "") if host is bare else (200, "somebody else's route")
            assert (got.status_code, "" if host is bare else got.text) == expected

    asyncio.run(story())


def test_limits_are_passed_on() -> None:
    async def story() -> None:
        chat = interrupt_route("/api/chat", Bank(["Hi."]).agent, limits=Limits(body_bytes=100))
        async with client(Starlette(routes=[chat])) as web:
            assert (await web.post("/api/chat", json=body("r1"))).status_code == 413

    asyncio.run(story())


def test_without_starlette_the_error_says_what_to_install() -> None:
    program = (
        "import sys\n"
        "sys.modules['starlette'] = None\n"
        "import interruptgen_runtime.server\n"
        "try:\n"
        "    import interruptgen_runtime.server.routes\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT / "runtime",
        capture_output=True,
        text=True,
        check=True,
    )
    assert "install `interruptgen-runtime[starlette]`" in done.stdout
