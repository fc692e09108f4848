"""The recorded requests of TanStack AI's client, played against our server: the same decisions.

Once with `trust="unsafe"`, and once sealed, with our ids in the place of TanStack's. What differs
on purpose stands in `DIFFERENCES`; each of these has to differ indeed.
"""

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from interruptgen_runtime import JsonObject, PeerError
from interruptgen_runtime.server import Sealed, Trust, key_ring, read_run_input
from server.recorded import Log, Replayed, body_of, load, log_of_events, names, recorded_logs, shown

Aspects = Mapping[str, str]

DENIED: Final = "a rejection's payload reaches the model, not the text that the client put there"
EMPTY: Final = "a message of the assistant that says nothing is not shown to the model"
STOPPED: Final = "after `stop`, each waiting call gets a cancelled result"
FAILED: Final = "what a client tool failed with, or that it was cancelled, reaches the model"
WORDS: Final = "issues are told with their places; the words of validators differ anyway"

DIFFERENCES: Final[Mapping[str, Aspects]] = {
    "approval-approve-edited-args": {"1.model": "the model learns that a person edited its call"},
    "approval-invalid-model-args": {"0.model": WORDS, "0.results": WORDS},
    "approval-reject-payload": {"1.model": DENIED, "1.results": DENIED},
    "approval-two-mixed-decisions": {"1.model": DENIED, "1.results": DENIED},
    "client-tool-throws": {"1.model": FAILED},
    "client-tool-throws-with-output-schema": {"1.model": FAILED, "1.results": FAILED},
    "client-tool-with-approval-reject": {"1.model": DENIED, "1.results": DENIED},
    "continuation-model-error": {"2.model": EMPTY},
    "error-generic-response-invalid-on-server": {"2.model": EMPTY},
    "error-invalid-edited-args-on-server": {"2.model": EMPTY},
    "generic-beforeTools-stop": {"1.results": STOPPED},
    "generic-transform-response": {"1.hooks": "generated schemas validate, and never transform"},
    "mixed-client-tool-generic-cancel": {
        "1.hooks": "`beforeTools` is not called where every call has its result already"
    },
    "mixed-client-tool-generic-stop": {"1.results": STOPPED},
    "transport-500-then-retry": {"2.model": EMPTY},
}

UNPROVEN: Final = "an unfinished call of the history that nothing proves never runs"
OTHER: Final = "what an answer repeats of its question is compared with the proof in its id"

NAMED: Final = "an id names the run of its pause: AG-UI's client does not say which it answers"

SEALED_ONLY: Final[Mapping[str, Aspects]] = {
    "continuation-model-error": {"2.results": "the recorded result is sent again"},
    "error-continuation-metadata-missing": {"1.errors": OTHER},
    "error-definition-hash-mismatch": {"1.errors": "told of the item, with its id, too"},
    "error-missing-parentRunId": {
        "1.outcome": NAMED,
        "1.errors": NAMED,
        "1.executions": NAMED,
        "1.model": NAMED,
        "1.results": NAMED,
    },
    "error-incomplete-batch": {"1.errors": "ids that were not sent cannot be named"},
    "error-unknown-definition": {"1.errors": OTHER},
    "generic-beforeTools-stop": {
        "2.outcome": UNPROVEN,
        "2.interrupts": UNPROVEN,
        "2.hooks": UNPROVEN,
        "2.model": UNPROVEN,
        "2.results": UNPROVEN,
    },
}


def play(name: str, trust: Trust | str) -> tuple[list[Log], list[Log]]:
    """Play a recording; returns what TanStack's server did and what ours does."""
    recording = load(name)
    replayed = Replayed(recording, trust)
    ids: dict[str, str] = {}
    logs: list[Log] = []
    for exchange in recording["exchanges"]:
        body = renamed(body_of(exchange), ids) if isinstance(trust, Sealed) else body_of(exchange)
        if exchange["response"]["status"] == 500:
            logs.append(Log(outcome=500))
            continue
        log, events = asyncio.run(answer(replayed, body))
        logs.append(log)
        ids |= pairs(exchange["response"].get("events", []), events)
    return recorded_logs(recording), logs


async def answer(replayed: Replayed, body: JsonObject) -> tuple[Log, list[JsonObject]]:
    replayed.log, before = Log(), len(replayed.model.requests)
    try:
        run_input = read_run_input(body)
    except PeerError:
        return Log(outcome=400), []
    events = [event async for event in replayed.agent.run(run_input)]
    check_stream(events)
    log = log_of_events(events)
    log.executions, log.hooks = replayed.log.executions, replayed.log.hooks
    log.model = [
        shown(request.messages, request.system, [tool.name for tool in request.tools])
        for request in replayed.model.requests[before:]
    ]
    return log, events


def check_stream(events: Sequence[JsonObject]) -> None:
    """A stream begins with RUN_STARTED, and has one terminal event, the last."""
    types = [event["type"] for event in events]
    assert types[0] == "RUN_STARTED"
    terminals = {"RUN_FINISHED", "RUN_ERROR"}
    assert [place for place, kind in enumerate(types) if kind in terminals] == [len(types) - 1]
    interrupted = '"interrupts"' in json.dumps(events[-1])
    assert interrupted == ("MESSAGES_SNAPSHOT" in types)


def renamed(body: JsonObject, ids: Mapping[str, str]) -> JsonObject:
    resume = body.get("resume")
    if not isinstance(resume, list):
        return body
    entries: list[Any] = [dict(entry) for entry in resume if isinstance(entry, dict)]
    for entry in entries:
        entry["interruptId"] = ids.get(entry["interruptId"], entry["interruptId"])
    return {**body, "resume": entries}


def pairs(theirs: Sequence[Any], ours: Sequence[Any]) -> dict[str, str]:
    """Pair the ids of the interrupts in two responses, by their order."""

    def listed(events: Sequence[Any]) -> list[str]:
        outcome: dict[str, Any] = events[-1].get("outcome", {}) if events else {}
        interrupts: list[Any] = outcome.get("interrupts", [])
        return [item["id"] for item in interrupts]

    return dict(zip(listed(theirs), listed(ours), strict=False))


def differing(theirs: Sequence[Log], ours: Sequence[Log]) -> dict[str, Any]:
    """Return the aspects in which two servers decided differently, with both sides."""
    found: dict[str, Any] = {}
    for index, (one, other) in enumerate(zip(theirs, ours, strict=True)):
        for aspect, value in vars(one).items():
            if value != getattr(other, aspect):
                found[f"{index}.{aspect}"] = (value, getattr(other, aspect))
    return found


@pytest.mark.parametrize("name", names())
def test_decisions_are_tanstack_s(name: str) -> None:
    found = differing(*play(name, "unsafe"))
    assert set(found) == set(DIFFERENCES.get(name, {})), json.dumps(found, indent=1)


@pytest.mark.parametrize("name", names())
def test_decisions_are_the_same_with_proofs(name: str) -> None:
    expected = {**DIFFERENCES.get(name, {}), **SEALED_ONLY.get(name, {})}
    found = differing(*play(name, Sealed(keys=key_ring([bytes(range(32))]))))
    assert set(found) == set(expected), json.dumps(found, indent=1)


def test_every_difference_is_of_a_recording() -> None:
    assert {*DIFFERENCES, *SEALED_ONLY} <= set(names())
