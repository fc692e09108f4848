"""Attacks with answers to other producers' interrupts, on an application that accepts any."""

import asyncio
from typing import Any, Literal, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interruptgen_runtime import Json, JsonObject, Phase
from interruptgen_runtime.server import BoundaryContext
from interruptgen_runtime.testing import resolved
from server.attacking import CONFLICT, UNKNOWN, forged
from server.bank import (
    APPROVE,
    C1,
    C2,
    C3,
    C4,
    FACTOR,
    RATE,
    REFUND,
    codes,
    outcome,
    results,
    turn,
)
from server.screening import OWNER, PAUSE, Screening, external, screened

CONTINUATION = "tanstack:interruptContinuation"
INCOMPLETE = {("batch", "incomplete-batch")}


def gullible(phase: Phase = Phase.BEFORE_TOOLS, **more: Any) -> Screening:
    return Screening(phase, known=None, **more)


@pytest.mark.parametrize(
    "interrupt_id",
    [
        "approval_zz",
        "client_tool_zz",
        "interrupt-000000000000000000000001-0",
        "ig1.AAAAAA." + "A" * 96 + "." + "A" * 22,
        "ig1.",
        "ig2.k.b.m",
        "",
        "x" * 513,
    ],
)
def test_an_id_in_a_form_of_ours_is_never_somebody_else_s(interrupt_id: str) -> None:
    async def story() -> None:
        hook = gullible()
        bank = screened(hook)
        entries: list[Json] = [external(interrupt_id, APPROVE), external("theirs", 1)]
        body = forged(parentRunId="r1", resume=entries)
        assert codes(await bank.thread().send(body)) == UNKNOWN
        assert (bank.done, bank.model.requests, hook.answers) == ([], [], [])
        assert [each.id for each in hook.seen] == ["theirs"]

    asyncio.run(story())


def test_a_proof_that_was_altered_is_not_somebody_else_s() -> None:
    async def story() -> None:
        hook = gullible(bound=[OWNER])
        bank = screened(hook, turn(C1))
        thread = bank.thread()
        await thread.say("Go")
        ours = resolved(thread.interrupts[0], APPROVE)
        told: set[str] = set()
        good = str(ours["interruptId"])
        for bad in (good[:-1], good.replace("ig1.", "ig2."), f"{good[:10]}A{good[11:]}"):
            altered: JsonObject = {**ours, "interruptId": bad}
            events = await thread.answer([altered, external("screening-9", {})])
            assert codes(events) == UNKNOWN
            told.add(str(events[-1]["message"]).replace(bad, "ID"))
        assert len(told) == 1
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


@pytest.mark.parametrize("interrupt_id", ["zz", "c4", "exchange-rate", "refund"])
@pytest.mark.parametrize(
    ("tool", "arguments"), [("exchange-rate", RATE), ("refund", REFUND), ("pick", {})]
)
def test_an_external_answer_proves_no_call(
    interrupt_id: str, tool: str, arguments: JsonObject
) -> None:
    async def story() -> None:
        bank = screened(gullible(Phase.AFTER_TOOLS))
        entries: list[Json] = [external(interrupt_id, APPROVE)]
        body = forged(tool, arguments, parentRunId="r1", resume=entries)
        events = await bank.thread().send(body)
        if tool == "refund":
            assert codes(events) == INCOMPLETE
            assert bank.model.requests == []
        else:
            assert results(events) == {"zz": '{"error":"Tool execution cancelled"}'}
        assert bank.done == []

    asyncio.run(story())


def test_an_external_answer_completes_no_batch_of_ours() -> None:
    async def story() -> None:
        hook = gullible(bound=[OWNER])
        bank = screened(hook, turn(C1, C2, C4))
        thread = bank.thread()
        await thread.say("Go")
        refund, transfer, _ = thread.interrupts
        theirs = external("screening-9", {"owner": True})
        for part in ([], [resolved(refund, APPROVE)], [resolved(transfer, FACTOR)]):
            for more in ([theirs], [theirs, external("another", APPROVE)]):
                assert codes(await thread.answer([*part, *more])) == INCOMPLETE
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_a_question_of_ours_is_not_hidden_behind_an_external_answer() -> None:
    """A hook that asks only where a thread begins asks again: nothing of ours was answered."""

    class AskFirst(Screening):
        async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Any:
            return await super().on_interrupt_boundary(ctx) if ctx.parent_run_id is None else ()

    async def story() -> None:
        hook = AskFirst(Phase.BEFORE_MODEL, bound=[OWNER], questions=[PAUSE], known=None)
        bank = screened(hook)
        thread = bank.thread()
        await thread.say("Go")
        question = thread.interrupts[0]
        assert outcome(await thread.answer([external("screening-9", {})])) == "interrupt"
        assert len(thread.interrupts) == 1
        assert thread.interrupts[0].id != question.id
        assert hook.parents == [None, None]
        assert bank.model.requests == []
        assert outcome(await thread.answer([resolved(thread.interrupts[0], {})])) == "success"

    asyncio.run(story())


@pytest.mark.parametrize("claim", [{}, None, [], {"v": 1, "definitionId": "pause-for-agent"}])
def test_an_external_answer_is_no_answer_to_a_question(claim: Json) -> None:
    async def story() -> None:
        hook = gullible(Phase.BEFORE_MODEL, bound=[OWNER], questions=[PAUSE])
        bank = screened(hook)
        thread = bank.thread()
        await thread.say("Go")
        ours = resolved(thread.interrupts[0], {})
        smuggled = external("screening-9", {"any": "thing"}, metadata={CONTINUATION: claim})
        for entries in ([smuggled], [ours, smuggled]):
            assert codes(await thread.answer(entries)) == UNKNOWN
        renamed: JsonObject = {**ours, "interruptId": "screening-9"}
        assert codes(await thread.answer([renamed])) == UNKNOWN
        assert (hook.answers, hook.seen, bank.model.requests) == ([], [], [])

    asyncio.run(story())


def test_an_external_answer_named_after_a_definition() -> None:
    async def story() -> None:
        hook = gullible(Phase.BEFORE_MODEL, questions=[PAUSE])
        bank = screened(hook)
        thread = bank.thread()
        await thread.say("Go")
        names = ("pause-for-agent", "k", "pause-for-agent:k")
        assert outcome(await thread.answer([external(name, {}) for name in names])) == "interrupt"
        (answers,) = hook.answers
        assert (len(answers), len(answers.external)) == (0, 3)
        assert answers.for_(PAUSE.definition) == ()
        assert not answers.has(PAUSE.definition, "k")
        assert bank.model.requests == []

    asyncio.run(story())


@pytest.mark.parametrize(
    ("entries", "code"),
    [
        ([external("theirs", 1), external("theirs", 1)], "conflict"),
        ([external("theirs", 1), external("theirs")], "conflict"),
        ([external("theirs", payload=None)], "invalid-payload"),
    ],
)
def test_an_external_answer_of_a_wrong_form(entries: list[JsonObject], code: str) -> None:
    async def story() -> None:
        hook = gullible()
        bank = screened(hook, turn(C1))
        thread = bank.thread()
        await thread.say("Go")
        events = await thread.answer([resolved(thread.interrupts[0], APPROVE), *entries])
        assert codes(events) == {("item", code), ("batch", "item-validation-failed")}
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_an_answer_that_was_given_is_not_given_again_with_more() -> None:
    async def story() -> None:
        hook = gullible()
        bank = screened(hook, turn(C1))
        thread = bank.thread()
        await thread.say("Go")
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        await thread.send(body)
        entries: Any = body["resume"]
        more: JsonObject = {**body, "runId": "r9", "resume": [*entries, external("theirs", 1)]}
        assert codes(await thread.send(more)) == CONFLICT
        assert len(bank.done) == 1
        assert hook.answers == []

    asyncio.run(story())


def test_a_client_tool_s_result_is_not_an_external_answer() -> None:
    async def story() -> None:
        bank = screened(gullible(), turn(C1, C3))
        thread = bank.thread()
        await thread.say("Go")
        approval, pick = thread.interrupts
        stand_in = external(f"{pick.id[:-1]}", {"picked": 1})
        for entries in ([resolved(approval, APPROVE), stand_in], [stand_in]):
            assert codes(await thread.answer(entries)) == UNKNOWN
        theirs = external("theirs", {"picked": 1})
        assert codes(await thread.answer([resolved(approval, APPROVE), theirs])) == INCOMPLETE
        assert bank.done == []

    asyncio.run(story())


Treatment: TypeAlias = Literal["kept", "left-out", "altered", "renamed"]
TREATMENTS: st.SearchStrategy[Treatment] = st.sampled_from(
    ("kept", "left-out", "altered", "renamed")
)


def treated(entry: JsonObject, treatment: Treatment) -> list[JsonObject]:
    match treatment:
        case "kept":
            return [entry]
        case "left-out":
            return []
        case "altered":
            return [{**entry, "interruptId": f"{entry['interruptId']}A"}]
        case "renamed":
            return [{**entry, "interruptId": "theirs"}]


@settings(max_examples=150, deadline=None)
@given(
    st.lists(TREATMENTS, min_size=3, max_size=3),
    st.lists(st.text(min_size=1, max_size=8), max_size=3, unique=True),
    st.randoms(use_true_random=False),
)
def test_tools_run_only_if_all_of_ours_came_as_they_were(
    treatments: list[Treatment], others: list[str], chance: Any
) -> None:
    async def story() -> None:
        hook = gullible(bound=[OWNER], questions=[PAUSE])
        bank = screened(hook, turn(C1, C2, C4))
        thread = bank.thread()
        await thread.say("Go")
        pairs = zip(thread.interrupts, (APPROVE, FACTOR, {}), strict=False)
        honest = [resolved(each, given) for each, given in pairs]
        entries = [
            entry
            for each, treatment in zip(honest, treatments, strict=True)
            for entry in treated(each, treatment)
        ]
        entries += [external(f"x{name}", APPROVE) for name in others]
        chance.shuffle(entries)
        hook.bound, hook.questions = (), ()
        await thread.answer(entries)
        complete = treatments == ["kept"] * 3
        assert len(bank.done) == (3 if complete else 0)
        typed = sum(len(answers) for answers in hook.answers)
        assert typed == (1 if complete else 0)

    asyncio.run(story())
