"""A pause that was made before a deployment is answered after it."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import InterruptDescriptor, JsonObject, LocalError
from interruptgen_runtime.server import Unsafe
from interruptgen_runtime.testing import Call, Thread, approved, cancelled, rejected, resolved
from server.deploys import BEFORE, Build, Deployment, deploys

REFUND = Call("c1", "refund", {"amount": 7})
SIGN = Call("c2", "sign", {})
TICKET: JsonObject = {"ticket": "T-1"}
NAMES = {"RESPONSE": "choice", "INPUT": "amount", "DECISION": "ticket", "OUTPUT": "name"}

DESCRIBED = {
    word: schema.replace("{type: object", "{description: Another text., type: object")
    for word, schema in BEFORE.items()
}
WIDER = {
    word: schema.replace("}, required", ", more: {}}, required") for word, schema in BEFORE.items()
}
RENAMED = {
    word: schema.replace(NAMES[word], f"{NAMES[word]}Now") for word, schema in BEFORE.items()
}

either_trust = pytest.mark.parametrize("trust", [None, Unsafe()], ids=["sealed", "unsafe"])
compatible = pytest.mark.parametrize("changes", [DESCRIBED, WIDER], ids=["described", "wider"])

Answer = Callable[[InterruptDescriptor], JsonObject]


def pause_and_answer(old: Deployment, new: Deployment, answer: Answer) -> Thread:
    """Pause on one deployment, and answer on the next one."""

    async def conversation() -> Thread:
        thread = Thread(old.agent)
        await thread.say("Go")
        assert thread.interrupts
        thread.agent = new.agent
        await thread.answer([answer(each) for each in thread.interrupts])
        return thread

    return asyncio.run(conversation())


def errors(thread: Thread) -> list[JsonObject]:
    last: Any = thread.events[-1]
    metadata = last.get("metadata", {}).get("tanstack", {})
    found: list[JsonObject] = metadata.get("interruptErrors", [])
    return found


def choice(interrupt: InterruptDescriptor) -> JsonObject:
    return resolved(interrupt, {"choice": 2})


def approval(interrupt: InterruptDescriptor) -> JsonObject:
    return approved(interrupt, TICKET)


def refuse(value: Any) -> Any:
    raise ValueError("nothing corresponds to it")


def upgrades_of(after: Build) -> tuple[Any, ...]:
    """Register an upgrade for each part of an answer."""
    choose, refund, sign = after.choose.earlier[0], after.refund.earlier[0], after.sign.earlier[0]
    models = after.models

    def response(old: Any) -> Any:
        assert type(old).__name__.startswith("ChooseResponseV")
        return models.ChooseResponse(choiceNow=old.choice + 1)

    def arguments(old: Any) -> Any:
        return models.RefundInput(amountNow=old.amount * 100)

    def approve(old: Any) -> Any:
        return models.RefundDecision(ticketNow=old.ticket)

    def reject(old: Any) -> Any:
        return models.RefundDecision(ticketNow=f"not {old.ticket}")

    def output(old: Any) -> Any:
        return models.SignOutput(nameNow=old.name)

    return (
        after.choose.upgrade(from_=choose)(response),
        after.refund.upgrade_input(from_=refund)(arguments),
        after.refund.upgrade_approve(from_=refund)(approve),
        after.refund.upgrade_reject(from_=refund)(reject),
        after.sign.upgrade_output(from_=sign)(output),
    )


@compatible
@either_trust
def test_a_response_that_pleases_both_versions(
    tmp_path: Path, changes: dict[str, str], trust: Any
) -> None:
    before, after = deploys(tmp_path, changes)
    old = Deployment(before, asks=True, trust=trust)
    new = Deployment(after, asks=True, trust=trust)
    assert errors(pause_and_answer(old, new, choice)) == []
    (answer,) = new.choosing.answers
    assert isinstance(answer, after.models.ChooseResponse)
    assert answer.choice == 2


@either_trust
def test_a_response_through_an_upgrade(tmp_path: Path, trust: Any) -> None:
    before, after = deploys(tmp_path, RENAMED)
    old = Deployment(before, asks=True, trust=trust)
    new = Deployment(after, asks=True, upgrades=upgrades_of(after), trust=trust)
    assert errors(pause_and_answer(old, new, choice)) == []
    assert [answer.choice_now for answer in new.choosing.answers] == [3]


@pytest.mark.parametrize("has_upgrade", [False, True])
@either_trust
def test_a_response_that_is_stale(tmp_path: Path, has_upgrade: bool, trust: Any) -> None:
    before, after = deploys(tmp_path, RENAMED)
    (version,) = after.choose.earlier
    upgrades = (after.choose.upgrade(from_=version)(refuse),) if has_upgrade else ()
    old = Deployment(before, asks=True, trust=trust)
    new = Deployment(after, asks=True, upgrades=upgrades, trust=trust)
    item, whole = errors(pause_and_answer(old, new, choice))
    assert (item["code"], whole["code"]) == ("stale", "item-validation-failed")
    hashes = [one.response.hash.removeprefix("sha256:")[:8] for one in (version, after.choose)]
    change = f"interrupt choose, which has changed since: response from {' to '.join(hashes)}"
    assert change in str(item["message"])
    assert (new.choosing.answers, new.model.requests) == ([], [])


def test_what_the_version_that_asked_refuses_is_refused(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, {"RESPONSE": "{type: object}"})
    old, new = Deployment(before, asks=True), Deployment(after, asks=True)
    thread = pause_and_answer(old, new, lambda each: resolved(each, {"choice": "two"}))
    assert errors(thread)[0]["code"] == "invalid-payload"
    assert new.choosing.answers == []


@either_trust
def test_a_version_that_nobody_remembers_is_stale(tmp_path: Path, trust: Any) -> None:
    before, after = deploys(tmp_path, WIDER)
    old = Deployment(before, asks=True, trust=trust)
    new = Deployment(after.forgetting(), asks=True, trust=trust)
    assert errors(pause_and_answer(old, new, choice))[0]["code"] == "stale"
    assert new.choosing.answers == []


def test_a_cancellation_needs_no_upgrade(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, RENAMED)
    old, new = Deployment(before, (REFUND,)), Deployment(after)
    assert errors(pause_and_answer(old, new, cancelled)) == []
    assert new.paid == []


@compatible
def test_an_approval_that_pleases_both_versions(tmp_path: Path, changes: dict[str, str]) -> None:
    before, after = deploys(tmp_path, changes)
    old, new = Deployment(before, (REFUND,)), Deployment(after)
    assert errors(pause_and_answer(old, new, approval)) == []
    ((arguments, payload, edited),) = new.paid
    assert isinstance(arguments, after.models.RefundInput)
    assert (arguments.amount, payload.ticket, edited) == (7, "T-1", False)
    assert old.paid == []


@pytest.mark.parametrize(("edits", "paid"), [({}, 700), ({"edited": {"amount": 5}}, 500)])
def test_an_approval_through_upgrades(tmp_path: Path, edits: Any, paid: int) -> None:
    before, after = deploys(tmp_path, RENAMED)
    old = Deployment(before, (REFUND,))
    new = Deployment(after, upgrades=upgrades_of(after))
    thread = pause_and_answer(old, new, lambda each: approved(each, TICKET, **edits))
    assert errors(thread) == []
    ((arguments, payload, edited),) = new.paid
    assert (arguments.amount_now, payload.ticket_now, edited) == (paid, "T-1", bool(edits))


@pytest.mark.parametrize("missing", [1, 2], ids=["the arguments", "the payload"])
def test_an_approval_of_which_a_part_is_stale(tmp_path: Path, missing: int) -> None:
    before, after = deploys(tmp_path, RENAMED)
    upgrades = upgrades_of(after)
    old = Deployment(before, (REFUND,))
    new = Deployment(after, upgrades=(*upgrades[:missing], *upgrades[missing + 1 :]))
    item, _ = errors(pause_and_answer(old, new, approval))
    assert item["code"] == "stale"
    assert f"refuses the {('input', 'approve')[missing - 1]}" in str(item["message"])
    assert new.paid == []


def test_an_approval_without_what_has_become_required_is_stale(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, {"DECISION": "{type: object, required: [reason, ticket]}"})
    old, new = Deployment(before, (REFUND,)), Deployment(after)
    assert errors(pause_and_answer(old, new, approval))[0]["code"] == "stale"
    assert new.paid == []


def test_the_payload_of_a_rejection_is_carried_over(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, RENAMED)
    old = Deployment(before, (REFUND,))
    new = Deployment(after, upgrades=upgrades_of(after))
    thread = pause_and_answer(old, new, lambda each: rejected(each, TICKET))
    assert errors(thread) == []
    assert new.paid == []
    assert '{"ticketNow":"not T-1"}' in str(thread.events)


def test_the_output_of_a_client_tool_is_carried_over(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, RENAMED)
    old = Deployment(before, (SIGN,))
    new = Deployment(after, upgrades=upgrades_of(after))
    thread = pause_and_answer(old, new, lambda each: resolved(each, {"name": "Ada"}))
    assert errors(thread) == []
    (request,) = new.model.requests
    assert '{"nameNow":"Ada"}' in str(request)


def test_a_stale_part_refuses_the_whole_batch(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, {"OUTPUT": RENAMED["OUTPUT"]})
    old = Deployment(before, (REFUND, SIGN))
    new = Deployment(after)

    def answer(each: InterruptDescriptor) -> JsonObject:
        return approval(each) if each.reason == "tool_call" else resolved(each, {"name": "Ada"})

    thread = pause_and_answer(old, new, answer)
    assert "stale" in [each["code"] for each in errors(thread)]
    assert new.paid == []


def test_an_answer_sent_again_to_the_next_deployment_runs_nothing_twice(tmp_path: Path) -> None:
    before, after = deploys(tmp_path, WIDER)
    old = Deployment(before, (REFUND,))
    new = Deployment(after, trust=old.agent.trust)

    async def conversation() -> tuple[Thread, list[Any]]:
        thread = Thread(old.agent)
        await thread.say("Go")
        body = thread.answering([approval(each) for each in thread.interrupts])
        await thread.send(body)
        thread.agent = new.agent
        return thread, await thread.send({**body, "runId": "again"})

    thread, events = asyncio.run(conversation())
    assert errors(thread) == []
    assert "TOOL_CALL_RESULT" in [event["type"] for event in events]
    assert (len(old.paid), len(new.paid)) == (1, 0)


def test_an_upgrade_belongs_to_the_definition_that_made_it(tmp_path: Path) -> None:
    _, after = deploys(tmp_path, RENAMED)
    _, other = deploys(tmp_path, WIDER)
    with pytest.raises(LocalError, match="no earlier version of interrupt choose"):
        after.choose.upgrade(from_=other.choose.earlier[0])
    with pytest.raises(LocalError, match="no earlier version of tool refund"):
        after.refund.upgrade_input(from_=other.refund.earlier[0])
