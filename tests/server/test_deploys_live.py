"""TanStack AI's client holds a pause while the server behind it is deployed anew."""

from pathlib import Path
from typing import Any

import pytest

from interop.definitions import from_lock
from interop.peers import run_node
from interruptgen_runtime import JsonObject
from interruptgen_runtime.server import ChatEndpoint
from interruptgen_runtime.testing import Call
from server.deploys import BEFORE, Build, Deployment, deploys
from server.host import Host, hosted
from server.test_deploys import DESCRIBED, RENAMED, WIDER, upgrades_of

pytestmark = pytest.mark.node

REFUND = Call("c1", "refund", {"amount": 7})
CHOICE: JsonObject = {"do": "resolve", "item": 0, "args": [{"choice": 2}]}
TICKET: JsonObject = {"do": "resolve", "item": 0, "args": [True, {"payload": {"ticket": "T-1"}}]}


def converse(known: Build, first: Deployment, then: Deployment, *answers: JsonObject) -> Any:
    """Let a client that knows one build talk to one deployment, and be answered by the next."""
    endpoints = [ChatEndpoint(agent=one.agent) for one in (first, then)]
    definitions = [one.for_peer() for one in from_lock(known.lock)]
    with hosted(Host(endpoints[0], later=endpoints[1])) as url:
        return run_node(
            "chat.mjs",
            {
                "url": url,
                "threadId": "thread-1",
                "interrupts": [one for one in definitions if one["section"] == "interrupts"],
                "tools": [one for one in definitions if one["section"] == "tools"],
                "steps": [[{"do": "say", "text": "Go"}], *([answer] for answer in answers)],
            },
        )


def check_accepted(steps: Any) -> None:
    (shown,) = steps[0]["interrupts"]
    assert (shown["typed"], shown["canResolve"]) == (True, True)
    assert (steps[-1]["interrupts"], steps[-1]["errors"]) == ([], [])
    assert steps[-1]["text"][-1] == "Done."


@pytest.mark.parametrize("changes", [DESCRIBED, WIDER], ids=["described", "wider"])
def test_a_compatible_change(tmp_path: Path, changes: dict[str, str]) -> None:
    before, after = deploys(tmp_path, changes)
    new = Deployment(after, asks=True)
    check_accepted(converse(before, Deployment(before, asks=True), new, CHOICE))
    assert [answer.choice for answer in new.choosing.answers] == [2]
    new = Deployment(after)
    check_accepted(converse(before, Deployment(before, (REFUND,)), new, TICKET))
    assert [(arguments.amount, payload.ticket) for arguments, payload, _ in new.paid] == [
        (7, "T-1")
    ]


def test_a_change_with_upgrades(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, RENAMED)
    new = Deployment(after, asks=True, upgrades=upgrades_of(after))
    check_accepted(converse(before, Deployment(before, asks=True), new, CHOICE))
    assert [answer.choice_now for answer in new.choosing.answers] == [3]
    new = Deployment(after, upgrades=upgrades_of(after))
    check_accepted(converse(before, Deployment(before, (REFUND,)), new, TICKET))
    assert [arguments.amount_now for arguments, _, _ in new.paid] == [700]


def test_an_incompatible_change(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, RENAMED)
    new = Deployment(after, asks=True)
    steps = converse(before, Deployment(before, asks=True), new, CHOICE)
    (shown,) = steps[-1]["interrupts"]
    assert "stale" in shown["errors"]
    assert new.choosing.answers == []
    new = Deployment(after)
    steps = converse(before, Deployment(before, (REFUND,)), new, TICKET)
    assert "stale" in steps[-1]["interrupts"][0]["errors"]
    assert new.paid == []


def test_an_old_client_answers_what_a_new_server_asks(tmp_path: Path) -> None:
    """It does not know the schema, so the question has no type there, but it can be answered."""
    before, after = deploys(
        tmp_path, {"RESPONSE": BEFORE["RESPONSE"].replace("}, r", ", b: {}}, r")}
    )
    new = Deployment(after, asks=True)
    steps = converse(before, new, new, CHOICE)
    (shown,) = steps[0]["interrupts"]
    assert (shown["kind"], shown["canResolve"]) == ("generic", True)
    assert (steps[-1]["interrupts"], steps[-1]["errors"]) == ([], [])
    assert [answer.choice for answer in new.choosing.answers] == [2]
