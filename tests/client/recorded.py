"""Recordings of TanStack AI's client -> a chat of ours set up alike, and what both of them did."""

import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Final

import httpx
from pydantic import RootModel

from interruptgen_runtime import Json, JsonObject, Schema, hash_json
from interruptgen_runtime.client import (
    Bindings,
    Chat,
    ChatFailure,
    ChatOptions,
    ClientTool,
    GenericInterrupt,
    HttpTransport,
    ImplementedClientTool,
    Outside,
    PendingDecisions,
    ToolApproval,
    UnboundInterrupt,
    UntypedInterrupt,
    implements,
)
from interruptgen_runtime.client.history.message import Message
from interruptgen_runtime.client.history.parts import TextPart, ToolCallPart, ToolResultPart
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.envelope import NO_APPROVAL_HASH, approval_hash, decision_envelope

VECTORS: Final = Path(__file__).parents[1] / "vectors"
FOLDERS: Final = (VECTORS / "transcripts", VECTORS / "handwritten")


class Anything(RootModel[Any]):
    """The view of every schema in the recordings."""


class CountedOutside(Outside):
    """Gives the ids and the times that the recordings are normalised to."""

    counts: ClassVar[dict[str, int]] = {}

    def new_id(self, kind: str) -> str:
        """Return the next id of a kind."""
        number = self.counts.get(kind, 0) + 1
        self.counts[kind] = number
        return f"{kind}#{number}"


def names() -> list[str]:
    """Return the names of all recordings."""
    return sorted(path.stem for folder in FOLDERS for path in folder.glob("*.json"))


def load(name: str) -> dict[str, Any]:
    paths = (folder / f"{name}.json" for folder in FOLDERS)
    path = next(path for path in paths if path.exists())
    recording: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return recording


def response_bytes(response: Mapping[str, Any]) -> bytes:
    """Return what the server sent, as it sent it."""
    if "raw" in response:
        raw: str = response["raw"]
        return raw.encode()
    if "events" in response:
        events: Sequence[Any] = response["events"]
        return b"".join(f"data: {json.dumps(event)}\n\n".encode() for event in events)
    body = response["body"]
    return (body if isinstance(body, str) else json.dumps(body)).encode()


def schema(given: Mapping[str, Any] | None) -> Schema[Anything] | None:
    if given is None:
        return None
    document = given["schema"]
    return Schema(view=lambda: Anything, hash=hash_json(document), text=canonical(document))


def bindings_of(setup: Mapping[str, Any]) -> Bindings[Any]:
    definitions = setup.get("client_interrupts", setup.get("interrupts", []))
    tools = [raw for raw in setup.get("tools", []) if raw.get("client", True)]
    interrupts: list[type[Any]] = [
        type(
            "Question",
            (GenericInterrupt,),
            {
                "definition_id": raw["id"],
                "payload_schema": schema(raw.get("payloadSchema")),
                "response_schema": schema(raw.get("responseSchema")),
            },
        )
        for raw in definitions
    ]
    approvals: list[type[Any]] = [_approval(raw) for raw in tools if raw.get("needsApproval")]
    client_tools = [_client_tool(raw) for raw in tools if raw["side"] == "client"]
    return Bindings(interrupts=interrupts, approvals=approvals, client_tools=client_tools)


def _approval(raw: Mapping[str, Any]) -> type[Any]:
    given = raw.get("approvalSchema")
    branches: Mapping[str, Any] = {} if given is None else given
    if "mode" in branches:
        branches = {"approve": given, "reject": given}
    approve, reject = schema(branches.get("approve")), schema(branches.get("reject"))
    documents = [ABSENT if each is None else each.document for each in (approve, reject)]
    input_schema = schema(raw.get("inputSchema"))
    envelope = decision_envelope(
        ABSENT if input_schema is None else input_schema.document, *documents
    )
    return type(
        "Approval",
        (ToolApproval,),
        {
            "tool_name": raw["name"],
            "input_schema": input_schema,
            "approve_schema": approve,
            "reject_schema": reject,
            "approval_hash": approval_hash(*documents) if branches else NO_APPROVAL_HASH,
            "response_hash": hash_json(envelope),
        },
    )


def _client_tool(raw: Mapping[str, Any]) -> type[ClientTool[Any, Any]]:
    return type(
        "Tool",
        (ClientTool,),
        {
            "tool_name": raw["name"],
            "description": f"The {raw['name']} tool",
            "input_schema": schema(raw.get("inputSchema")),
            "output_schema": schema(raw.get("outputSchema")),
            "needs_approval": bool(raw.get("needsApproval")),
        },
    )


def tools_of(setup: Mapping[str, Any]) -> list[ImplementedClientTool]:
    return [
        _implementation(raw)
        for raw in setup.get("tools", [])
        if raw["side"] == "client" and raw.get("client_execute", True)
    ]


def _implementation(raw: Mapping[str, Any]) -> ImplementedClientTool:
    tool = _client_tool(raw)

    @implements(tool)
    def run(arguments: Any) -> Any:
        if raw.get("throws"):
            raise RuntimeError(raw["throws"])
        return raw["returns"] if tool.output_schema is None else Anything(raw["returns"])

    return run


@dataclass
class Cut:
    """Cuts one response short: after some bytes, cleanly or by an error of the network."""

    exchange: int
    after: int
    cleanly: bool
    used: bool = False

    def stream(self, content: bytes) -> httpx.AsyncByteStream:
        self.used = True
        return _CutStream(content[: self.after], self.cleanly)


class _CutStream(httpx.AsyncByteStream):
    def __init__(self, content: bytes, cleanly: bool) -> None:
        self._content = content
        self._cleanly = cleanly

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield self._content
        if not self._cleanly:
            raise httpx.ReadError("connection reset by peer")


@dataclass
class Playback:
    """Plays the responses of a recording to a chat, and keeps its requests."""

    recording: Mapping[str, Any]
    bodies: list[Any] = field(default_factory=list[Any])
    cut: Cut | None = None
    exchange: int = 0
    runs: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        setup = self.recording["setup"]
        CountedOutside.counts = {}
        self.outside = CountedOutside(clock=lambda: 0)
        self.setup = setup
        self.chat = self.new_chat()

    def new_chat(self) -> Chat[Any]:
        client = httpx.AsyncClient(transport=httpx.MockTransport(self._answer))
        return Chat(
            HttpTransport("http://localhost/api/chat", client=client),
            bindings=bindings_of(self.setup),
            tools=tools_of(self.setup),
            options=ChatOptions(
                thread_id="thread-1",
                forwarded_props=self.setup.get("forwardedProps", {}),
                outside=self.outside,
            ),
        )

    def _answer(self, request: httpx.Request) -> httpx.Response:
        body = json.loads(request.content)
        assert request.headers["x-run-id"] == body["runId"]
        self.bodies.append(body)
        exchange = self.recording["exchanges"][self.exchange]
        self.runs[exchange["request"]["body"]["runId"]] = body["runId"]
        response = exchange["response"]
        headers = {"content-type": response["headers"]["content-type"]}
        raw = response_bytes(response).decode()
        content = re.sub(r"run#\d+", lambda found: self.runs[found[0]], raw).encode()
        if self.cut is not None and self.cut.exchange == self.exchange and not self.cut.used:
            return httpx.Response(200, headers=headers, stream=self.cut.stream(content))
        self.exchange += 1
        return httpx.Response(response["status"], headers=headers, content=content)

    async def play(self) -> list[Any]:
        """Do what the recording did; returns what the chat showed after each step."""
        shown: list[Any] = []
        for step in self.recording["steps"]:
            await self._step(step["step"])
            shown.append(shown_by(self.chat))
        return shown

    async def _step(self, step: Mapping[str, Any]) -> None:
        try:
            await self.do(step)
        except (ChatFailure, PendingDecisions):
            pass

    async def do(self, step: Mapping[str, Any]) -> None:
        """Do one step of the recording; complete answers are sent, as TanStack's client does."""
        chat = self.chat
        match step["do"]:
            case "send":
                await chat.send(step["text"])
            case "retry":
                await chat.retry()
            case "stop":
                chat.stop()
            case "restore":
                self._restore(step["snapshot"])
            case "inspect" | "resumeUnsafe":
                pass
            case _:
                self._stage(step)
                await self._continue()

    def _stage(self, step: Mapping[str, Any]) -> None:
        chat = self.chat
        match step["do"]:
            case "resolve":
                resolve(self._selected(step["select"]), step["args"])
            case "cancel":
                self._selected(step["select"]).cancel()
            case "cancelAll":
                chat.cancel_all()
            case "callback":
                chat.resolve_all(lambda one: resolve(one, step["actions"]["*"]["args"]))
            case "bulk":
                chat.resolve_all(step["value"])
            case "addToolResult":
                result = step["result"]
                chat.settle_tool(result["toolCallId"], result["output"])
            case _:
                self._decide_legacy(step["response"])

    def _restore(self, pause: Json) -> None:
        snapshot = self.chat.snapshot()
        self.chat = self.new_chat()
        self.chat.restore({**snapshot, "pause": pause})

    async def _continue(self) -> None:
        turn = self.chat.turn
        if turn is not None and self.chat.is_answered:
            await turn.continued()

    def _decide_legacy(self, response: Mapping[str, Any]) -> None:
        turn = self.chat.turn
        assert turn is not None
        for approval in turn.legacy_approvals:
            if approval.id == response["id"]:
                approval.approved = response["approved"]
        for one in turn.interrupts:
            if one.id == response["id"] and isinstance(one, UntypedInterrupt):
                one.resolve({"approved": response["approved"]})

    def _selected(self, select: Any) -> Any:
        for one in self.chat.interrupts:
            if select == one.id:
                return one
            definition_id = getattr(one, "definition_id", None)
            if select in ({"definitionId": definition_id}, {"kind": kind_of(one)}):
                return one
        raise AssertionError(f"nothing is shown as {select}")


def resolve(interrupt: Any, args: Sequence[Any]) -> None:
    """Answer an interrupt as `resolveInterrupt(...args)` does."""
    if kind_of(interrupt) != "tool-approval":
        interrupt.resolve(args[0])
        return
    given: dict[str, Any] = args[1] if len(args) > 1 else {}
    more = {"payload": given["payload"]} if "payload" in given else {}
    if args[0]:
        interrupt.approve(edited_args=given.get("editedArgs"), **more)
    else:
        interrupt.reject(**more)


def kind_of(interrupt: Any) -> str:
    match interrupt:
        case ToolApproval():
            return "tool-approval"
        case UnboundInterrupt():
            return "unbound"
        case _:
            return "generic"


def shown_by(chat: Chat[Any]) -> JsonObject:
    """Return what a chat shows, in the recordings' terms."""
    shown: JsonObject = {
        "failed": chat.failure is not None,
        "interrupts": [_interrupt(one) for one in chat.interrupts],
        "errors": [*sorted({error.code for error in chat.errors})],
        "messages": [shown_message(one) for one in chat.messages],
    }
    return shown


def _interrupt(one: Any) -> JsonObject:
    shown: dict[str, Json] = {
        "id": one.id,
        "kind": kind_of(one),
        "status": one.status.value,
        "canResolve": one.can_resolve,
        "errors": [error.code for error in one.errors],
        "reason": one.reason,
        "message": one.message,
    }
    if isinstance(one, GenericInterrupt):
        shown |= {"definitionId": one.definition_id, "key": one.key}
    if isinstance(one, ToolApproval):
        shown |= {"toolName": one.tool_name, "toolCallId": one.tool_call_id}
    return shown


def recorded_snapshot(client: Mapping[str, Any]) -> JsonObject:
    """Return what TanStack AI's client showed, in the same terms."""
    return {
        "failed": client["error"] is not None,
        "interrupts": [_recorded_interrupt(one) for one in client["interrupts"]],
        "errors": sorted({error["code"] for error in client["interruptErrors"]}),
        "messages": client["messages"],
    }


def _recorded_interrupt(one: Mapping[str, Any]) -> JsonObject:
    message = one["message"]
    shown: dict[str, Json] = {
        name: one[name] for name in ("id", "kind", "status", "canResolve", "reason")
    }
    shown["errors"] = [error["code"] for error in one["errors"]]
    shown["message"] = message if isinstance(message, str) else None
    for name in ("definitionId", "key", "toolName", "toolCallId"):
        if name in one:
            shown[name] = one[name]
    return shown


def shown_message(message: Message) -> JsonObject:
    return {
        "id": message.id,
        "role": message.role,
        "parts": [_part(part) for part in message.parts],
    }


def _part(part: Any) -> JsonObject:
    match part:
        case TextPart(content):
            return {"type": "text", "content": content}
        case ToolCallPart():
            return _call(part)
        case ToolResultPart():
            shown: JsonObject = {
                "type": "tool-result",
                "toolCallId": part.call_id,
                "content": part.content,
                "state": "error" if part.failed else "complete",
            }
            if part.error is not None:
                shown["error"] = part.error
            if part.id is not None:
                shown["id"] = part.id
            return shown
        case _:
            raise AssertionError(part)


def _call(part: ToolCallPart) -> JsonObject:
    shown: JsonObject = {
        "type": "tool-call",
        "id": part.id,
        "name": part.name,
        "arguments": part.arguments,
        "state": part.state,
    }
    for name, value in (("input", part.input), ("output", part.output)):
        if value is not ABSENT:
            shown[name] = value
    if part.approval_id is not None:
        approval: JsonObject = {"id": part.approval_id, "needsApproval": True}
        if part.approved is not None:
            approval["approved"] = part.approved
        shown["approval"] = approval
    if part.metadata is not None:
        shown["metadata"] = part.metadata
    return shown
