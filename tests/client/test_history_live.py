"""Random streams of events, read by the real client and by ours: the same messages go back.

Left out is what differs on purpose: messages of the assistant that say nothing, a call that is
announced again elsewhere, and text that comes to a message again after reasoning or after a call
without a message: TanStack's client repeats the text that was there, or has the message twice.
"""

import json
import random
from collections.abc import Iterator
from typing import Any, Final

import pytest

from interop.peers import run_node
from interruptgen_runtime import JsonObject
from interruptgen_runtime.client import Outside
from interruptgen_runtime.client.history.history import History

pytestmark = pytest.mark.node

CASES: Final = 400
METADATA: Final[tuple[JsonObject, ...]] = (
    {"tanstack": {"model": "m"}, "own": [1]},
    {"tanstack": {"other": 1, "signature": "z"}},
    {"tanstack": {"other": 1}},
    {"own": {}},
)


class Writer:
    """Writes the responses of one thread; every call is announced once."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.calls: dict[str, str] = {}
        self.messages: list[str] = []
        self.number = 0
        self.settled = True

    def responses(self) -> list[list[JsonObject]]:
        return [list(self._response()) for _ in range(self.random.randint(1, 3))]

    def _response(self) -> Iterator[JsonObject]:
        self.settled = True
        yield {"type": "RUN_STARTED", "threadId": "t", "runId": "r"}
        for _ in range(self.random.randint(0, 6)):
            step = self.random.choice(
                (self._text, self._text, self._call, self._call, self._reasoning, self._result)
            )
            yield from step()
        if self.random.random() < 0.25:
            yield self._snapshot()
        yield self._end()

    def _new(self, kind: str) -> str:
        self.number += 1
        return f"{kind}{self.number}"

    def _text(self) -> Iterator[JsonObject]:
        known = self.messages and self.settled and self.random.random() < 0.3
        message_id = self.random.choice(self.messages) if known else self._new("m")
        if message_id not in self.messages:
            self.messages.append(message_id)
        own: JsonObject = {"messageId": message_id}
        if self.random.random() < 0.3:
            own["metadata"] = self.random.choice(METADATA)
        yield {"type": "TEXT_MESSAGE_START", "role": "assistant", **own}
        for _ in range(self.random.randint(0, 3)):
            yield {
                "type": "TEXT_MESSAGE_CONTENT",
                "messageId": message_id,
                "delta": self.random.choice(("Hi", " ", "\n", "ü", "")),
            }
        if self.random.random() < 0.8:
            yield {"type": "TEXT_MESSAGE_END", **own}

    def _call(self) -> Iterator[JsonObject]:
        call_id = self._new("c")
        self.calls[call_id] = self.random.choice(('{"a":1}', "{}", "[1,", ""))
        start: JsonObject = {
            "type": "TOOL_CALL_START",
            "toolCallId": call_id,
            "toolCallName": "look",
        }
        if self.messages and self.random.random() < 0.7:
            start["parentMessageId"] = self.messages[-1]
        else:
            self.settled = False
        if self.random.random() < 0.3:
            start["metadata"] = self.random.choice(METADATA)
        yield start
        for half in (self.calls[call_id][:3], self.calls[call_id][3:]):
            yield {"type": "TOOL_CALL_ARGS", "toolCallId": call_id, "delta": half}
        if self.random.random() < 0.8:
            end: JsonObject = {"type": "TOOL_CALL_END", "toolCallId": call_id}
            if self.random.random() < 0.3:
                end["metadata"] = {"tanstack": {"input": {"b": 2}}}
            yield end

    def _result(self) -> Iterator[JsonObject]:
        if self.calls:
            call_id = self.random.choice([*self.calls])
            event: JsonObject = {
                "type": "TOOL_CALL_RESULT",
                "messageId": f"tool-{call_id}",
                "toolCallId": call_id,
                "content": self.random.choice(("1", '{"error":"no"}', "not JSON")),
            }
            if self.random.random() < 0.3:
                event["metadata"] = {"tanstack": {"state": "output-error"}}
            yield event

    def _reasoning(self) -> Iterator[JsonObject]:
        part_id, self.settled = self._new("r"), False
        if self.random.random() < 0.4:
            yield {"type": "STEP_STARTED", "stepName": part_id, "stepId": self._new("s")}
        for _ in range(self.random.randint(1, 2)):
            yield {"type": "REASONING_MESSAGE_CONTENT", "messageId": part_id, "delta": "Hm."}
        if self.random.random() < 0.4:
            yield {
                "type": "REASONING_ENCRYPTED_VALUE",
                "subtype": "message",
                "entityId": part_id,
                "encryptedValue": "x",
            }
        if self.calls and self.random.random() < 0.2:
            yield {
                "type": "REASONING_ENCRYPTED_VALUE",
                "subtype": "tool-call",
                "entityId": self.random.choice([*self.calls]),
                "encryptedValue": "y",
            }

    def _snapshot(self) -> JsonObject:
        messages: list[JsonObject] = [{"id": self._new("u"), "role": "user", "content": "Go"}]
        if self.random.random() < 0.3:
            messages.append({"id": self._new("s"), "role": "developer", "content": "Be short."})
        if self.random.random() < 0.3:
            messages.append({"id": self._new("r"), "role": "reasoning", "content": "Hm."})
        for message_id in self.messages[-2:]:
            message: JsonObject = {"id": message_id, "role": "assistant", "content": "Hi"}
            if self.random.random() < 0.3:
                message["metadata"] = self.random.choice(METADATA)
            messages.append(message)
        for call_id, arguments in [*self.calls.items()][-2:]:
            messages += self._snapshot_call(call_id, arguments)
        self.messages = self.messages[-2:]
        return {"type": "MESSAGES_SNAPSHOT", "messages": [*messages]}

    def _snapshot_call(self, call_id: str, arguments: str) -> Iterator[JsonObject]:
        if self.random.random() < 0.8:
            function: JsonObject = {"name": "look", "arguments": arguments}
            call: JsonObject = {"id": call_id, "type": "function", "function": function}
            yield {"id": self._new("m"), "role": "assistant", "toolCalls": [call]}
        if self.random.random() < 0.6:
            result: JsonObject = {"role": "tool", "toolCallId": call_id, "content": "2"}
            if self.random.random() < 0.3:
                result["error"] = "no"
            yield {"id": self._new("t"), **result}

    def _end(self) -> JsonObject:
        end: JsonObject = {"type": "RUN_FINISHED", "threadId": "t", "runId": "r"}
        reason = self.random.choice(("stop", "tool_calls", None))
        return (
            end if reason is None else {**end, "metadata": {"tanstack": {"finishReason": reason}}}
        )


def ours(responses: list[list[JsonObject]]) -> list[JsonObject]:
    history = History(Outside(clock=lambda: 0))
    for events in responses:
        history.add_user("Go")
        history.begin_stream()
        for event in events:
            history.apply(json.loads(json.dumps(event)))
        history.end_stream()
    return history.wire


def comparable(messages: list[Any]) -> list[Any]:
    """Name the ids that a client makes by their order, and drop times and empty messages."""
    names: dict[str, str] = {}
    shown: list[Any] = []
    for message in messages:
        plain = json.loads(json.dumps(message))
        plain.get("metadata", {}).get("tanstack", {}).pop("createdAt", None)
        if plain.get("metadata") == {"tanstack": {}}:
            del plain["metadata"]
        if plain["role"] == "reasoning":
            plain["id"] = "reasoning"
        elif plain["id"].startswith("msg-"):
            plain["id"] = names.setdefault(plain["id"], f"new-{len(names)}")
        said = ("content", "toolCalls")
        if plain["role"] != "assistant" or any(plain.get(name) for name in said):
            shown.append(plain)
    return shown


def test_the_same_messages() -> None:
    cases = [Writer(seed).responses() for seed in range(CASES)]
    theirs = run_node("history.mjs", cases)
    different = {
        seed: (comparable(one), comparable(ours(case)))
        for seed, (one, case) in enumerate(zip(theirs, cases, strict=True))
        if comparable(one) != comparable(ours(case))
    }
    shown = [json.dumps([seed, cases[seed], *pair]) for seed, pair in different.items()]
    assert shown == [], f"{len(shown)} of {CASES}: {shown[0]}"
