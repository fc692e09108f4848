"""The unmodified HttpAgent of AG-UI against our server, over HTTP.

It answers all interrupts of a run or none, and does not say which run it answers.
"""

from typing import Any

import pytest

from interop.peers import run_node
from interruptgen_runtime import Json, Phase
from interruptgen_runtime.server import ChatEndpoint
from server.bank import APPROVE, C1, C3, C4, REFUND, REJECT, Asking, Bank, turn
from server.host import Host, hosted
from server.screening import OWNER, PAUSE, PLAIN, Screening, screened

pytestmark = pytest.mark.node


def yes(payload: Json) -> Json:
    return {"status": "resolved", "payload": payload}


NO: Json = {"status": "cancelled"}


def converse(bank: Bank, *answers: Json) -> list[Any]:
    with hosted(Host(ChatEndpoint(agent=bank.agent))) as url:
        given = {"url": url, "threadId": "thread-1", "answers": answers}
        seen: list[Any] = run_node("agent.mjs", given)
    assert seen[0]["outcome"] == "interrupt"
    assert len(seen[0]["interrupts"]) == len(answers)
    return seen


@pytest.mark.parametrize(
    ("answer", "done"), [(yes(APPROVE), [("refund", REFUND)]), (yes(REJECT), []), (NO, [])]
)
def test_an_approval(answer: Json, done: Any) -> None:
    bank = Bank([turn(C1), "Done."])
    assert converse(bank, answer)[-1]["outcome"] == "success"
    assert bank.done == done


def test_a_client_tool() -> None:
    bank = Bank([turn(C1, C3, C4), "Done."])
    assert converse(bank, yes(APPROVE), yes({"picked": 1}))[-1]["outcome"] == "success"
    assert [name for name, _ in bank.done] == ["refund", "exchange-rate"]


def test_interrupts_of_others_beside_ours() -> None:
    hook = Screening(Phase.AFTER_MODEL, bound=[OWNER], unbound=[PLAIN])
    bank = screened(hook, turn(C1))
    seen = converse(bank, yes(APPROVE), yes({"owner": True}), NO)
    assert seen[-1]["code"] is None
    assert bank.done == [("refund", REFUND)]
    (answers,) = hook.answers
    assert [(one.id, one.resolved) for one in answers.external] == [
        ("screening-9", True),
        ("screening-10", False),
    ]


def test_an_interrupt_of_others_alone() -> None:
    hook = Screening(Phase.BEFORE_MODEL, unbound=[PLAIN])
    assert converse(screened(hook), yes("fine"))[-1]["outcome"] == "success"
    (answers,) = hook.answers
    assert [(one.payload, one.interrupted_run_id) for one in answers.external] == [("fine", None)]


def test_a_question_cannot_be_answered_without_what_was_asked() -> None:
    """Nothing but the metadata that TanStack AI's client sends tells which question it was."""
    hook = Asking({Phase.BEFORE_MODEL: [PAUSE]})
    bank = screened(hook)
    assert converse(bank, yes({}))[-1]["code"] == "conflict"
    assert (hook.answers, bank.model.requests) == ([], [])
