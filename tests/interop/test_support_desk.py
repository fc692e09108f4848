"""The example of external interrupts, classified by the real InterruptManager."""

from typing import Any

import pytest

from interop.definitions import EXAMPLES, from_lock
from interop.peers import run_node
from interruptgen_runtime import JsonObject
from support_desk.desk import pause, questions

RUN = "run-1"
CREDIT: JsonObject = {"customer": "C-12", "amount": 50}
SCREENING: JsonObject = {
    "id": "screening-9",
    "reason": "identity-check",
    "message": "Is this the account's owner?",
    "responseSchema": {"type": "object", "properties": {"owner": {"type": "boolean"}}},
}
PLAIN: JsonObject = {"id": "screening-10", "reason": "wait", "metadata": {"queue": "night"}}


def classify(interrupts: list[JsonObject]) -> dict[str, Any]:
    known = list(from_lock(EXAMPLES / "support_desk/generated/interrupts.lock.json"))
    answer = run_node(
        "hydrate.mjs",
        {
            "threadId": "thread-1",
            "runId": RUN,
            "descriptors": interrupts,
            "interrupts": [one.for_peer() for one in known if one.section == "interrupts"],
            "tools": [one.for_peer() for one in known if one.section == "tools"],
        },
    )
    assert not answer["hidden"]
    return {item["id"]: item for item in answer["visible"]}


@pytest.fixture
def interrupts() -> list[JsonObject]:
    return pause(RUN, questions("T-7", ["We are looking into it."], CREDIT), [SCREENING, PLAIN])


def test_ours_are_typed_and_the_external_ones_can_be_answered(interrupts: list[JsonObject]) -> None:
    approval, reply, *foreign = classify(interrupts).values()
    assert (approval["kind"], approval["toolName"]) == ("tool-approval", "issue-credit")
    assert (reply["definitionId"], reply["key"]) == ("choose-reply", "T-7")
    assert [item["kind"] for item in foreign] == ["generic", "generic"]
    assert not [item for item in foreign if "definitionId" in item]
    assert all(item["canResolve"] for item in (approval, reply, *foreign))


def test_without_the_mark_an_external_interrupt_can_only_be_shown() -> None:
    found = classify([SCREENING])["screening-9"]
    assert (found["kind"], found["canResolve"]) == ("unbound", False)


def test_a_schema_that_was_changed_on_the_way_is_noticed(interrupts: list[JsonObject]) -> None:
    changed: JsonObject = {**interrupts[2], "responseSchema": {"type": "object"}}
    assert classify([changed])["screening-9"]["canResolve"] is False


def test_what_the_producer_wrote_is_kept(interrupts: list[JsonObject]) -> None:
    for passed, sent in zip(interrupts[2:], (SCREENING, PLAIN), strict=True):
        metadata = passed["metadata"]
        assert isinstance(metadata, dict)
        kept = {key: value for key, value in metadata.items() if key != "tanstack:interruptBinding"}
        assert {**passed, "metadata": kept} == {"metadata": {}, **sent}
