"""The state of an agent under deltas: nothing that was handed out changes, and nothing explodes."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interop.peers import run_node
from interruptgen_runtime import Json, JsonObject, PeerError
from interruptgen_runtime.client import state as states
from interruptgen_runtime.client.state import patched

NAMES = ["", "a", "b", "a~1", "0", "1", "2", "-", "01"]


def value(random: Random, depth: int = 3) -> Json:
    if depth == 0 or random.random() < 0.3:
        return random.choice([None, True, 1, "x"])
    size = random.randrange(4)
    if random.random() < 0.5:
        return [value(random, depth - 1) for _ in range(size)]
    return {random.choice(["", "a", "b", "a/", "0"]): value(random, depth - 1) for _ in range(size)}


def operation(random: Random) -> JsonObject:
    """Return an operation; its peer makes a ring of a value that is copied into itself."""
    kind = random.choice(["add", "remove", "replace", "move", "copy", "test"])
    path, source = (
        "".join(f"/{random.choice(NAMES)}" for _ in range(random.randrange(4))) for _ in range(2)
    )
    if path.startswith(source):
        source = f"/other{source}"
    return {"op": kind, "path": path, "from": source, "value": value(random, 2)}


@pytest.mark.node
def test_deltas_do_what_they_do_in_ag_ui_s_client() -> None:
    """That has fast-json-patch for them, which also writes into texts and beside what there is."""
    random = Random(7)
    cases: list[list[Json]] = [[value(random), operation(random)] for _ in range(6000)]
    text = json.dumps(cases)
    theirs: list[Any] = run_node(str(Path(__file__).with_name("patch.mjs")), cases)
    applied, refused = 0, 0
    for (state, one), their in zip(cases, theirs, strict=True):
        ours = applying(state, one)
        if ours is not None:
            assert json.dumps(ours, sort_keys=True) == json.dumps(their, sort_keys=True), one
            applied += 1
        elif their:
            refused += 1
    assert json.dumps(cases) == text
    assert applied > 900 and refused < 120


def applying(state: Json, one: Any) -> JsonObject | None:
    try:
        return {"state": patched(state, [one])}
    except PeerError:
        return None


def test_a_state_shares_what_a_delta_does_not_touch() -> None:
    before: Any = {"large": [0] * 1000, "small": {"a": 1}}
    after: Any = patched(before, [{"op": "add", "path": "/small/b", "value": 2}])
    assert after["large"] is before["large"]
    assert (before["small"], after["small"]) == ({"a": 1}, {"a": 1, "b": 2})


def test_a_state_gets_no_deeper_than_an_event() -> None:
    state: Json = {}
    for depth in range(1, 128):
        state = patched(state, [{"op": "add", "path": "/a" * depth, "value": {}}])
    refused: list[JsonObject] = [
        {"op": "add", "path": "/a" * 128, "value": {}},
        {"op": "add", "path": "/a/b", "value": json.loads("[" * 127 + "]" * 127)},
        {"op": "copy", "from": "/a", "path": "/a/b"},
        {"op": "move", "from": "/a/a", "path": "/a/b/c"},
    ]
    for one in refused:
        with pytest.raises(PeerError, match="operation 0 of a state delta does not fit"):
            patched(state, [one])
    assert patched(state, [{"op": "add", "path": "/a" * 128, "value": 1}]) != state


def test_copies_of_copies_come_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(states, "MAX_STATE", 10_000)
    state: Json = {"a": ["x" * 100]}
    double: JsonObject = {"op": "copy", "from": "/a", "path": "/a/-"}
    with pytest.raises(PeerError, match="too large"):
        for _ in range(40):
            state = patched(state, [double])
    assert len(json.dumps(state)) < 20_000


def test_a_state_that_is_taken_away_is_null() -> None:
    assert patched({"a": 1}, [{"op": "remove", "path": ""}]) is None
