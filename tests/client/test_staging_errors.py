"""Errors that a server reports: their form, whom they belong to, and what follows from them."""

from typing import Any

import pytest

from client.staging_pauses import CLOSE, CREDIT, RUN, THREAD, emitted, shown, staged_with
from interruptgen_runtime import Json, JsonObject
from interruptgen_runtime.client import Status
from interruptgen_runtime.client.staging import Staging
from interruptgen_runtime.client.staging.received_errors import read_submission_errors
from interruptgen_runtime.core.error_records import BatchError, Correlation, ItemError

COMMON: JsonObject = {
    "threadId": THREAD,
    "interruptedRunId": RUN,
    "generation": 0,
    "message": "m",
    "source": "server",
    "retryable": False,
}
ITEM: JsonObject = {**COMMON, "scope": "item", "code": "stale", "interruptId": "close"}
BATCH: JsonObject = {
    **COMMON,
    "scope": "batch",
    "code": "server",
    "interruptIds": ["credit", "close"],
}


def test_the_two_forms() -> None:
    item, batch = read_submission_errors([{**ITEM, "path": ["a", 0]}, BATCH])
    correlation = Correlation(THREAD, RUN)
    assert item == ItemError(
        correlation=correlation,
        interrupt_id="close",
        code="stale",
        message="m",
        source="server",
        path=("a", "0"),
    )
    assert batch == BatchError(
        correlation=correlation,
        interrupt_ids=("credit", "close"),
        code="server",
        message="m",
        source="server",
    )
    assert read_submission_errors([{**ITEM, "generation": 0.0}]) != ()
    assert read_submission_errors([{**ITEM, "path": "a"}, {**ITEM, "extra": 1}]) != ()


WRONG: dict[str, tuple[Json, ...]] = {
    "threadId": (None, 1),
    "interruptedRunId": (None,),
    "generation": (None, True, "0", 0.5, -1, float("inf")),
    "message": (None, 3),
    "retryable": (None, "no", 0),
    "source": (None, "transport", "peer"),
    "code": (None, "server", "made-up", ["stale"]),
    "scope": (None, "batch", "thing"),
    "interruptId": (None, ["close"]),
}
WRONG_OF_BATCH: dict[str, tuple[Json, ...]] = {
    "source": (None, "peer"),
    "code": (None, "unknown-interrupt", "made-up"),
    "interruptIds": (None, "close", [1], ["close", None]),
}


@pytest.mark.parametrize(
    ("entry", "name", "value"),
    [(ITEM, name, value) for name, values in WRONG.items() for value in values]
    + [(BATCH, name, value) for name, values in WRONG_OF_BATCH.items() for value in values],
)
def test_one_malformed_entry_spoils_the_list(entry: JsonObject, name: str, value: Json) -> None:
    assert read_submission_errors([entry]) != ()
    assert read_submission_errors([BATCH, {**entry, name: value}]) == ()
    rest = {other: kept for other, kept in entry.items() if other != name}
    assert read_submission_errors([rest, ITEM]) == ()


@pytest.mark.parametrize("value", [None, {}, "text", 1, [], [None], [1], [[ITEM]]])
def test_what_is_no_list_of_errors(value: Json) -> None:
    assert read_submission_errors(value) == ()


def failed(errors: list[Json]) -> Staging[Any]:
    staging: Staging[Any] = staged_with(emitted(CLOSE, CREDIT))
    assert staging.resolve_all(True)
    staging.submission_failed(staging.take_submission(), "no reason given", errors)
    return staging


def codes(staging: Staging[Any]) -> list[tuple[str, str]]:
    return [(error.code, error.source) for error in staging.errors]


def test_errors_land_where_they_belong() -> None:
    staging = failed([ITEM, {**BATCH, "retryable": True}])
    items = shown(staging)
    assert [error.code for error in items["close"].errors] == ["stale"]
    assert items["credit"].errors == ()
    assert {one.status for one in staging.interrupts} == {Status.ERROR}
    assert codes(staging) == [("server", "server")]
    assert not staging.can_retry


@pytest.mark.parametrize(
    "foreign",
    [
        {**ITEM, "interruptId": "somebody"},
        {**ITEM, "threadId": "other"},
        {**ITEM, "generation": 1},
        {**BATCH, "interruptIds": []},
        {**BATCH, "interruptIds": ["close"]},
        {**BATCH, "interruptIds": ["close", "credit", "credit"]},
    ],
)
def test_errors_of_another_submission_are_not_believed(foreign: JsonObject) -> None:
    staging = failed([foreign])
    assert codes(staging) == [("protocol", "client")]
    assert all(one.errors == () for one in staging.interrupts)
    assert not staging.can_retry


def test_a_failure_without_a_reason_may_be_sent_again() -> None:
    for errors in ([], [{**ITEM, "code": "made-up"}]):
        staging = failed([*errors])
        assert codes(staging) == [("transport", "transport")]
        assert staging.errors[0].message == "no reason given"
        assert staging.can_retry and staging.retry() is not None
        assert staging.submitting


def test_the_next_verdict_of_the_server_replaces_the_last_one() -> None:
    first: JsonObject = {**BATCH, "retryable": True, "message": "first"}
    staging = failed([first])
    again = staging.retry()
    assert again is not None
    staging.submission_failed(again, "x", [{**first, "message": "second"}])
    assert [error.message for error in staging.errors] == ["second"]
