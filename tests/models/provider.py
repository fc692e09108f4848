"""A provider with the APIs of OpenAI on loopback, which answers as a test tells it to."""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Literal

from openai import AsyncOpenAI
from pydantic_ai.models.openai import OpenAIChatModel, OpenAIResponsesModel
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.settings import ModelSettings

from interruptgen_runtime import JsonObject
from interruptgen_runtime.models.pydantic_ai import PydanticAIModel

KEY = "sk-not-to-be-told-1234567890"


@dataclass(frozen=True, kw_only=True)
class Reply:
    """An answer: chunks of a stream and how it ends, or a failure as its status says."""

    chunks: Sequence[JsonObject] = ()
    end: Literal["done", "drop", "hang"] = "done"
    status: int = 200
    body: JsonObject = field(default_factory=dict[str, Any])
    headers: tuple[str, ...] = ()


def chunk(delta: JsonObject, finish: str | None = None) -> JsonObject:
    choice: JsonObject = {"index": 0, "delta": delta, "finish_reason": finish}
    return {
        "id": "answer-1",
        "object": "chat.completion.chunk",
        "created": 1_800_000_000,
        "model": "loopback",
        "choices": [choice],
    }


def text(*pieces: str) -> list[JsonObject]:
    return [chunk({"role": "assistant", "content": piece}) for piece in pieces]


def call(
    index: int, arguments: str, call_id: str | None = None, name: str | None = None
) -> JsonObject:
    function: JsonObject = {"arguments": arguments}
    if name is not None:
        function["name"] = name
    piece: JsonObject = {"index": index, "function": function}
    if call_id is not None:
        piece |= {"id": call_id, "type": "function"}
    return chunk({"tool_calls": [piece]})


def finish(reason: str) -> JsonObject:
    return chunk({}, reason)


def used(prompt: int, completion: int) -> JsonObject:
    tokens: JsonObject = {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
    }
    return {**chunk({}), "choices": [], "usage": tokens}


@dataclass
class Provider:
    """Answers with one reply after the other; keeps what it was asked.

    `left` is set when a client goes away in the middle of an answer that hangs.
    """

    replies: list[Reply]
    requests: list[Any] = field(default_factory=list[Any])
    left: asyncio.Event = field(default_factory=asyncio.Event)
    clients: list[AsyncOpenAI] = field(default_factory=list[AsyncOpenAI])
    answering: set[asyncio.Task[Any]] = field(default_factory=set[asyncio.Task[Any]])
    port: int = 0

    def model(
        self,
        settings: ModelSettings | None = None,
        kind: type[OpenAIChatModel] | type[OpenAIResponsesModel] = OpenAIChatModel,
    ) -> PydanticAIModel:
        """Return a model that talks to this provider and never asks twice."""
        client = AsyncOpenAI(
            base_url=f"http://127.0.0.1:{self.port}/v1", api_key=KEY, max_retries=0
        )
        self.clients.append(client)
        provider = OpenAIProvider(openai_client=client)
        return PydanticAIModel(kind("loopback", provider=provider), settings=settings)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self.answering.add(task)
        try:
            await self._answer(reader, writer)
        finally:
            writer.close()

    async def close(self) -> None:
        """Let go of all clients, and wait for what they asked last."""
        for client in self.clients:
            await client.close()
        if self.answering:
            await asyncio.wait(self.answering, timeout=5)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        size = next(
            int(line.partition(":")[2])
            for line in head.split("\r\n")
            if line.lower().startswith("content-length:")
        )
        self.requests.append(json.loads(await reader.readexactly(size)))
        reply = self.replies.pop(0)
        if reply.status == 200:
            await self._stream(reply, reader, writer)
        else:
            body = json.dumps(reply.body).encode()
            lines = [f"HTTP/1.1 {reply.status} No", f"content-length: {len(body)}", *reply.headers]
            writer.write(_head([*lines, "content-type: application/json"]) + body)
            await writer.drain()

    async def _stream(
        self, reply: Reply, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        lines = ["HTTP/1.1 200 OK", "content-type: text/event-stream", "transfer-encoding: chunked"]
        writer.write(_head(lines))
        for each in reply.chunks:
            writer.write(_chunked(f"data: {json.dumps(each)}\n\n"))
            await writer.drain()
        if reply.end == "done":
            writer.write(_chunked("data: [DONE]\n\n") + b"0\r\n\r\n")
            await writer.drain()
        elif reply.end == "hang":
            assert await reader.read() == b""
            self.left.set()


@asynccontextmanager
async def serving(replies: Iterable[Reply]) -> AsyncGenerator[Provider]:
    provider = Provider(list(replies))
    server = await asyncio.start_server(provider.answer, "127.0.0.1", 0)
    provider.port = server.sockets[0].getsockname()[1]
    async with server:
        try:
            yield provider
        finally:
            await provider.close()


def _head(lines: Iterable[str]) -> bytes:
    return "\r\n".join([*lines, "connection: close", "", ""]).encode()


def _chunked(data: str) -> bytes:
    raw = data.encode()
    return f"{len(raw):x}\r\n".encode() + raw + b"\r\n"
