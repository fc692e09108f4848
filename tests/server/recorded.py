"""Recordings of TanStack AI's server -> what it decided, and an agent of ours set up alike."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from pydantic import RootModel

from interruptgen_runtime import InterruptDefinition, Json, JsonObject, Schema, hash_json
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.envelope import NO_APPROVAL_HASH, approval_hash, decision_envelope
from interruptgen_runtime.core.tool import ToolDefinition
from interruptgen_runtime.server import (
    Agent,
    Answers,
    BoundaryContext,
    ImplementedTool,
    Middleware,
    ModelFailure,
    ModelRequest,
    RunContext,
    ToolCallContext,
    ToolResume,
    Trust,
)
from interruptgen_runtime.testing import Call, ScriptedModel, Turn

FOLDER: Final = Path(__file__).parents[1] / "vectors" / "transcripts"


class Anything(RootModel[Any]):
    """The view of every schema in the recordings."""


@dataclass
class Log:
    """What happened in one exchange, in the terms that both servers share."""

    outcome: Any = None
    interrupts: list[Any] = field(default_factory=list[Any])
    errors: list[Any] = field(default_factory=list[Any])
    executions: list[Any] = field(default_factory=list[Any])
    hooks: list[Any] = field(default_factory=list[Any])
    model: list[Any] = field(default_factory=list[Any])
    results: dict[str, Any] = field(default_factory=dict[str, Any])


def load(name: str) -> dict[str, Any]:
    recording: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text("utf-8"))
    return recording


def body_of(exchange: Mapping[str, Any]) -> JsonObject:
    """Return the body as the server saw it."""
    request = exchange["request"]
    body: JsonObject = request.get("tampered_body") or request["body"]
    return body


def recorded_logs(recording: Mapping[str, Any]) -> list[Log]:
    """Return what TanStack AI's server did in each exchange."""
    logs = [_outcome(exchange["response"]) for exchange in recording["exchanges"]]
    current = Log()
    for entry in recording["server_log"]:
        match entry["kind"]:
            case "request":
                index: int = entry["index"]
                current = logs[index]
            case "tool_execute":
                current.executions.append([entry["tool"], entry["input"]])
            case "boundary":
                continued = "parentRunId" in entry
                current.hooks.append(
                    [entry["middleware"], entry["phase"], entry["iteration"], continued]
                )
            case "resolution":
                answers = [_answer(answer) for answer in entry["answers"]]
                current.hooks.append([entry["middleware"], "resolution", answers])
            case "model_call":
                current.model.append(
                    shown(entry["messages"], entry["systemPrompts"], entry["tools"])
                )
            case _:
                pass
    return logs


def _answer(answer: Mapping[str, Any]) -> list[Any]:
    return [answer["definitionId"], answer["key"], answer["status"], answer.get("response")]


def _outcome(response: Mapping[str, Any]) -> Log:
    if response["status"] != 200:
        return Log(outcome=response["status"])
    return log_of_events(response["events"])


def log_of_events(events: Iterable[Mapping[str, Any]]) -> Log:
    """Return what the events of a response say about decisions."""
    log = Log()
    for event in events:
        match event["type"]:
            case "TOOL_CALL_RESULT":
                state = event.get("metadata", {}).get("tanstack", {}).get("state")
                failed = state == "output-error"
                log.results[event["toolCallId"]] = [_content(event["content"]), failed]
            case "RUN_ERROR":
                log.outcome = "error"
                metadata = event.get("metadata", {}).get("tanstack", {})
                errors = metadata.get("interruptErrors", [])
                log.errors = sorted({(error["scope"], error["code"]) for error in errors})
            case "RUN_FINISHED":
                outcome = event.get("outcome", {})
                log.outcome = outcome.get("type", "success")
                log.interrupts = [_interrupt(item) for item in outcome.get("interrupts", [])]
            case _:
                pass
    return log


def _interrupt(item: Mapping[str, Any]) -> Any:
    metadata = item["metadata"]
    binding = metadata["tanstack:interruptBinding"]
    names = ("toolName", "toolCallId", "originalArgs", "definitionId", "key", "batchIndex")
    hashes = [name for name in binding if name.endswith("Hash")]
    return {
        "kind": binding["kind"],
        "reason": item["reason"],
        "message": item.get("message"),
        "input": metadata.get("input"),
        "payload": metadata.get("tanstack:interruptPayload"),
        "responseSchema": item.get("responseSchema"),
        **{name: binding[name] for name in (*names, *hashes) if name in binding},
    }


def shown(messages: Iterable[Any], system: Iterable[str], tools: Iterable[str]) -> Any:
    """Return what a model is shown, whatever order the results of one message have."""
    spoken: list[Any] = []
    results: dict[str, Any] = {}
    for message in messages:
        if message["role"] == "tool":
            results[message["toolCallId"]] = _content(message["content"])
            continue
        calls = [
            [call["id"], call["function"]["name"], json.loads(call["function"]["arguments"])]
            for call in message.get("toolCalls", [])
        ]
        spoken.append([message["role"], message.get("content") or None, calls])
    return [spoken, results, list(system), list(tools)]


def _content(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def schema(given: Mapping[str, Any] | None) -> Schema[Anything] | None:
    if given is None:
        return None
    document = given["schema"]
    return Schema(view=lambda: Anything, hash=hash_json(document), text=canonical(document))


class Replayed:
    """An agent of ours with the setup of a recording, and what happens in it."""

    def __init__(self, recording: Mapping[str, Any], trust: Trust | str) -> None:
        setup = recording["setup"]
        self.log = Log()
        steps = [_step(step) for step in setup["model"]]
        self.model = ScriptedModel([*steps, "The recording's model had a default answer, too."])
        definitions = [_definition(raw) for raw in setup.get("interrupts", [])]
        known = {definition.id: definition for definition in definitions}
        registered = [] if setup.get("unregister") else definitions
        tools = [raw for raw in setup.get("tools", []) if raw.get("server", True) is not False]
        self.agent = Agent(
            model=self.model,
            tools=[self._tool(raw) for raw in tools],
            interrupts=registered,
            middleware=[
                *(Recorded(raw, known, self) for raw in setup.get("middleware", [])),
                State(setup.get("state", ABSENT)),
            ],
            trust="unsafe" if isinstance(trust, str) else trust,
            adopt_client_tools=bool(setup.get("merge_client_tools")),
        )

    def _tool(self, raw: Mapping[str, Any]) -> ImplementedTool[Any, Any] | Any:
        definition = _tool_definition(raw)
        if raw["side"] == "client":
            return definition

        @definition.implement
        async def run(arguments: Any, call: ToolCallContext) -> Any:
            given = arguments.root if isinstance(arguments, Anything) else arguments
            self.log.executions.append([raw["name"], given])
            if raw.get("throws"):
                raise RuntimeError(raw["throws"])
            return raw["returns"] if definition.output is None else Anything(raw["returns"])

        return run


class State(Middleware):
    """Gives a run the state of its recording."""

    def __init__(self, state: Json | Absent) -> None:
        self._state = state

    async def on_start(self, ctx: RunContext) -> None:
        ctx.state = self._state


class Recorded(Middleware):
    """A middleware of a recording: raises what it raised and decides as it decided."""

    def __init__(
        self,
        raw: Mapping[str, Any],
        definitions: Mapping[str, InterruptDefinition[Any, Any]],
        owner: Replayed,
    ) -> None:
        self._raw = raw
        self._definitions = definitions
        self._owner = owner

    async def on_interrupt_resolution(self, ctx: RunContext, answers: Answers) -> ToolResume | None:
        given = [
            [
                answer.definition.id,
                answer.key,
                "resolved" if answer.resolved else "cancelled",
                None if answer.response_json is ABSENT else answer.response_json,
            ]
            for answer in answers
        ]
        self._owner.log.hooks.append([self._raw["name"], "resolution", given])
        policy = self._raw["resolution"]["toolResume"]
        return None if policy is None else ToolResume(policy)

    async def on_config(self, ctx: RunContext, request: ModelRequest) -> ModelRequest:
        prompt = self._raw.get("note_prompt")
        if prompt is None or not ctx.answers:
            return request
        return ModelRequest(
            thread_id=request.thread_id,
            run_id=request.run_id,
            messages=request.messages,
            tools=request.tools,
            system=(*request.system, prompt),
        )

    async def on_interrupt_boundary(
        self, ctx: BoundaryContext
    ) -> Iterable[InterruptRequest[Any, Any]]:
        continued = ctx.parent_run_id is not None
        self._owner.log.hooks.append([self._raw["name"], ctx.phase.value, ctx.iteration, continued])
        return [
            self._request(raw)
            for boundary in self._raw["boundary"]
            if (boundary["phase"], boundary["iteration"]) == (ctx.phase, ctx.iteration)
            and boundary.get("on_continuation", False) == continued
            for raw in boundary["requests"]
        ]

    def _request(self, raw: Mapping[str, Any]) -> InterruptRequest[Any, Any]:
        definition: Any = self._definitions[raw["definition"]]
        payload = {"payload": Anything(raw["payload"])} if "payload" in raw else {}
        request: InterruptRequest[Any, Any] = definition.interrupt(
            key=raw["key"], reason=raw["reason"], message=raw["message"], **payload
        )
        return request


def _definition(raw: Mapping[str, Any]) -> InterruptDefinition[Any, Any]:
    return InterruptDefinition(
        id=raw["id"],
        payload=schema(raw.get("payloadSchema")),
        response=schema(raw.get("responseSchema")),
    )


def _tool_definition(raw: Mapping[str, Any]) -> ToolDefinition[Any, Any, Any, Any]:
    branches = _branches(raw.get("approvalSchema"))
    approve, reject = schema(branches.get("approve")), schema(branches.get("reject"))
    documents = [ABSENT if each is None else each.document for each in (approve, reject)]
    given = schema(raw.get("inputSchema"))
    envelope = decision_envelope(ABSENT if given is None else given.document, *documents)
    gated = bool(raw.get("needsApproval"))
    return ToolDefinition(
        name=raw["name"],
        runs_on=raw["side"],
        needs_approval=gated,
        input=given,
        output=schema(raw.get("outputSchema")),
        approve=approve,
        reject=reject,
        approval_hash=approval_hash(*documents) if branches else NO_APPROVAL_HASH,
        response_hash=hash_json(envelope) if gated else None,
    )


def _branches(raw: Mapping[str, Any] | None) -> Mapping[str, Any]:
    if raw is None:
        return {}
    return {"approve": raw, "reject": raw} if "mode" in raw else raw


def _step(raw: Mapping[str, Any]) -> Turn | Exception:
    if "throw" in raw:
        return RuntimeError(raw["throw"])
    if "runError" in raw:
        return ModelFailure(raw["runError"], raw.get("code"))
    text = raw.get("text", [])
    calls = [Call(call["id"], call["name"], call["args"]) for call in raw.get("tool_calls", [])]
    return Turn(text=(text,) if isinstance(text, str) else tuple(text), calls=tuple(calls))


def names() -> list[str]:
    """Return the names of all recordings in which a real server answered."""
    return [path.stem for path in sorted(FOLDER.glob("*.json"))]
