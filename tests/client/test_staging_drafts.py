"""Drafts that outlive the process."""

import json
from typing import Any

import pytest

from client.staging_pauses import (
    BINDINGS,
    CLOSE,
    CREDIT,
    EXPIRED,
    EXTERNAL,
    PHOTO,
    REFUND,
    REPLY,
    RUN,
    THREAD,
    TRANSFER,
    UNBOUND,
    Clock,
    Interrupt,
    emitted,
    shown,
    staged_with,
)
from interruptgen_runtime import Json, JsonObject, PeerError
from interruptgen_runtime.client import Status
from interruptgen_runtime.client.staging import Staging
from interruptgen_runtime.core.absent import ABSENT

PHOTO_OUTPUT: JsonObject = {"mediaType": "image/png", "data": ""}


def restored(snapshot: Json, clock: Clock | None = None) -> Staging[Interrupt]:
    staging = Staging(BINDINGS, clock=clock or Clock())
    staging.restore(json.loads(json.dumps(snapshot)))
    return staging


def with_drafts() -> Staging[Interrupt]:
    staging = staged_with([*emitted(REFUND, TRANSFER, CLOSE, CREDIT, REPLY, PHOTO), EXTERNAL])
    items = shown(staging)
    items["refund"].approve(payload={"ticket": "T-1"})
    items["transfer"].reject(payload={"secondFactor": "123456"})
    items["close"].cancel()
    items["reply"].resolve({"draft": 0})
    items["reply"].resolve({"draft": -1})
    items["external"].resolve(None)
    staging.client_tools[0].settle(PHOTO_OUTPUT)
    return staging


def test_a_snapshot_comes_back_as_it_was() -> None:
    staging = with_drafts()
    snapshot = staging.save()
    again = restored(snapshot)
    assert again.save() == snapshot
    assert again.correlation == staging.correlation
    states = {name: (one.status, one.draft) for name, one in shown(again).items()}
    assert states == {
        "refund": (Status.STAGED, {"approved": True, "payload": {"ticket": "T-1"}}),
        "transfer": (Status.STAGED, {"approved": False, "payload": {"secondFactor": "123456"}}),
        "close": (Status.STAGED, ABSENT),
        "credit": (Status.PENDING, ABSENT),
        "reply": (Status.ERROR, {"draft": 0}),
        "external": (Status.STAGED, None),
    }
    assert again.client_tools == ()


def test_a_submission_that_was_on_its_way_can_be_sent_again() -> None:
    staging = staged_with(emitted(CLOSE))
    shown(staging)["close"].approve()
    submission = staging.take_submission()
    assert restored(staging.save()).take_submission().fingerprint == submission.fingerprint


def test_a_draft_that_failed_has_to_be_looked_at_again() -> None:
    staging = staged_with(emitted(CLOSE))
    shown(staging)["close"].approve()
    staging.submission_failed(staging.take_submission(), "cut off")
    close = shown(restored(staging.save()))["close"]
    assert (close.status, close.draft) == (Status.ERROR, {"approved": True})


def test_a_snapshot_of_tanstacks_client() -> None:
    snapshot: JsonObject = {
        "resumeState": {"threadId": THREAD, "runId": RUN},
        "pendingInterrupts": emitted(CLOSE, PHOTO),
    }
    staging = restored(snapshot)
    assert [one.id for one in staging.interrupts] == ["close"]
    assert [call.runs_now for call in staging.client_tools] == [False]


def test_a_draft_that_its_schema_refuses_now_is_kept_with_the_errors() -> None:
    snapshot: Any = with_drafts().save()
    for draft in snapshot["drafts"]:
        if draft["interruptId"] == "refund":
            draft["payload"]["payload"]["ticket"] = "none"
    refund = shown(restored(snapshot))["refund"]
    assert refund.status is Status.ERROR
    assert [(error.code, error.path) for error in refund.errors] == [
        ("invalid-payload", ("ticket",))
    ]
    assert refund.draft == {"approved": True, "payload": {"ticket": "none"}}


def test_a_draft_that_has_expired_is_kept_with_the_error() -> None:
    staging = staged_with(emitted(REPLY))
    shown(staging)["reply"].resolve({"draft": 2})
    clock = Clock()
    clock.now = EXPIRED
    reply = shown(restored(staging.save(), clock))["reply"]
    assert (reply.status, reply.draft) == (Status.ERROR, {"draft": 2})
    assert [error.code for error in reply.errors] == ["expired"]


GOOD: JsonObject = {
    "resumeState": {"threadId": THREAD, "runId": RUN},
    "pendingInterrupts": [*emitted(CLOSE), UNBOUND],
}


BROKEN_SNAPSHOTS: list[Any] = [
    None,
    [],
    {},
    {"resumeState": None},
    {"resumeState": {"threadId": "", "runId": RUN}},
    {"resumeState": {"threadId": THREAD}},
    {**GOOD, "pendingInterrupts": {}},
    {**GOOD, "pendingInterrupts": [1]},
    {**GOOD, "drafts": {}},
    {**GOOD, "drafts": [1]},
    {**GOOD, "drafts": [{"interruptId": "close"}]},
    {**GOOD, "drafts": [{"interruptId": "close", "status": "resolved", "counts": True}]},
    {**GOOD, "drafts": [{"interruptId": "close", "status": "cancelled"}]},
    {**GOOD, "drafts": [{"interruptId": "gone", "status": "cancelled", "counts": True}]},
    {**GOOD, "drafts": [{"interruptId": "unbound", "status": "cancelled", "counts": True}]},
]


@pytest.mark.parametrize("broken", BROKEN_SNAPSHOTS)
def test_what_is_no_snapshot_changes_nothing(broken: Json) -> None:
    staging = staged_with(emitted(CREDIT))
    with pytest.raises(PeerError):
        staging.restore(broken)
    assert [one.id for one in staging.interrupts] == ["credit"]
