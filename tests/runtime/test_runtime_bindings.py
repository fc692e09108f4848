"""Bindings and continuations, read and written, against recordings from TanStack AI."""

import json
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import InterruptDescriptor, PeerError
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.binding import (
    ExternalBinding,
    OpenBinding,
    with_interrupt_binding,
    without_interrupt_binding,
)
from interruptgen_runtime.core.binding_reader import (
    read_interrupt_binding,
    read_unopened_interrupt_binding,
)
from interruptgen_runtime.core.continuation import (
    Continuation,
    InvalidContinuation,
    continuation_from_descriptor,
    continuation_metadata,
    read_continuation,
)
from interruptgen_runtime.core.descriptor import read_descriptor

VECTORS = Path(__file__).parents[1] / "vectors" / "bindings.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]
READING = [case for case in CASES if "readInterruptBinding" in case]
WRITING = [case for case in CASES if "withInterruptBinding" in case]
CONTINUING = [case for case in CASES if "readGenericInterruptContinuation" in case]


def test_all_cases_are_covered() -> None:
    assert (len(READING), len(WRITING), len(CONTINUING)) == (80, 2, 18)
    assert len(CASES) == 100


@pytest.mark.parametrize("case", READING, ids=lambda case: case["name"])
def test_reading(case: dict[str, Any]) -> None:
    descriptor = case["descriptor"]
    unopened = read_unopened_interrupt_binding(descriptor)
    opened = read_interrupt_binding(descriptor)
    continuation = continuation_from_descriptor(descriptor)
    assert (unopened and unopened.to_json()) == case["readUnopenedInterruptBinding"]
    assert (opened and opened.to_json()) == case["readInterruptBinding"]
    recorded = case["genericInterruptContinuationFromDescriptor"]
    assert (continuation and continuation.to_json()) == recorded
    assert without_interrupt_binding(descriptor) == case["withoutInterruptBinding"]


@pytest.mark.parametrize("case", READING, ids=lambda case: case["name"])
def test_what_was_read_can_be_written_and_read_again(case: dict[str, Any]) -> None:
    opened = read_interrupt_binding(case["descriptor"])
    if opened is not None:
        bare = without_interrupt_binding(case["descriptor"])
        assert read_interrupt_binding(with_interrupt_binding(bare, opened)) == opened


@pytest.mark.parametrize("case", WRITING, ids=lambda case: case["name"])
def test_writing(case: dict[str, Any]) -> None:
    raw = case["binding"]
    assert set(raw) <= {"v", "kind", "interruptId", "responseSchemaHash"}
    binding = ExternalBinding(
        interrupt_id=raw["interruptId"], response_schema_hash=raw.get("responseSchemaHash")
    )
    written = with_interrupt_binding(case["descriptor"], binding)
    assert written == case["withInterruptBinding"]


@pytest.mark.parametrize("case", CONTINUING, ids=lambda case: case["name"])
def test_continuing(case: dict[str, Any]) -> None:
    read = read_continuation(ABSENT if "metadata_absent" in case else case["metadata"])
    recorded = case["readGenericInterruptContinuation"]
    match read:
        case None:
            assert recorded == {"status": "absent"}
        case InvalidContinuation(message):
            assert recorded == {"status": "invalid", "message": message}
        case Continuation():
            assert recorded == {"status": "ok", "value": read.to_json()}
            assert read_continuation(continuation_metadata(read)) == read


@pytest.mark.parametrize("flag", [True, False])
def test_booleans_are_no_numbers(flag: bool) -> None:
    binding = {"v": flag, "kind": "generic", "interruptId": "a", "interruptedRunId": "r"}
    unversioned = {**binding, "v": 1, "generation": flag}
    for raw in (binding, unversioned):
        descriptor: Any = {"id": "a", "metadata": {"tanstack:interruptBinding": raw}}
        assert read_interrupt_binding(descriptor) is None


def test_nulls_of_optional_members_are_not_passed_on() -> None:
    descriptor: Any = {
        "id": "a",
        "reason": "r",
        "message": None,
        "expiresAt": None,
        "metadata": {
            "tanstack:interruptBinding": {
                "kind": "generic",
                "interruptId": "a",
                "definitionId": "d",
                "key": "k",
                "batchIndex": 0,
                "responseSchemaHash": None,
            }
        },
    }
    continuation = continuation_from_descriptor(descriptor)
    assert continuation is not None
    assert None not in continuation.to_json().values()


@pytest.mark.parametrize("value", [None, [], "x", {}, {"id": ""}, {"id": 1}])
def test_a_descriptor_needs_an_id(value: Any) -> None:
    with pytest.raises(PeerError):
        read_descriptor(value)


def test_members_of_a_descriptor() -> None:
    descriptor = InterruptDescriptor(
        {"id": "a", "reason": 1, "message": None, "responseSchema": None, "metadata": [1]}
    )
    assert descriptor.id == "a"
    assert descriptor.reason == ""
    assert descriptor.message is descriptor.tool_call_id is descriptor.expires_at is None
    assert descriptor.response_schema is None
    assert descriptor.payload is ABSENT
    assert descriptor.metadata == {}
    assert descriptor.binding is None
    assert OpenBinding(ExternalBinding(interrupt_id="a"), "r").generation == 0
