"""Random programs of operations, performed here and by the real `InterruptManager`."""

import json
import random
from typing import Any

import pytest

from client.staging_known import WHOLE, as_recorded, for_peers
from client.staging_pauses import BROKEN, FOREIGN, RUN, THREAD
from client.staging_replay import Replay
from interop.peers import run_node

pytestmark = [pytest.mark.node, pytest.mark.slow]

(PHOTO,) = [one for one in WHOLE if one["id"] == "photo"]
PROGRAMS, OPERATIONS = 400, 12
ARGUMENTS: dict[str, list[list[Any]]] = {
    "refund": [[True], [False], [True, {"payload": {"a": 1}}], [False, {"payload": None}]],
    "transfer": [[True, {"payload": 1, "editedArgs": {"b": 2}}], [False, {"payload": 1}], [True]],
    "close": [[True], [False], [True, {"payload": {}}], [False, {"other": 1}]],
    "credit": [[True], [False], [False, {"payload": "x"}]],
    "reply": [[{"draft": 0}], [1], [None]],
    "external": [["fast"], [None], [{"a": []}]],
    "foreign": [[1]],
    "broken": [[1]],
    "unbound": [[1]],
}
OUTPUTS: list[Any] = [1, {}]
FAILURES: list[Any] = [
    {"outcome": "throw", "message": "offline"},
    {"outcome": "errors", "errors": []},
    {"outcome": "errors", "errors": [{"code": "made-up"}]},
]


def action(source: random.Random, name: str) -> dict[str, Any]:
    """Return something that a resolver can do with an interrupt, if it is not broken."""
    if name in ("broken", "foreign"):
        return {"do": "nothing"}
    doing = source.choice(["resolve"] * 6 + ["cancel", "cancel", "clear", "nothing", "throw"])
    match doing:
        case "resolve":
            return {"do": doing, "args": source.choice(ARGUMENTS[name])}
        case "throw":
            return {"do": doing, "message": "boom"}
        case _:
            return {"do": doing}


def operation(source: random.Random, names: list[str], kinds: list[str]) -> dict[str, Any]:
    """Return an operation in the form of the recorded cases."""
    kind, name = source.choice(kinds), source.choice(names)
    match kind:
        case "resolve":
            return {"op": kind, "id": name, "args": source.choice(ARGUMENTS[name])}
        case "cancel" | "clear":
            return {"op": kind, "id": name}
        case "bulk":
            return {"op": kind, "value": source.random() < 0.5}
        case "callback":
            return {"op": kind, "actions": {one: action(source, one) for one in names}}
        case "clientToolOutput":
            return {"op": kind, "toolCallId": "c-photo", "output": source.choice(OUTPUTS)}
        case _:
            return {"op": kind}


def failures(source: random.Random, names: list[str]) -> list[Any]:
    """Return what becomes of the first submissions; a server's errors are about some of them."""
    common = {"threadId": THREAD, "interruptedRunId": RUN, "generation": 0, "source": "server"}
    item = {**common, "scope": "item", "message": "m", "code": "invalid-payload"}
    batch = {**common, "scope": "batch", "message": "n", "interruptIds": names}
    reported = [
        {**item, "interruptId": source.choice(names), "retryable": source.random() < 0.5},
        {**batch, "code": source.choice(["server", "stale"]), "retryable": True},
    ]
    choices = [*FAILURES, {"outcome": "errors", "errors": reported}]
    return [source.choice(choices) for _ in range(source.randrange(3))]


def program(source: random.Random) -> dict[str, Any]:
    """Return a pause, operations and what becomes of the submissions.

    Where something is different on purpose, the operations do not meet: a client tool whose
    submission fails, a client tool next to what is broken, and a retry after a roll-back.
    """
    every: list[Any] = [*WHOLE, BROKEN, FOREIGN]
    choices: dict[str, Any] = {one["id"]: one for one in every if one["id"] in ARGUMENTS}
    names = source.sample(sorted(choices), source.randint(1, 4))
    kinds = ["resolve"] * 6 + ["cancel", "clear", "bulk", "cancelAll", "settle", "settle"]
    if source.random() < 0.3 and not {"broken", "foreign", "unbound"} & {*names}:
        outcomes: list[Any] = []
        kinds += ["clientToolOutput"] * 3 + ["callback"]
        descriptors = [*(choices[name] for name in names), PHOTO]
    else:
        outcomes = failures(source, names)
        kinds += ["retry"] if outcomes else ["callback"]
        descriptors = [choices[name] for name in names]
    hydration: dict[str, Any] = {"threadId": THREAD, "interruptedRunId": RUN, "generation": 0}
    hydration["interrupts"] = [placed(one, index) for index, one in enumerate(descriptors)]
    ops = [operation(source, names, kinds) for _ in range(OPERATIONS)]
    return {"hydration": hydration, "ops": ops, "outcomes": outcomes}


def placed(descriptor: Any, index: int) -> Any:
    """Return a descriptor for its place in the batch."""
    copy: Any = json.loads(json.dumps(descriptor))
    binding: Any = copy.get("metadata", {}).get("tanstack:interruptBinding", {})
    if "batchIndex" in binding:
        binding["batchIndex"] = index
    return copy


def test_random_programs() -> None:
    source = random.Random(21)
    programs = [program(source) for _ in range(PROGRAMS)]
    performed = run_node("operate.mjs", {**for_peers(), "programs": programs})
    assert sum(len(one["submitted"]) for one in performed) > PROGRAMS / 2
    for given, recorded in zip(programs, performed, strict=True):
        case = {
            **recorded,
            **as_recorded(),
            "hydration": given["hydration"],
            "submit_behaviour": given["outcomes"],
        }
        found = [*Replay(case, as_generated=False).mismatches()]
        assert found == [], json.dumps(given["ops"][: len(recorded["steps"])])
