"""The client of TanStack AI, as a page would use it, against the desk server as it is started."""

from pathlib import Path
from typing import Any

import pytest

from docs.walk import serving
from interop.definitions import EXAMPLES, from_lock
from interop.peers import run_node
from interruptgen_runtime import JsonObject

pytestmark = pytest.mark.node

CORRECTED: JsonObject = {
    "amount": {"amount": 5, "currency": "EUR"},
    "recipient": {"iban": "AT611904300234573201"},
}


def say(text: str) -> JsonObject:
    return {"do": "say", "text": text}


def resolve(*args: Any) -> JsonObject:
    return {"do": "resolve", "item": 0, "args": list(args)}


def test_an_afternoon_at_the_desk(tmp_path: Path) -> None:
    definitions = [
        one.for_peer()
        for example in ("payments", "travel_desk", "desk_server")
        for one in from_lock(EXAMPLES / example / "generated/interrupts.lock.json")
    ]
    device = {"add-to-calendar": {"returns": {"added": True}}}
    conversation = {
        "threadId": "thread-1",
        "interrupts": [one for one in definitions if one["section"] == "interrupts"],
        "tools": [
            {**one, **device.get(str(one["id"]), {})}
            for one in definitions
            if one["section"] == "tools"
        ],
        "steps": [
            [say("A train to Vienna, please.")],
            [resolve({"choice": 0, "seat": "window"})],
            [say("A refund, please.")],
            [resolve(False, {"payload": {"reason": "not-refundable"}})],
            [say("A transfer, please.")],
            [resolve(True, {"payload": {"secondFactor": "123456"}, "editedArgs": CORRECTED})],
        ],
    }
    start = "cd generated_examples\npython -m desk_server"
    with serving(start, tmp_path / "log") as server:
        steps: list[Any] = run_node(
            "chat.mjs", {**conversation, "url": f"http://{server}/api/chat"}
        )
    kinds = [[(one["kind"], one["typed"]) for one in step["interrupts"]] for step in steps]
    approval = [("tool-approval", True)]
    assert kinds == [[("generic", True)], [], approval, [], approval, []]
    assert [step["errors"] for step in steps] == [[]] * 6
    said = " ".join(steps[-1]["text"])
    assert "RJ 61 is booked." in said
    results = [one["content"] for one in steps[-1]["results"]]
    assert results[:2] == ['{"added":true}', '{"reason":"not-refundable"}']
    assert results[2].startswith('{"sent":5,')
