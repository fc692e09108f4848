"""Attacks with interrupt ids: ones that two checks could read in two ways, and mixed runs."""

import asyncio
import unicodedata
from dataclasses import replace
from typing import Any

import pytest

from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.core.external import is_reserved_id
from interruptgen_runtime.core.proof import run_named_by
from interruptgen_runtime.server import Unsafe
from interruptgen_runtime.testing import resolved
from server.attacking import UNKNOWN, continuation, forged
from server.bank import APPROVE, C1, LARGE, REFUND, Bank, codes, outcome, turn
from server.screening import PAUSE, Screening, external, screened

CONTINUATION = "tanstack:interruptContinuation"
CONFLICT = {("item", "conflict"), ("batch", "item-validation-failed")}
INCOMPLETE = {("batch", "incomplete-batch")}


def likenesses(interrupt_id: str) -> list[str]:
    """Return ids that somebody could take for another one."""
    wide = "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in interrupt_id)
    assert unicodedata.normalize("NFKC", wide) == interrupt_id
    return [
        interrupt_id.upper() if interrupt_id.upper() != interrupt_id else interrupt_id.lower(),
        f" {interrupt_id}",
        f"{interrupt_id} ",
        f"{interrupt_id}\n",
        f"\ufeff{interrupt_id}",
        f"{interrupt_id}\u200b",
        f"{interrupt_id}\x00",
        wide,
    ]


@pytest.mark.parametrize("trust", [None, Unsafe()], ids=["sealed", "unsafe"])
@pytest.mark.parametrize("place", range(8))
def test_an_id_that_only_looks_like_one_of_ours_answers_nothing(trust: Any, place: int) -> None:
    async def story() -> None:
        hook = Screening(Phase.AFTER_TOOLS, known=None)
        bank = screened(hook, turn(C1), trust=trust)
        thread = bank.thread()
        await thread.say("Go")
        good = resolved(thread.interrupts[0], APPROVE)
        like: JsonObject = {**good, "interruptId": likenesses(str(good["interruptId"]))[place]}
        events = await thread.answer([like])
        refused = ({("item", "unknown-interrupt")}, {("batch", "incomplete-batch")})
        assert any(each <= codes(events) for each in refused)
        assert (bank.done, hook.answers) == ([], [])
        await thread.answer([good, like])
        assert len(bank.done) <= 1
        assert all(len(answers) == 0 for answers in hook.answers)

    asyncio.run(story())


@pytest.mark.parametrize("trust", [None, Unsafe()], ids=["sealed", "unsafe"])
def test_two_answers_with_one_id_as_somebody_else_s_and_as_ours(trust: Any) -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_MODEL, questions=[PAUSE], known=None)
        bank = screened(hook, trust=trust)
        thread = bank.thread()
        await thread.say("Go")
        ours = resolved(thread.interrupts[0], {})
        theirs = external("theirs", {"any": "thing"})
        claiming: JsonObject = {**ours, "interruptId": "theirs"}
        for entries in ([theirs, claiming], [claiming, theirs], [ours, theirs, claiming]):
            assert ("item", "conflict") in codes(await thread.answer(entries))
        assert (hook.answers, bank.model.requests) == ([], [])

    asyncio.run(story())


@pytest.mark.parametrize("size", [1, 511, 512, 513, 1_000])
@pytest.mark.parametrize("letter", ["x", "\u00e9", "\U0001f600", "."])
def test_ids_of_any_length(size: int, letter: str) -> None:
    async def story() -> None:
        hook = Screening(Phase.AFTER_TOOLS, known=None)
        bank = screened(hook)
        entries: Any = [external(letter * size, APPROVE)]
        events = await bank.thread().send(forged(parentRunId="r", resume=entries))
        assert codes(events) == (INCOMPLETE if size <= 512 else UNKNOWN)
        assert is_reserved_id(letter * size) is (size > 512)
        assert (bank.done, bank.model.requests) == ([], [])

    asyncio.run(story())


def test_an_external_answer_lets_no_guard_be_skipped() -> None:
    """Whatever else comes with it, an answer that was given counts once."""

    async def story() -> None:
        hook = Screening(Phase.AFTER_TOOLS, known=None)
        bank = screened(hook, turn(C1), *["Done."] * 9)
        thread = bank.thread()
        await thread.say("Go")
        ours = resolved(thread.interrupts[0], APPROVE)
        theirs = [external(f"x{number}", number) for number in range(3)]
        body = thread.answering([ours, *theirs])
        entries: Any = body["resume"]
        assert outcome(await thread.send(body)) == "success"
        for number in range(4):
            part: JsonObject = {**body, "runId": f"again-{number}", "resume": entries[number:]}
            await bank.thread().send(part)
            fewer: JsonObject = {**part, "resume": [ours, *theirs[:number]]}
            events = await bank.thread().send(fewer)
            assert codes(events) == (CONFLICT if number < 3 else set())
        turned: JsonObject = {**body, "runId": "turned", "resume": [*theirs[::-1], ours]}
        assert outcome(await bank.thread().send(turned)) == "success"
        assert bank.done == [("refund", REFUND)]
        assert hook.parents == [None, *["run-1"] * 4]

    asyncio.run(story())


@pytest.mark.parametrize("parent", ["run-2", "", "run-1 ", "RUN-1", "cnVuLTE", "\ufffd"])
def test_a_parent_that_contradicts_the_ids(parent: str) -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        thread = bank.thread()
        await thread.say("Go")
        assert run_named_by(thread.interrupts[0].id) == "run-1"
        body = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        assert codes(await thread.send({**body, "parentRunId": parent})) == UNKNOWN
        assert bank.done == []

    asyncio.run(story())


@pytest.mark.parametrize("says_parent", [True, False])
def test_ids_of_two_threads_and_of_two_runs(says_parent: bool) -> None:
    async def story() -> None:
        bank = Bank([turn(replace(C1, call_id=name)) for name in ("a", "b", "c")])
        one, other = bank.thread("one"), bank.thread("other")
        await one.say("Go")
        await other.say("Go")
        first = one.interrupts
        await one.send(one.body())
        again = one.interrupts
        assert len({each.id for each in (*first, *again, *other.interrupts)}) == 3
        ids = [first[0], again[0], other.interrupts[0]]
        for pair in ((0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)):
            body = one.answering([resolved(ids[place], APPROVE) for place in pair])
            for parent in (one.paused_run_id, "run-1"):
                sent: JsonObject = {**body, "parentRunId": parent}
                if not says_parent:
                    del sent["parentRunId"]
                events = await bank.thread("one").send(sent)
                assert codes(events) == UNKNOWN
        assert bank.done == []

    asyncio.run(story())


RUNS = ["a.b.c", "..", "ig1.a.b.c", "%2e%00", "\u00e9\U0001f600", "x" * 96, "x" * 97, "x" * 999]


@pytest.mark.parametrize("run_id", RUNS, ids=range(len(RUNS)))
@pytest.mark.parametrize("says_parent", [True, False])
def test_runs_of_any_name(run_id: str, says_parent: bool) -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        thread = bank.thread()
        thread.messages.append({"id": "u", "role": "user", "content": "Go"})
        await thread.send({**thread.body(), "runId": run_id})
        (interrupt,) = thread.interrupts
        assert len(interrupt.id) < 300
        is_named = len(run_id.encode()) <= 96
        assert run_named_by(interrupt.id) == (run_id if is_named else None)
        body = thread.answering([resolved(interrupt, APPROVE)])
        wrong: JsonObject = {**body, "parentRunId": f"{run_id}x"}
        assert codes(await thread.send(wrong)) == UNKNOWN
        assert bank.done == []
        honest: JsonObject = {**body, "parentRunId": run_id}
        if not says_parent:
            del honest["parentRunId"]
        events = await thread.send(honest)
        if says_parent or is_named:
            assert bank.done == [("refund", REFUND)]
        else:
            assert (codes(events), bank.done) == ({("batch", "stale")}, [])

    asyncio.run(story())


def test_a_question_s_id_on_a_call_and_the_other_way_round() -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, questions=[PAUSE], known=None)
        bank = screened(hook, turn(C1))
        thread = bank.thread()
        await thread.say("Go")
        approval, question = (resolved(each, APPROVE) for each in thread.interrupts)
        swapped: list[JsonObject] = [
            {**approval, "interruptId": question["interruptId"]},
            {**question, "interruptId": approval["interruptId"]},
        ]
        assert outcome(await thread.answer(swapped)) == "error"
        body = thread.answering([approval, question])
        continuation({"resume": [question]})["key"] = "another"
        assert outcome(await thread.send(body)) == "error"
        assert (bank.done, hook.answers) == ([], [])

    asyncio.run(story())


def test_an_approval_in_a_history_where_its_call_stands_twice() -> None:
    async def story() -> None:
        bank = Bank([turn(C1), "Done."])
        thread = bank.thread()
        await thread.say("Go")
        body: Any = thread.answering([resolved(thread.interrupts[0], APPROVE)])
        twin = forged("refund", LARGE)["messages"]
        assert isinstance(twin, list)
        body["messages"] = [*body["messages"], *twin[1:]]
        events = await thread.send(body)
        assert codes(events) == CONFLICT
        assert bank.done == []

    asyncio.run(story())
