"""One request -> what the endpoint answered, and whether it kept its promises."""

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import Any, Final

from ag_ui.core import Event
from pydantic import TypeAdapter, ValidationError

from endpoint_fuzzing.desk import GATED, Desk, Execution
from endpoint_fuzzing.mutations import Request
from endpoint_fuzzing.seeds import Seeds
from interruptgen_runtime.core.kinds import is_object
from interruptgen_runtime.server import ChatEndpoint

SECONDS: Final = 20.0
"""How long a request may take."""

TERMINAL: Final = frozenset({"RUN_FINISHED", "RUN_ERROR"})
REFUSALS: Final = frozenset({400, 405, 413, 415})
_EVENT: Final[TypeAdapter[Any]] = TypeAdapter(Event)


class BrokenPromise(Exception):
    """An answer is not as every answer has to be."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: how it ended, the CPU seconds it took, and how many gated tools ran."""

    ending: str
    seconds: float
    gated: int


@dataclass
class Exchange:
    """What a server and an application say to each other over ASGI."""

    request: Request
    place: int = 0
    sent: list[Any] = field(default_factory=list[Any])

    async def receive(self) -> dict[str, Any]:
        """Give the next part of the body; behind the last one the client stays."""
        parts = self.request.parts
        if self.place < len(parts):
            self.place += 1
            more = self.place < len(parts) or not self.request.ends
            return {"type": "http.request", "body": parts[self.place - 1], "more_body": more}
        if not self.request.ends:
            return {"type": "http.disconnect"}
        return await asyncio.Future[dict[str, Any]]()

    async def send(self, message: Any) -> None:
        """Keep what the application sends."""
        self.sent.append(message)


class Trial:
    """Sends requests to one endpoint in this process."""

    def __init__(self, desk: Desk, seeds: Seeds) -> None:
        self._desk = desk
        self._seeds = seeds
        self._endpoint = ChatEndpoint(agent=desk.agent())

    async def send(self, request: Request) -> Answer:
        """Send a request; raises `BrokenPromise`, and whatever the endpoint raises."""
        self._desk.done.clear()
        exchange = Exchange(request)
        scope = {"type": "http", "method": request.method, "headers": list(request.headers)}
        start = time.process_time()
        async with asyncio.timeout(SECONDS):
            await self._endpoint(scope, exchange.receive, exchange.send)
        seconds = time.process_time() - start
        ending = _ending(exchange.sent)
        gated = [done for done in self._desk.done if done.tool in GATED]
        if self._desk.trust == "sealed":
            for execution in gated:
                _check_proven(execution, request.body, self._seeds)
        return Answer(ending, seconds, len(gated))


def _ending(sent: list[Any]) -> str:
    """Check a response, and tell how it ended."""
    if not sent or sent[-1].get("more_body", False):
        raise BrokenPromise("the response has no end")
    status: int = sent[0]["status"]
    body = b"".join(message["body"] for message in sent[1:])
    kind = dict(sent[0]["headers"])[b"content-type"]
    if status == 200:
        return _check_stream(kind, body)
    reason: Any = json.loads(body)
    if status not in REFUSALS or kind != b"application/json":
        raise BrokenPromise(f"status {status} with {kind!r}")
    if set(reason) != {"error"} or not isinstance(reason["error"], str):
        raise BrokenPromise(f"status {status} without a reason: {body!r}")
    return str(status)


def _check_stream(kind: bytes, body: bytes) -> str:
    *lines, rest = body.decode("ascii").split("\n\n")
    if kind != b"text/event-stream" or rest:
        raise BrokenPromise("no stream of events")
    if not all(line.startswith("data: ") and "\n" not in line for line in lines):
        raise BrokenPromise("an event is not one line")
    events = [_read_event(line.removeprefix("data: ")) for line in lines]
    types = [event["type"] for event in events]
    if types[0] != "RUN_STARTED" or [kind in TERMINAL for kind in types].count(True) != 1:
        raise BrokenPromise(f"the events are {types}")
    if types[-1] not in TERMINAL:
        raise BrokenPromise(f"the last event is {types[-1]}")
    return _name(events[-1])


def _read_event(line: str) -> dict[str, Any]:
    event: dict[str, Any] = json.loads(line, parse_constant=_refuse)
    try:
        _EVENT.validate_python(event)
    except ValidationError as error:
        raise BrokenPromise(f"no AG-UI event: {line}: {error}") from error
    return event


def _refuse(constant: str) -> None:
    raise BrokenPromise(f"{constant} is no JSON")


def _name(terminal: dict[str, Any]) -> str:
    if terminal["type"] == "RUN_FINISHED":
        outcome: str = terminal["outcome"]["type"]
        return outcome
    code = str(terminal.get("code"))
    if code == "internal-error":
        raise BrokenPromise("the run failed for a reason of its own")
    return f"error: {code}"


def _check_proven(execution: Execution, body: bytes, seeds: Seeds) -> None:
    """See that the request approves what ran, under the id that was made for exactly that.

    The id tells its run where the request does not.
    """
    given: Any = json.loads(body)
    for entry in given.get("resume", []):
        issued = seeds.issued.get(entry.get("interruptId"))
        if issued is None or (issued.tool, issued.call_id) != (execution.tool, execution.call_id):
            continue
        payload: Any = entry.get("payload")
        envelope: Any = payload if is_object(payload) else {"approved": payload}
        where = (given["threadId"], given.get("parentRunId", issued.run_id))
        edited: Any = envelope.get("editedArgs")
        shown: Any = issued.arguments if edited is None or issued.tool == "refund" else edited
        here = where == (issued.thread_id, issued.run_id)
        if envelope["approved"] is True and here and execution.arguments == shown:
            return
    raise BrokenPromise(f"{execution} ran without a proof")
