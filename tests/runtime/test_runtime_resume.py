"""Resume validation with generated schemas: what the recordings do not show."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interruptgen_runtime import (
    InterruptDescriptor,
    Json,
    JsonObject,
    LocalError,
    NotJson,
    PeerError,
    canonical,
)
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)
from interruptgen_runtime.core.contract import GenericContract
from interruptgen_runtime.core.error_records import BatchError, Correlation, ItemError
from interruptgen_runtime.core.resume.answer import Decision
from interruptgen_runtime.core.resume.entry import read_resume, receive_resume
from interruptgen_runtime.core.resume.pending import (
    PendingInterrupt,
    ResumeBatch,
    pending_from_descriptor,
)
from interruptgen_runtime.core.resume.validate import (
    AcceptedResume,
    RefusedResume,
    validate_resume_batch,
)
from interruptgen_runtime.core.schema import UntypedSchema
from interruptgen_runtime.core.tool import ToolDefinition
from runtime.desk import models, schemas, server
from runtime.values import ANY_TEXT, NUMBERS, json_values

ARGUMENTS: dict[str, Json] = {
    "price": {"amount": 120, "currency": "EUR"},
    "traveller": "Ada",
    "reference": None,
}
QUESTION = server.choose_itinerary.interrupt(
    key="trip", payload=models.ChooseItineraryPayload(options=["IC 1"])
)
NOTE: ToolDefinition[Any, Any, None, None] = ToolDefinition(
    name="note",
    needs_approval=True,
    input=schemas.PICK_FILE_OUTPUT,
    output=None,
    response_hash="sha256:note",
)


def asked() -> list[Asked]:
    return [
        GenericAsked(request=QUESTION),
        ClientToolAsked(tool=server.pick_file, call_id="c3", arguments={}),
        ApprovalAsked(tool=server.refund, call_id="c1", arguments=ARGUMENTS),
    ]


def pending(items: list[Asked]) -> tuple[PendingInterrupt, ...]:
    descriptors = build_batch(items, make_id=lambda _, index: f"i{index}", run_id="run-1")
    return tuple(
        pending_from_descriptor(
            descriptor,
            GenericContract(
                definition_id="choose-itinerary",
                key="trip",
                response=schemas.CHOOSE_ITINERARY_RESPONSE,
            ),
        )
        for descriptor in descriptors
    )


def validate(
    resume: list[Json], items: list[Asked] | None = None
) -> AcceptedResume | RefusedResume:
    return validate_resume_batch(
        ResumeBatch(
            correlation=Correlation("thread-1", "run-1"),
            pending=pending(asked() if items is None else items),
            entries=read_resume(resume),
            tools={"refund": server.refund.contract, "pick_file": server.pick_file.contract},
            now=0,
        )
    )


def answer(interrupt_id: str, payload: Json) -> Json:
    return {"interruptId": interrupt_id, "status": "resolved", "payload": payload}


APPROVED: JsonObject = {"approved": True, "payload": {"ticket": "T-1"}}


def refused(result: AcceptedResume | RefusedResume) -> list[tuple[str, str, Any]]:
    assert isinstance(result, RefusedResume)
    return [
        (error.interrupt_id, error.code, error.path)
        for error in result.errors
        if isinstance(error, ItemError)
    ]


def test_a_whole_batch() -> None:
    result = validate(
        [
            answer("i2", {"choice": 2.0}),
            answer("i0", {**APPROVED, "smuggled": 1}),
            answer("i1", {"path": "/tmp"}),
        ]
    )
    assert isinstance(result, AcceptedResume)
    state = result.state
    assert state.approvals == {"c1": Decision(approved=True, bare=False, payload={"ticket": "T-1"})}
    assert state.client_tool_results == {"c3": {"path": "/tmp"}}
    choice = state.generic_interrupts["i2"].payload
    assert choice == {"choice": 2}
    assert isinstance(choice, dict) and type(choice["choice"]) is int
    assert [entry["interruptId"] for entry in result.resolutions] == ["i0", "i1", "i2"]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (answer("i2", {"choice": -1}), ("i2", "invalid-payload", ("choice",))),
        (answer("i2", {"choice": "x", "more": 1}), ("i2", "invalid-payload", ("choice",))),
        (answer("i1", {}), ("i1", "invalid-tool-output", ("path",))),
        (answer("i0", {"approved": True}), ("i0", "invalid-payload", ())),
        (answer("i0", {"approved": True, "payload": {}}), ("i0", "invalid-payload", ("ticket",))),
        (answer("i0", True), ("i0", "invalid-payload", None)),
        (
            answer("i0", {**APPROVED, "editedArgs": {}}),
            ("i0", "invalid-edited-args", None),
        ),
        (answer("i2", {"choice": 10**400}), ("i2", "invalid-payload", None)),
    ],
)
def test_generated_schemas_always_validate(entry: Any, expected: tuple[str, str, Any]) -> None:
    valid = {
        "i0": answer("i0", APPROVED),
        "i1": answer("i1", {"path": "/tmp"}),
        "i2": answer("i2", {"choice": 0}),
    }
    result = validate(list({**valid, entry["interruptId"]: entry}.values()))
    assert expected in refused(result)
    assert {interrupt_id for interrupt_id, _, _ in refused(result)} == {entry["interruptId"]}


def test_edited_args_of_a_tool_that_allows_them_are_the_checked_ones() -> None:
    items: list[Asked] = [ApprovalAsked(tool=NOTE, call_id="c1", arguments={"path": "/a"})]
    edit: Json = {"approved": True, "editedArgs": {"path": "/b", "size": 3.0}}
    batch = ResumeBatch(
        correlation=Correlation("thread-1", "run-1"),
        pending=tuple(
            PendingInterrupt(
                interrupt_id=one.interrupt_id,
                binding=one.binding,
                response_schema_hash="sha256:note",
            )
            for one in pending(items)
        ),
        entries=read_resume([answer("i0", edit)]),
        tools={"note": NOTE.contract},
        now=0,
    )
    result = validate_resume_batch(batch)
    assert isinstance(result, AcceptedResume)
    edited = result.state.approvals["c1"].edited_args
    assert edited == {"path": "/b", "size": 3}
    assert isinstance(edited, dict) and type(edited["size"]) is int


def test_a_rejection_hands_its_payload_on() -> None:
    items: list[Asked] = [ApprovalAsked(tool=server.refund, call_id="c1", arguments=ARGUMENTS)]
    rejected: Json = {"approved": False, "payload": {"reason": "dup"}, "editedArgs": {"x": 1}}
    result = validate([answer("i0", rejected)], items)
    assert isinstance(result, AcceptedResume)
    assert result.state.denied_tool_results == {"c1": {"reason": "dup"}}
    assert result.state.approvals["c1"].edited_args is ABSENT


def test_the_order_of_entries_does_not_change_the_fingerprint() -> None:
    entries = [answer("i2", {"choice": 0}), answer("i0", APPROVED), answer("i1", {"path": "x"})]
    one, other = validate(entries), validate(entries[::-1])
    assert isinstance(one, AcceptedResume) and isinstance(other, AcceptedResume)
    assert one.fingerprint == other.fingerprint


@pytest.mark.parametrize(
    ("status", "text"),
    [(None, "null"), ("done", "done"), (1, "1"), ({"a": [1.0]}, '{"a":[1]}')],
)
def test_an_unknown_status_is_named(status: Json, text: str) -> None:
    result = validate([{"interruptId": "i0", "status": status}])
    assert isinstance(result, RefusedResume)
    assert f"Interrupt i0 has invalid status {text}." in [one.message for one in result.errors]


def test_an_entry_without_a_status() -> None:
    result = validate([{"interruptId": "i0"}])
    assert isinstance(result, RefusedResume)
    assert "Interrupt i0 has invalid status undefined." in [one.message for one in result.errors]


@given(
    st.lists(
        st.fixed_dictionaries(
            {"interruptId": st.sampled_from(["i0", "i1", "i2", "ghost"])},
            optional={
                "status": st.sampled_from(["resolved", "cancelled"])
                | json_values(ANY_TEXT, NUMBERS),
                "payload": json_values(ANY_TEXT, NUMBERS)
                | st.fixed_dictionaries(
                    {"approved": st.booleans()},
                    optional={
                        "payload": json_values(ANY_TEXT, NUMBERS),
                        "editedArgs": json_values(ANY_TEXT, NUMBERS),
                    },
                ),
                "metadata": json_values(ANY_TEXT, NUMBERS),
            },
        ),
        max_size=5,
    )
)
def test_no_answer_is_an_exception(resume: Any) -> None:
    result = validate(resume)
    if isinstance(result, RefusedResume):
        assert result.errors
        assert all(canonical(error.to_json()) for error in result.errors)
    else:
        assert {"i0", "i2"} <= {entry["interruptId"] for entry in resume}


def test_many_repetitions_of_an_unknown_id() -> None:
    result = validate([answer("ghost", 1)] * 2_000)
    assert len(refused(result)) == 2_000 + 1 + 3


def test_errors_name_the_whole_batch() -> None:
    result = validate([])
    assert isinstance(result, RefusedResume)
    batch_errors = [error for error in result.errors if isinstance(error, BatchError)]
    assert [error.code for error in batch_errors] == ["incomplete-batch", "item-validation-failed"]
    assert all(error.interrupt_ids == ("i0", "i1", "i2") for error in batch_errors)


@pytest.mark.parametrize("resume", [None, {}, "x", [1], [{}], [{"interruptId": 1}], [[]]])
def test_shapes_that_are_no_resume(resume: Json) -> None:
    with pytest.raises(PeerError):
        read_resume(resume)


def test_a_descriptor_without_a_binding_was_never_pending() -> None:
    with pytest.raises(LocalError):
        pending_from_descriptor(InterruptDescriptor({"id": "a"}))


def test_what_is_received_is_read_once_and_then_known() -> None:
    raw: Json = [
        {**entry_of("i0"), "payload": {"b": 1, "a": 2.5}, "extra": {"left": "out"}},
        {"interruptId": "i1", "status": "cancelled"},
    ]
    entries = receive_resume(raw)
    assert [entry.is_plain for entry in entries] == [True, True]
    assert [entry.canonical for entry in entries] == [
        '{"interruptId":"i0","payload":{"a":2.5,"b":1},"status":"resolved"}',
        '{"interruptId":"i1","status":"cancelled"}',
    ]
    assert [canonical(entry.to_json()) for entry in entries] == [each.canonical for each in entries]


def test_integral_floats_that_are_received_are_integers() -> None:
    (entry,) = receive_resume([{**entry_of("i0"), "payload": {"choice": 2.0}}])
    assert isinstance(entry.payload, dict) and type(entry.payload["choice"]) is int
    assert entry.is_plain


@pytest.mark.parametrize("strange", [float("nan"), "\ud800", (1,), {1: 2}, 10**309])
@pytest.mark.parametrize("member", ["payload", "metadata", "extra"])
def test_what_is_no_json_is_not_received(member: str, strange: Any) -> None:
    with pytest.raises(NotJson, match=rf"^/0/{member}/x"):
        receive_resume([{**entry_of("i0"), member: {"x": strange}}])


@given(json_values(ANY_TEXT, NUMBERS))
def test_an_entry_is_written_alike_whether_or_not_it_is_known_to_be_plain(value: Json) -> None:
    (entry,) = read_resume([{**entry_of("i0"), "payload": value}])
    unknown = replace(entry, plain_text=None)
    assert entry == unknown
    assert entry.canonical == unknown.canonical


def entry_of(interrupt_id: str) -> JsonObject:
    return {"interruptId": interrupt_id, "status": "resolved"}


@pytest.mark.parametrize(("depth", "fits"), [(126, True), (127, False)])
def test_how_deep_a_received_answer_may_be(depth: int, fits: bool) -> None:
    payload: Json = []
    for _ in range(depth - 1):
        payload = [payload]
    resume: Json = [{**entry_of("i0"), "payload": payload}]
    if fits:
        assert receive_resume(resume)[0].is_plain
        return
    with pytest.raises(NotJson, match="more than 128 arrays and objects"):
        receive_resume(resume)


def test_a_client_tool_waits_for_answers_to_questions_only() -> None:
    items = asked()[1:]
    assert refused(validate([answer("i0", APPROVED)], items)) == [("i1", "unknown-interrupt", None)]


def test_an_answer_that_is_missing_is_not_taken_for_a_text() -> None:
    text = UntypedSchema(hash="sha256:text", text='{"type": "string"}')
    (waiting,) = pending([GenericAsked(request=QUESTION)])
    assert waiting.generic is not None
    result = validate_resume_batch(
        ResumeBatch(
            correlation=Correlation("thread-1", "run-1"),
            pending=(replace(waiting, generic=replace(waiting.generic, response=text)),),
            entries=receive_resume([entry_of("i0")]),
            tools={},
            now=0,
        )
    )
    assert refused(result) == [("i0", "invalid-payload", ())]
