"""Interrupts of other producers beside ours: shown, answered, and never in our way."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any

import pytest

from interruptgen_runtime import InvalidRequest, Json, JsonObject, Phase, hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.server import (
    BoundaryContext,
    ExternalAnswer,
    ExternalBinding,
    ExternalInterrupt,
    Middleware,
    OpenBinding,
    RunContext,
    ToolResume,
    Unsafe,
    with_interrupt_binding,
)
from interruptgen_runtime.testing import resolved
from server.attacking import CONFLICT, UNKNOWN
from server.bank import APPROVE, C1, C3, C4, REFUND, codes, outcome, results, turn
from server.screening import OWNER, PAUSE, PLAIN, Screening, external, screened

CANCELLED = '{"error":"Tool execution cancelled"}'
BINDING = "tanstack:interruptBinding"


def test_they_stand_behind_ours_and_keep_what_their_producer_wrote() -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, bound=[OWNER], unbound=[PLAIN], questions=[PAUSE])
        thread = screened(hook, turn(C1)).thread()
        events = await thread.say("Go")
        assert [each["type"] for each in events[-2:]] == ["MESSAGES_SNAPSHOT", "RUN_FINISHED"]
        approval, question, owner, plain = thread.interrupts
        assert (approval.tool_call_id, question.metadata[BINDING]) != (None, None)
        binding = owner.json["metadata"]
        assert binding == {
            BINDING: {
                "v": 1,
                "kind": "generic",
                "interruptId": "screening-9",
                "responseSchemaHash": hash_json(OWNER["responseSchema"]),
                "interruptedRunId": "run-1",
                "generation": 0,
            }
        }
        assert {**owner.json, "metadata": {}} == {**OWNER, "metadata": {}}
        assert plain.json == PLAIN

    asyncio.run(story())


@pytest.mark.parametrize("answers", [[], [external("screening-9", {"owner": True})]])
def test_ours_do_not_wait_for_them(answers: Sequence[JsonObject]) -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, bound=[OWNER], unbound=[PLAIN])
        bank = screened(hook, turn(C1, C4))
        thread = bank.thread()
        await thread.say("Go")
        hook.bound, hook.unbound = (), ()
        events = await thread.answer([resolved(thread.interrupts[0], APPROVE), *answers])
        assert outcome(events) == "success"
        assert [name for name, _ in bank.done] == ["refund", "exchange-rate"]
        assert len(hook.answers) == len(answers)

    asyncio.run(story())


def test_their_answers_reach_the_hooks_as_they_came() -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_MODEL, bound=[OWNER, PLAIN], questions=[PAUSE])
        bank = screened(hook)
        thread = bank.thread()
        await thread.say("Go")
        entries = [
            external("screening-9", None, metadata={"trace": 1}),
            resolved(thread.interrupts[0], {}),
            external("screening-10"),
        ]
        assert outcome(await thread.answer(entries)) == "success"
        (answers,) = hook.answers
        assert [(each.definition.id, each.resolved) for each in answers] == [
            ("pause-for-agent", True)
        ]
        owner, plain = answers.external
        assert (owner.id, owner.resolved, owner.payload) == ("screening-9", True, None)
        assert (owner.metadata, owner.interrupted_run_id) == ({"trace": 1}, "run-1")
        assert (plain.id, plain.resolved, plain.payload) == ("screening-10", False, ABSENT)
        assert hook.parents == [None, "run-1"]

    asyncio.run(story())


@pytest.mark.parametrize("phase", [Phase.BEFORE_MODEL, Phase.AFTER_MODEL])
@pytest.mark.parametrize("policy", [None, ToolResume.STOP])
def test_a_pause_of_theirs_alone(phase: Phase, policy: ToolResume | None) -> None:
    async def story() -> None:
        hook = Screening(phase, unbound=[PLAIN], policy=policy)
        bank = screened(hook)
        thread = bank.thread()
        await thread.say("Go")
        assert [each.id for each in thread.interrupts] == ["screening-10"]
        before = len(bank.model.requests)
        assert outcome(await thread.answer([external("screening-10", "fine")])) == "success"
        assert len(bank.model.requests) - before == (0 if policy else 1)
        assert [each.payload for each in hook.answers[0].external] == ["fine"]
        assert hook.parents == [None, None]

    asyncio.run(story())


def test_calls_that_waited_beside_theirs_alone_are_cancelled() -> None:
    """Nothing that comes back proves that the model has made them."""

    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, bound=[OWNER])
        bank = screened(hook, turn(C4))
        thread = bank.thread()
        await thread.say("Go")
        events = await thread.answer([external("screening-9", {"owner": True})])
        assert results(events) == {"c4": CANCELLED}
        assert bank.done == []

    asyncio.run(story())


@pytest.mark.parametrize("bound", [True, False])
def test_client_tools_wait_beside_what_the_client_answers(bound: bool) -> None:
    """TanStack AI's client leaves client tools out of a batch with a generic interrupt."""

    async def story() -> None:
        theirs: Any = {"bound": [OWNER]} if bound else {"unbound": [OWNER]}
        hook = Screening(Phase.BEFORE_TOOLS, **theirs)
        bank = screened(hook, turn(C1, C3))
        thread = bank.thread()
        await thread.say("Go")
        approval, pick, _ = thread.interrupts
        hook.bound, hook.unbound = (), ()
        events = await thread.answer([resolved(approval, APPROVE)])
        if not bound:
            assert codes(events) == {("batch", "incomplete-batch")}
            assert bank.done == []
            return
        assert bank.done == [("refund", REFUND)]
        assert [each.tool_call_id for each in thread.interrupts] == [pick.tool_call_id]
        assert outcome(await thread.answer([resolved(thread.interrupts[0], {})])) == "success"

    asyncio.run(story())


def test_the_same_answers_again_and_others() -> None:
    """Answers of one request are one answer, whomever they go to."""

    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, bound=[OWNER])
        bank = screened(hook, turn(C1))
        thread = bank.thread()
        await thread.say("Go")
        hook.bound = ()
        ours = resolved(thread.interrupts[0], APPROVE)
        body = thread.answering([ours, external("screening-9", {"owner": True})])
        first = await thread.send(body)
        again = await thread.send({**body, "resume": list(reversed(entries_of(body)))})
        assert results(again) == results(first)
        for other in ([ours], [ours, external("screening-9", {"owner": False})]):
            assert codes(await thread.send({**body, "resume": [*other]})) == CONFLICT
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def entries_of(body: JsonObject) -> list[Json]:
    entries = body["resume"]
    assert isinstance(entries, list)
    return entries


def test_with_trust_in_everything() -> None:
    async def story() -> None:
        hook = Screening(Phase.BEFORE_TOOLS, bound=[OWNER])
        bank = screened(hook, turn(C1), trust=Unsafe())
        thread = bank.thread()
        await thread.say("Go")
        hook.bound = ()
        theirs = external("screening-9", {"owner": True})
        assert ("batch", "incomplete-batch") in codes(await thread.answer([theirs]))
        unknown = external("approval_zz", APPROVE)
        ours = resolved(thread.interrupts[0], APPROVE)
        assert ("item", "unknown-interrupt") in codes(await thread.answer([ours, theirs, unknown]))
        assert bank.done == []
        assert outcome(await thread.answer([ours, theirs])) == "success"
        assert bank.done == [("refund", REFUND)]

    asyncio.run(story())


def test_what_no_middleware_knows_of_is_refused() -> None:
    async def story() -> None:
        for hook in (Middleware(), Screening(Phase.AFTER_TOOLS, known=["screening-10"])):
            bank = screened(hook, turn(C1))
            thread = bank.thread()
            await thread.say("Go")
            ours = resolved(thread.interrupts[0], APPROVE)
            for entries in ([ours, external("screening-9", 1)], [external("screening-9", 1)]):
                assert codes(await thread.answer(entries)) == UNKNOWN
            assert bank.done == []

    asyncio.run(story())


@pytest.mark.parametrize(
    "wrong",
    [
        {"bound": [OWNER, OWNER]},
        {"unbound": [ExternalInterrupt(OWNER).bound_to("another-run").json]},
        {"unbound": [{**PLAIN, "reason": ""}]},
    ],
)
def test_what_may_not_be_raised(wrong: Any) -> None:
    async def story() -> None:
        bank = screened(Screening(Phase.BEFORE_MODEL, **wrong))
        assert (await bank.thread().say("Go"))[-1]["code"] == "internal-error"
        assert bank.model.requests == []

    asyncio.run(story())


class Vouching(Screening):
    """Accepts what the principal may answer, and fails where it cannot tell."""

    async def accepts_external(self, ctx: RunContext, answer: ExternalAnswer) -> bool:
        if answer.payload == "?":
            raise ConnectionError("the service is away")
        return (ctx.principal, ctx.thread_id, answer.payload) == ("ada", "thread-1", "yes")


@pytest.mark.parametrize(
    ("principal", "payload", "code"),
    [("ada", "yes", None), ("eve", "yes", "unknown-interrupt"), ("ada", "?", "internal-error")],
)
def test_who_accepts_an_answer_knows_who_sends_it(
    principal: str, payload: str, code: str | None
) -> None:
    async def story() -> None:
        hook = Vouching(Phase.BEFORE_TOOLS, bound=[OWNER])
        bank = screened(hook, turn(C1))
        thread = bank.thread(principal=principal)
        await thread.say("Go")
        hook.bound = ()
        ours = resolved(thread.interrupts[0], APPROVE)
        events = await thread.answer([ours, external("screening-9", payload)])
        assert events[-1].get("code") == code
        assert len(bank.done) == (code is None)

    asyncio.run(story())


class Showing(Middleware):
    """Raises an interrupt whose answer it could not take."""

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> list[ExternalInterrupt]:
        return [ExternalInterrupt(PLAIN)]


def test_what_is_raised_has_to_be_answerable() -> None:
    """Clients of AG-UI answer all interrupts of a run, or none."""

    async def story() -> None:
        assert (await screened(Showing()).thread().say("Go"))[-1]["code"] == "internal-error"

    asyncio.run(story())


def first_party(binding: JsonObject) -> JsonObject:
    return {**PLAIN, "metadata": {BINDING: {"interruptId": PLAIN["id"], **binding}}}


APPROVAL_BINDING: JsonObject = {
    "v": 1,
    "kind": "tool-approval",
    "interruptedRunId": "run-1",
    "generation": 0,
    "toolName": "refund",
    "toolCallId": "c1",
    "inputSchemaHash": "sha256:0",
    "approvalSchemaHash": "sha256:0",
    "responseSchemaHash": "sha256:0",
}
GENERIC_BINDING: JsonObject = {
    "v": 1,
    "kind": "generic",
    "interruptedRunId": "run-1",
    "generation": 0,
}


@pytest.mark.parametrize(
    ("raw", "field"),
    [
        ({**PLAIN, "id": ""}, "id"),
        ({**PLAIN, "id": 5}, "id"),
        ({**PLAIN, "id": "x" * 513}, "id"),
        ({**PLAIN, "id": "ig1.k.b.m"}, "id"),
        ({**PLAIN, "id": "ig27."}, "id"),
        ({**PLAIN, "id": "approval_c1"}, "id"),
        ({**PLAIN, "id": "client_tool_c1"}, "id"),
        ({**PLAIN, "id": f"interrupt-{'0' * 24}-1"}, "id"),
        ({"id": "a"}, "reason"),
        ({**PLAIN, "message": None}, "message"),
        ({**PLAIN, "toolCallId": 1}, "toolCallId"),
        ({**PLAIN, "expiresAt": "soon"}, "expiresAt"),
        ({**PLAIN, "responseSchema": None}, "responseSchema"),
        ({**PLAIN, "responseSchema": True}, "responseSchema"),
        ({**PLAIN, "metadata": []}, "metadata"),
        ({**PLAIN, "metadata": {"kind": "approval"}}, "metadata.kind"),
        ({**PLAIN, "metadata": {"kind": "client_tool"}}, "metadata.kind"),
        ({**PLAIN, "metadata": {BINDING: None}}, f"metadata.{BINDING}"),
        (first_party(APPROVAL_BINDING), f"metadata.{BINDING}"),
        (first_party({**GENERIC_BINDING, "key": "k"}), f"metadata.{BINDING}"),
        (first_party({**GENERIC_BINDING, "generation": 1}), f"metadata.{BINDING}"),
        (first_party({**GENERIC_BINDING, "v": 2}), f"metadata.{BINDING}"),
        (
            first_party({**GENERIC_BINDING, "responseSchemaHash": "sha256:0"}),
            f"metadata.{BINDING}",
        ),
    ],
)
def test_what_looks_like_ours_or_like_nothing(raw: Any, field: str) -> None:
    with pytest.raises(InvalidRequest) as refused:
        ExternalInterrupt(raw)
    assert refused.value.field == field


def test_what_is_no_json() -> None:
    with pytest.raises(ValueError, match="inf"):
        ExternalInterrupt({**PLAIN, "metadata": {"x": float("inf")}})


def test_a_binding_may_be_made_by_hand() -> None:
    bound = with_interrupt_binding(
        PLAIN, OpenBinding(ExternalBinding(interrupt_id="screening-10"), "run-1")
    )
    assert ExternalInterrupt(bound) == ExternalInterrupt(PLAIN).bound_to("run-1")
    assert ExternalInterrupt(bound).run_id == "run-1"
    assert ExternalInterrupt(PLAIN).run_id is None
    assert "null" not in json.dumps(bound)
