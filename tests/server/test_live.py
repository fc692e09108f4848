"""The unmodified client of TanStack AI against our server, over HTTP."""

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest

from interop.definitions import EXAMPLES, from_lock
from interop.peers import run_node
from interruptgen_runtime import JsonObject, Phase
from interruptgen_runtime.server import BoundaryContext, ChatEndpoint, ModelFailure, ToolResume
from interruptgen_runtime.testing import Call
from server.attacking import QUESTION
from server.bank import (
    C1,
    C2,
    C3,
    C4,
    C5,
    LARGE,
    REFUND,
    TRANSFER,
    Asking,
    Bank,
    turn,
)
from server.host import Host, hosted
from server.screening import OWNER, PLAIN, Screening
from travel_desk.generated.bookings import server as bookings

pytestmark = pytest.mark.node

RESPONSES: list[bytes] = []
SAY: JsonObject = {"do": "say", "text": "Go"}
TICKET: JsonObject = {"payload": {"ticket": "T-1"}}
FRAUD: JsonObject = {"payload": {"reason": "fraud"}}
FACTOR: JsonObject = {"payload": {"secondFactor": "123456"}}
PICK: JsonObject = {"id": "pick", "schemas": {}, "needsApproval": False, "returns": {"picked": 1}}
CANCELLED = '{"error":"Tool execution cancelled"}'


def resolve(item: int, *args: Any) -> JsonObject:
    return {"do": "resolve", "item": item, "args": list(args)}


def cancel(item: int) -> JsonObject:
    return {"do": "cancel", "item": item}


@dataclass(frozen=True)
class Seen:
    """What the client showed after each step, and what our server answered."""

    steps: list[Any]
    host: Host

    @property
    def results(self) -> dict[str, str]:
        listed = self.steps[-1]["results"]
        return {one["toolCallId"]: one["content"] for one in listed}


def converse(
    bank: Bank,
    *steps: Sequence[JsonObject],
    tools: Sequence[JsonObject] | None = None,
    failures: Mapping[int, int] | None = None,
) -> Seen:
    host = Host(ChatEndpoint(agent=bank.agent), failures=dict(failures or {}))
    known = [
        one.for_peer()
        for example in ("payments", "travel_desk")
        for one in from_lock(EXAMPLES / example / "generated/interrupts.lock.json")
    ]
    with hosted(host) as url:
        conversation = {
            "url": url,
            "threadId": "thread-1",
            "interrupts": [one for one in known if one["section"] == "interrupts"],
            "tools": tools or [*(one for one in known if one["section"] == "tools"), PICK],
            "steps": [[SAY], *steps],
        }
        seen = Seen(run_node("chat.mjs", conversation), host)
    RESPONSES.extend(host.responses)
    return seen


@pytest.fixture(scope="module", autouse=True)
def responses() -> Generator[None]:
    """Give every response to AG-UI's client, too: it is strict about the order of events."""
    RESPONSES.clear()
    yield
    recorded = [{"threadId": "t", "runId": "r", "text": one.decode()} for one in RESPONSES]
    refused = {"threadId": "t", "runId": "r", "text": 'data: {"type":"RUN_FINISHED"}\n\n'}
    verdicts = run_node("agui.mjs", [*recorded, refused])
    assert verdicts.pop() != "accepted"
    assert verdicts == ["accepted"] * len(recorded)


def bank(*script: Any, hook: Asking | None = None) -> Bank:
    return Bank(
        [*script, "Done."],
        middleware=[hook] if hook else [],
        interrupts=[bookings.choose_itinerary, bookings.confirm_booking, bookings.pause_for_agent],
    )


def check_typed(seen: Seen, kinds: Sequence[str], step: int = 0) -> None:
    shown = seen.steps[step]["interrupts"]
    assert [one["kind"] for one in shown] == list(kinds)
    for one in shown:
        assert (one["status"], one["canResolve"], one["typed"]) == ("pending", True, True)


def check_done(seen: Seen) -> None:
    last = seen.steps[-1]
    assert (last["interrupts"], last["errors"]) == ([], [])
    assert last["text"][-1] == "Done."


@pytest.mark.parametrize(
    ("answer", "result", "done"),
    [
        (resolve(0, True, TICKET), '{"refundId":"r-1"}', [("refund", REFUND)]),
        (resolve(0, False, FRAUD), '{"reason":"fraud"}', []),
        (cancel(0), CANCELLED, []),
        ({"do": "cancelAll"}, CANCELLED, []),
    ],
)
def test_an_approval(answer: JsonObject, result: str, done: Any) -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [answer])
    check_typed(seen, ["tool-approval"])
    check_done(seen)
    assert seen.results == {"c1": result}
    assert asked.done == done


def test_edited_arguments() -> None:
    asked = bank(turn(C2))
    edited: JsonObject = {**TRANSFER, "reference": "rent"}
    seen = converse(asked, [resolve(0, True, {**FACTOR, "editedArgs": edited})])
    check_typed(seen, ["tool-approval"])
    check_done(seen)
    assert asked.done == [("transfer", edited)]


def test_edited_arguments_that_are_forbidden() -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [resolve(0, True, {**TICKET, "editedArgs": LARGE})])
    assert seen.steps[-1]["interrupts"][0]["errors"] == ["invalid-edited-args"]
    assert asked.done == []


@pytest.mark.parametrize(
    ("first", "second", "done"),
    [
        (resolve(0, True, TICKET), resolve(1, False, FRAUD), ["refund"]),
        (resolve(0, True, TICKET), resolve(1, True, TICKET), ["refund", "refund"]),
        (cancel(0), resolve(1, True, TICKET), ["refund"]),
        (cancel(1), cancel(0), []),
    ],
)
def test_two_approvals_go_together(first: JsonObject, second: JsonObject, done: Any) -> None:
    asked = bank(turn(C1, Call("c6", "refund", LARGE), C4))
    seen = converse(asked, [first], [second])
    check_typed(seen, ["tool-approval", "tool-approval"])
    assert seen.steps[1]["interrupts"] != []
    check_done(seen)
    assert [name for name, _ in asked.done] == [*done, "exchange-rate"]


@pytest.mark.parametrize("phase", list(Phase))
def test_a_question_at_each_phase(phase: Phase) -> None:
    hook = Asking({phase: [bookings.pause_for_agent.interrupt(key="k")]})
    asked = bank(turn(C4), hook=hook)
    seen = converse(asked, [resolve(0, {"fine": True})])
    check_typed(seen, ["generic"])
    assert len(hook.answers) == 1
    assert len(asked.done) == 1


@pytest.mark.parametrize(
    ("answer", "resolved"), [(resolve(0, {"choice": 0}), True), (cancel(0), False)]
)
def test_a_question_with_schemas(answer: JsonObject, resolved: bool) -> None:
    hook = Asking({Phase.BEFORE_MODEL: [QUESTION]})
    seen = converse(bank(hook=hook), [answer])
    check_typed(seen, ["generic"])
    check_done(seen)
    assert [one.resolved for one in hook.answers[0]] == [resolved]


def test_two_definitions_in_one_batch() -> None:
    hook = Asking({Phase.BEFORE_MODEL: [QUESTION, bookings.pause_for_agent.interrupt(key="k")]})
    seen = converse(bank(hook=hook), [resolve(0, {"choice": 0}), resolve(1, {})])
    check_typed(seen, ["generic", "generic"])
    check_done(seen)


@pytest.mark.parametrize("policy", [ToolResume.CONTINUE, ToolResume.CANCEL, ToolResume.STOP])
def test_three_kinds_in_one_batch(policy: ToolResume) -> None:
    hook = Asking({Phase.BEFORE_TOOLS: [bookings.pause_for_agent.interrupt(key="k")]}, policy)
    asked = bank(turn(C1, C3, C4), hook=hook)
    seen = converse(asked, [resolve(0, True, TICKET), resolve(1, {})])
    check_typed(seen, ["tool-approval", "generic"])
    assert seen.steps[-1]["interrupts"] == []
    goes_on = policy is ToolResume.CONTINUE
    assert len(asked.done) == (2 if goes_on else 0)
    assert set(seen.results) == {"c1", "c3", "c4"}
    assert (seen.results["c3"] == '{"picked":1}') == goes_on


def test_a_client_tool() -> None:
    asked = bank(turn(C3, C4))
    seen = converse(asked)
    check_done(seen)
    assert seen.results == {"c3": '{"picked":1}', "c4": "1.1"}


def test_a_failure_of_the_network_and_a_retry() -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [resolve(0, True, TICKET)], [{"do": "retry"}], failures={1: 500})
    assert seen.steps[1]["errors"] == ["transport"]
    check_done(seen)
    assert asked.done == [("refund", REFUND)]


def test_an_answer_that_comes_too_late() -> None:
    asked = Bank([turn(C1), "Done."], time_to_live=timedelta(0))
    seen = converse(asked, [resolve(0, True, TICKET)])
    check_typed(seen, ["tool-approval"])
    assert seen.steps[-1]["interrupts"][0]["errors"] == ["expired"]
    assert asked.done == []


def test_a_client_with_other_schemas_may_still_answer() -> None:
    """Its decision loses its type, and is checked by our schemas."""
    asked = bank(turn(C1))
    drifted: JsonObject = {"id": "refund", "schemas": {}, "needsApproval": True}
    answer: JsonObject = {"approved": True, "payload": {"ticket": "T-1"}}
    seen = converse(asked, [resolve(0, answer)], tools=[drifted])
    (shown,) = seen.steps[0]["interrupts"]
    assert (shown["kind"], shown["canResolve"]) == ("generic", True)
    check_done(seen)
    assert asked.done == [("refund", REFUND)]


def test_a_message_instead_of_an_answer() -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [SAY], [resolve(0, True, TICKET)])
    check_typed(seen, ["tool-approval"], step=1)
    assert asked.done == [("refund", REFUND)]


def test_a_client_that_stopped_is_asked_again() -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [{"do": "stop"}, SAY], [resolve(0, True, TICKET)])
    check_typed(seen, ["tool-approval"], step=1)
    check_done(seen)
    assert asked.done == [("refund", REFUND)]
    assert seen.host.requests == 3


@pytest.mark.parametrize("call_id", ["c1", "zz"])
def test_a_forged_answer(call_id: str) -> None:
    asked = bank(turn(C1))
    entry: JsonObject = {
        "interruptId": f"approval_{call_id}",
        "status": "resolved",
        "payload": {"approved": True, **TICKET},
    }
    seen = converse(asked, [{"do": "forge", "resume": [entry]}])
    check_typed(seen, ["tool-approval"])
    assert asked.done == []
    assert seen.host.requests == 2


def test_a_page_that_is_loaded_again() -> None:
    asked = bank(turn(C1))
    seen = converse(asked, [{"do": "reload"}], [resolve(0, True, TICKET)])
    check_typed(seen, ["tool-approval"], step=1)
    check_done(seen)
    assert asked.done == [("refund", REFUND)]


def test_an_approval_of_a_later_turn() -> None:
    asked = bank(turn(C4), turn(C1))
    seen = converse(asked, [resolve(0, True, TICKET)])
    check_typed(seen, ["tool-approval"])
    check_done(seen)
    assert seen.results == {"c4": "1.1", "c1": '{"refundId":"r-1"}'}


def test_a_pause_after_a_pause() -> None:
    asked = bank(turn(C1), turn(C2))
    seen = converse(asked, [resolve(0, True, TICKET)], [resolve(0, True, FACTOR)])
    check_typed(seen, ["tool-approval"])
    check_typed(seen, ["tool-approval"], step=1)
    check_done(seen)
    assert [name for name, _ in asked.done] == ["refund", "transfer"]


def test_a_client_tool_that_needs_an_approval() -> None:
    asked = bank(turn(C5))
    gated: JsonObject = {
        "id": "share",
        "schemas": {},
        "needsApproval": True,
        "returns": {"shared": True},
    }
    seen = converse(asked, [resolve(0, True)], tools=[gated])
    check_typed(seen, ["tool-approval"])
    check_done(seen)
    assert seen.results == {"c5": '{"shared":true}'}


def test_the_conversation_goes_on() -> None:
    asked = bank(turn(C1), "Done.", "Again.")
    seen = converse(asked, [resolve(0, True, TICKET)], [SAY])
    assert seen.steps[-1]["text"][-1] == "Again."


def screened(*script: Any, hook: Screening) -> Bank:
    return Bank(
        [*script, "Done."],
        middleware=[hook],
        interrupts=[bookings.pause_for_agent],
    )


class ScreeningOnce(Screening):
    """Raises the interrupts of others in the first run only."""

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Any:
        return await super().on_interrupt_boundary(ctx) if ctx.parent_run_id is None else ()


def kinds(seen: Seen, step: int = 0) -> list[tuple[str, bool]]:
    return [(one["kind"], one["canResolve"]) for one in seen.steps[step]["interrupts"]]


def test_interrupts_of_others_beside_ours() -> None:
    hook = ScreeningOnce(Phase.BEFORE_TOOLS, bound=[OWNER], unbound=[PLAIN])
    asked = screened(turn(C1, C4), hook=hook)
    seen = converse(asked, [resolve(0, True, TICKET)], [resolve(1, {"owner": True})])
    assert kinds(seen) == [("tool-approval", True), ("generic", True), ("unbound", False)]
    assert kinds(seen, 1) != []
    check_done(seen)
    assert [name for name, _ in asked.done] == ["refund", "exchange-rate"]
    (answers,) = hook.answers
    assert [(one.id, one.resolved, one.payload) for one in answers.external] == [
        ("screening-9", True, {"owner": True})
    ]


def test_an_unbound_interrupt_holds_nothing_up() -> None:
    hook = ScreeningOnce(Phase.BEFORE_TOOLS, unbound=[PLAIN])
    asked = screened(turn(C1), hook=hook)
    seen = converse(asked, [resolve(0, True, TICKET)])
    assert kinds(seen) == [("tool-approval", True), ("unbound", False)]
    check_done(seen)
    assert asked.done == [("refund", REFUND)]
    assert hook.answers == []


@pytest.mark.parametrize("answer", [resolve(0, None), resolve(0, {"owner": True}), cancel(0)])
def test_an_interrupt_of_others_alone(answer: JsonObject) -> None:
    hook = Screening(Phase.BEFORE_MODEL, bound=[OWNER])
    seen = converse(screened(hook=hook), [answer])
    assert kinds(seen) == [("generic", True)]
    check_done(seen)
    assert [len(one.external) for one in hook.answers] == [1]


def test_a_client_tool_waits_beside_an_interrupt_of_others() -> None:
    hook = ScreeningOnce(Phase.BEFORE_TOOLS, bound=[OWNER])
    asked = screened(turn(C1, C3), hook=hook)
    seen = converse(asked, [resolve(0, True, TICKET), resolve(1, {"owner": True})])
    assert kinds(seen) == [("tool-approval", True), ("generic", True)]
    check_done(seen)
    assert seen.results == {"c1": '{"refundId":"r-1"}', "c3": '{"picked":1}'}


def test_an_answer_that_nobody_waits_for() -> None:
    hook = ScreeningOnce(Phase.BEFORE_TOOLS, bound=[OWNER], known=())
    asked = screened(turn(C1), hook=hook)
    seen = converse(asked, [resolve(0, True, TICKET), resolve(1, {})])
    assert seen.steps[-1]["interrupts"][1]["errors"] == ["unknown-interrupt"]
    assert asked.done == []


def test_r09_batch_mixed() -> None:
    asked = bank(turn(C1, Call("c6", "refund", LARGE), Call("c7", "refund", REFUND)))
    seen = converse(asked, [resolve(0, True, TICKET), resolve(1, False, FRAUD)], [cancel(2)])
    check_typed(seen, ["tool-approval"] * 3)
    shown = seen.steps[1]["interrupts"]
    assert [one["status"] for one in shown] == ["staged", "staged", "pending"]
    assert seen.host.requests == 2
    check_done(seen)
    assert seen.results == {
        "c1": '{"refundId":"r-1"}',
        "c6": '{"reason":"fraud"}',
        "c7": CANCELLED,
    }
    assert asked.done == [("refund", REFUND)]


class AskingLate(Asking):
    """Asks before the tools of a continuation, after these were approved."""

    async def on_interrupt_boundary(self, ctx: BoundaryContext) -> Any:
        listed = await super().on_interrupt_boundary(ctx)
        return listed if ctx.parent_run_id is not None else ()


def test_a_question_after_an_approval_asks_for_the_approval_again() -> None:
    hook = AskingLate({Phase.BEFORE_TOOLS: [bookings.pause_for_agent.interrupt(key="k")]})
    asked = bank(turn(C1, C4), hook=hook)
    seen = converse(
        asked,
        [resolve(0, True, TICKET)],
        [resolve(0, True, TICKET), resolve(1, {})],
    )
    check_typed(seen, ["tool-approval"])
    check_typed(seen, ["tool-approval", "generic"], step=1)
    check_done(seen)
    assert [name for name, _ in asked.done] == ["refund", "exchange-rate"]


def test_r06_a_model_that_fails_behind_a_tool_that_ran() -> None:
    asked = bank(turn(C1), ModelFailure("overloaded"))
    seen = converse(asked, [resolve(0, True, TICKET)], [{"do": "retry"}])
    assert seen.steps[1]["errors"] == ["transport"]
    check_done(seen)
    assert asked.done == [("refund", REFUND)]
    assert b'"continuationRunId"' not in seen.host.responses[1]
    assert b'"continuationRunId"' in seen.host.responses[2]


@pytest.mark.parametrize(
    "answers",
    [
        [resolve(0, True, TICKET), resolve(1, False, FRAUD)],
        [cancel(0), cancel(1)],
    ],
)
def test_r11_one_result_per_call(answers: Sequence[JsonObject]) -> None:
    asked = bank(turn(C1, Call("c6", "refund", LARGE)))
    seen = converse(asked, answers)
    check_done(seen)
    assert [one["id"] for one in seen.steps[-1]["calls"]] == ["c1", "c6"]
    listed = [one["toolCallId"] for one in seen.steps[-1]["results"]]
    assert sorted(listed) == ["c1", "c6"]
