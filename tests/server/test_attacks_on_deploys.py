"""Attacks on pauses that outlive a deployment: an answer is judged by what was asked, and once."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.core.condition import Condition
from interruptgen_runtime.server import Unsafe
from interruptgen_runtime.testing import Call, Thread, approved, cancelled, resolved
from server.attacking import CONFLICT, UNKNOWN
from server.bank import codes, outcome
from server.deploys import Deployment, deploys
from server.test_deploys import RENAMED, WIDER, choice, errors, pause_and_answer, upgrades_of
from server.versions_desk import CENTS, EUROS, PAY, STRICT, Desk, tool, version

STALE = {("item", "stale"), ("batch", "item-validation-failed")}
INCOMPLETE = {("batch", "incomplete-batch")}
CONTINUATION = "tanstack:interruptContinuation"

before = tool(EUROS)
after = tool(CENTS, earlier=(version(before),))


def in_place(given: Any) -> Any:
    given["amount"] *= 100
    return given


def in_a_new_one(given: Any) -> Any:
    given["amount"] *= 100
    return {"amount": given["amount"], "unit": "cent"}


def deep_inside(given: Any) -> Any:
    given["price"]["amount"] *= 100
    return given


@pytest.mark.parametrize(
    ("change", "arguments", "ran"),
    [
        (in_place, {"amount": 7}, {"amount": 700}),
        (in_a_new_one, {"amount": 7}, {"amount": 700, "unit": "cent"}),
        (deep_inside, {"price": {"amount": 7}}, {"price": {"amount": 700}}),
    ],
)
def test_an_upgrade_may_change_what_it_gets(
    change: Callable[[Any], Any], arguments: JsonObject, ran: JsonObject
) -> None:
    """Else the call would run with what the upgrade was there to replace."""

    async def story() -> None:
        desk = Desk(Call("c1", "pay", arguments))
        thread = await desk.paused(before)
        upgrade = after.upgrade_input(from_=after.earlier[0])(change)
        thread.agent = desk.deployed(after, upgrades=[upgrade])
        body = thread.answering([approved(thread.interrupts[0])])
        assert outcome(await thread.send(body)) == "success"
        assert outcome(await thread.send({**body, "runId": "again"})) == "success"
        assert desk.done == [("pay", ran)]

    asyncio.run(story())


def raise_another(given: Any) -> Any:
    return given["no such key"]


def never_return(given: Any) -> Any:
    return never_return(given)


def return_a_set(given: Any) -> Any:
    return {1, 2}


def return_nan(given: Any) -> Any:
    return {"amount": float("nan")}


@pytest.mark.parametrize("has_schema", [True, False])
@pytest.mark.parametrize("change", [raise_another, never_return, return_a_set, return_nan])
def test_an_upgrade_that_fails_runs_and_spends_nothing(
    change: Callable[[Any], Any], has_schema: bool
) -> None:
    async def story() -> None:
        desk = Desk()
        thread = await desk.paused(before)
        new = after if has_schema else replace(after, input=None)
        upgrade = new.upgrade_input(from_=after.earlier[0])(change)
        thread.agent = desk.deployed(new, upgrades=[upgrade])
        body = thread.answering([approved(thread.interrupts[0])])
        assert outcome(await thread.send(body)) == "error"
        assert (desk.done, len(desk.model.requests)) == ([], 1)
        thread.agent = desk.deployed(after)
        assert outcome(await thread.send({**body, "runId": "again"})) == "success"
        assert desk.done == [("pay", {"amount": 7})]

    asyncio.run(story())


@pytest.mark.parametrize("change", [raise_another, return_a_set, return_nan])
def test_a_result_that_an_upgrade_spoils_spends_nothing(change: Callable[[Any], Any]) -> None:
    async def story() -> None:
        sign = tool(EUROS, runs_on="client", needs_approval=False)
        changed = tool(CENTS, runs_on="client", needs_approval=False, earlier=(version(sign),))
        desk = Desk()
        thread = await desk.paused(sign)
        upgrade = changed.upgrade_output(from_=changed.earlier[0])(change)
        thread.agent = desk.deployed(changed, upgrades=[upgrade])
        body = thread.answering([resolved(thread.interrupts[0], {"name": "Ada"})])
        assert outcome(await thread.send(body)) == "error"
        assert len(desk.model.requests) == 1
        thread.agent = desk.deployed(changed)
        assert outcome(await thread.send({**body, "runId": "again"})) == "success"

    asyncio.run(story())


def test_one_stale_call_keeps_its_siblings_from_running() -> None:
    async def story() -> None:
        other, other_now = tool(EUROS, "other"), tool(STRICT, "other")
        other_now = replace(other_now, earlier=(version(other),))
        desk = Desk(PAY, Call("c2", "other", {"amount": 1}))
        thread = await desk.paused(before, other)
        body = thread.answering([approved(each) for each in thread.interrupts])
        thread.agent = desk.deployed(before, other_now)
        assert codes(await thread.send(body)) == STALE
        assert desk.done == []
        thread.agent = desk.deployed(before, other)
        assert outcome(await thread.send({**body, "runId": "again"})) == "success"
        assert [name for name, _ in desk.done] == ["pay", "other"]

    asyncio.run(story())


@pytest.mark.parametrize("document", [EUROS, CENTS, STRICT], ids=["same", "wider", "stricter"])
def test_a_client_tool_that_needs_an_approval_by_now(document: Json) -> None:
    """Also where the present version refuses the arguments: that is no way around the gate."""

    async def story() -> None:
        sign = tool(EUROS, runs_on="client", needs_approval=False)
        gated = tool(document, runs_on="client", earlier=(version(sign),))
        gated = replace(gated, response_hash=sign.response_hash)
        desk = Desk()
        thread = await desk.paused(sign)
        thread.agent = desk.deployed(gated)
        events = await thread.answer([resolved(thread.interrupts[0], {"name": "Ada"})])
        assert codes(events) == CONFLICT
        assert len(desk.model.requests) == 1

    asyncio.run(story())


@pytest.mark.parametrize(("then", "now"), [("client", "server"), ("server", "client")])
@pytest.mark.parametrize("gated", [True, False])
def test_a_tool_that_runs_elsewhere_by_now(then: Any, now: Any, gated: bool) -> None:
    async def story() -> None:
        old = tool(EUROS, runs_on=then, needs_approval=gated or then == "server")
        new = tool(EUROS, runs_on=now, needs_approval=gated, earlier=(version(old),))
        desk = Desk()
        thread = await desk.paused(old)
        thread.agent = desk.deployed(new)
        for entry in (approved(thread.interrupts[0]), resolved(thread.interrupts[0], {"n": 1})):
            assert codes(await thread.answer([entry])) == STALE
        assert (desk.done, len(desk.model.requests)) == ([], 1)

    asyncio.run(story())


def test_a_tool_that_went_away_and_came_back() -> None:
    async def story() -> None:
        desk = Desk()
        thread = await desk.paused(before)
        yes = [approved(thread.interrupts[0])]
        thread.agent = desk.deployed(tool(EUROS, "other"))
        assert codes(await thread.answer(yes)) == STALE
        thread.agent = desk.deployed(tool(STRICT))
        assert codes(await thread.answer(yes)) == STALE
        assert desk.done == []
        thread.agent = desk.deployed(tool(EUROS))
        assert outcome(await thread.answer(yes)) == "success"
        assert desk.done == [("pay", {"amount": 7})]

    asyncio.run(story())


def test_a_sibling_that_needs_an_approval_by_now_is_asked_for_before_anything_runs() -> None:
    async def story() -> None:
        large = Condition('{"properties": {"amount": {"minimum": 100}}, "required": ["amount"]}')
        free = tool(EUROS, "free", needs_approval=False)
        gated = tool(EUROS, "free", needs_approval=large)
        desk = Desk(PAY, Call("c2", "free", {"amount": 500}))
        thread = await desk.paused(before, free)
        yes = thread.answering([approved(thread.interrupts[0])])
        thread.agent = desk.deployed(before, gated)
        assert outcome(await thread.send(yes)) == "interrupt"
        assert [each.tool_call_id for each in thread.interrupts] == ["c1", "c2"]
        assert desk.done == []
        for entries in ([approved(each)] for each in thread.interrupts):
            assert codes(await thread.answer(entries)) == INCOMPLETE
        assert desk.done == []
        both = [approved(each) for each in thread.interrupts]
        assert outcome(await thread.answer(both)) == "success"
        assert desk.done == [("pay", {"amount": 7}), ("free", {"amount": 500})]
        await thread.send({**yes, "runId": "again"})
        assert len(desk.done) == 2

    asyncio.run(story())


@pytest.mark.parametrize(("then", "now"), [(True, False), (False, True), (False, False)])
def test_edits_need_the_leave_of_both_versions(then: bool, now: bool) -> None:
    async def story() -> None:
        old = tool(EUROS, allow_edits=then)
        new = tool(CENTS, allow_edits=now, earlier=(version(old),))
        desk = Desk()
        thread = await desk.paused(old)
        thread.agent = desk.deployed(new)
        events = await thread.answer([approved(thread.interrupts[0], edited={"amount": 8})])
        assert ("item", "invalid-edited-args") in codes(events)
        assert desk.done == []

    asyncio.run(story())


@pytest.mark.parametrize(
    ("edited", "code"), [({"amount": "8"}, "invalid-edited-args"), ({"unit": "euro"}, "stale")]
)
def test_edits_have_to_please_both_versions(edited: JsonObject, code: str) -> None:
    async def story() -> None:
        loose: Json = {"type": "object", "properties": {"unit": {"const": "cent"}}}
        new = tool(loose, earlier=(version(before),))
        desk = Desk()
        thread = await desk.paused(before)
        thread.agent = desk.deployed(new)
        assert ("item", code) in codes(
            await thread.answer([approved(thread.interrupts[0], edited=edited)])
        )
        assert desk.done == []

    asyncio.run(story())


def test_pauses_of_two_versions_are_not_put_together() -> None:
    async def story() -> None:
        desk = Desk(PAY, Call("c2", "pay", {"amount": 8}))
        thread = await desk.paused(before)
        old = thread.interrupts
        thread.agent = desk.deployed(after)
        await thread.send(thread.body())
        new = thread.interrupts
        assert len(old) == len(new) == 2
        for pair in ((old[0], new[1]), (new[0], old[1])):
            assert codes(await thread.answer([approved(each) for each in pair])) == UNKNOWN
        everything = [approved(each) for each in (*old, *new)]
        assert codes(await thread.answer(everything)) == UNKNOWN
        assert desk.done == []
        assert outcome(await thread.answer([approved(each) for each in new])) == "success"
        assert len(desk.done) == 2

    asyncio.run(story())


def test_another_answer_after_a_deployment() -> None:
    async def story() -> None:
        desk = Desk()
        thread = await desk.paused(before)
        (interrupt,) = thread.interrupts
        yes = thread.answering([approved(interrupt)])
        no = thread.answering([cancelled(interrupt)])
        assert outcome(await thread.send(no)) == "success"
        thread.agent = desk.deployed(after)
        assert codes(await thread.send({**yes, "runId": "again"})) == CONFLICT
        assert desk.done == []

    asyncio.run(story())


def test_hashes_of_another_version_than_was_asked(tmp_path: Path) -> None:
    """The proof says which version it was; what the client repeats cannot choose another."""
    then, now = deploys(tmp_path, RENAMED)
    hashes = [then.choose.response.hash, now.choose.response.hash]

    async def story(asking: Deployment, theirs: str) -> None:
        thread = Thread(asking.agent)
        await thread.say("Go")
        answering = Deployment(now, asks=True, upgrades=upgrades_of(now))
        thread.agent = answering.agent
        entry: Any = resolved(thread.interrupts[0], {"choice": 2, "choiceNow": 2})
        entry["metadata"][CONTINUATION]["responseSchemaHash"] = theirs
        assert "stale" in {code for _, code in codes(await thread.answer([entry]))}
        assert (answering.choosing.answers, answering.model.requests) == ([], [])

    asyncio.run(story(Deployment(then, asks=True), hashes[1]))
    asyncio.run(story(Deployment(now, asks=True), hashes[0]))


def test_a_version_that_the_client_chooses_opens_nothing_in_the_present_one(tmp_path: Path) -> None:
    """Even where everything is believed, what a hook gets pleases the present version."""
    then, now = deploys(tmp_path, RENAMED)
    new = Deployment(now, asks=True, trust=Unsafe())
    thread = pause_and_answer(Deployment(then, asks=True, trust=Unsafe()), new, choice)
    assert errors(thread)[0]["code"] == "stale"
    assert new.choosing.answers == []


def test_what_an_earlier_version_takes_is_no_answer_to_a_pause_of_the_present_one(
    tmp_path: Path,
) -> None:
    then, now = deploys(tmp_path, {**WIDER, "RESPONSE": RENAMED["RESPONSE"]})
    assert now.choose.earlier[0].response.hash == then.choose.response.hash
    new = Deployment(now, asks=True, upgrades=upgrades_of(now)[:0])
    thread = pause_and_answer(new, new, choice)
    assert errors(thread)[0]["code"] == "invalid-payload"
    assert new.choosing.answers == []
