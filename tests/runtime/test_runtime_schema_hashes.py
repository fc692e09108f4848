"""The hashes of approvals and their schemas against recordings from TanStack AI."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import hash_json
from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.envelope import (
    EMPTY_SCHEMA_HASH,
    NO_APPROVAL_HASH,
    UNDEFINED_SCHEMA_HASH,
    approval_hash,
    decision_envelope,
)

VECTORS = Path(__file__).parents[1] / "vectors" / "schemas.json"
RECORDED: dict[str, Any] = json.loads(VECTORS.read_text(encoding="utf-8"))
CASES: list[dict[str, Any]] = RECORDED["cases"]
INPUT, OTHER = RECORDED["FIXED_INPUT"], RECORDED["FIXED_OTHER"]
S: Any = OTHER
TEXT: Any = {"type": "string"}


def throws(recorded: Any) -> bool:
    return isinstance(recorded, dict) and "throws" in recorded


def branches(document: Any, approval: str) -> tuple[Any, Any, Any]:
    """Return input, approve and reject document of a recorded combination."""
    return {
        "none": (document, ABSENT, ABSENT),
        "single": (INPUT, document, document),
        "single_no_input": (ABSENT, document, document),
        "approve_only": (INPUT, document, ABSENT),
        "reject_only": (INPUT, ABSENT, document),
        "both": (INPUT, document, OTHER),
    }[approval]


def exported(case: dict[str, Any]) -> Any:
    """Return the document of a case, as it stands or as zod exported it."""
    return case.get("schema", case.get("export_draft_2020_12_input"))


def combinations() -> Iterator[Any]:
    for case in CASES:
        for approval, recorded in case.get("approval", {}).items():
            lookalike = "approve" in case.get("schema", {})  # itself a map of branches to TanStack
            if not throws(recorded) and not lookalike:
                name = f"{case['name']}, {approval}"
                yield pytest.param(branches(exported(case), approval), recorded, id=name)


SHAPES: dict[str, tuple[Any, Any, Any]] = {
    "undefined, with input schema": (INPUT, ABSENT, ABSENT),
    "both identical": (INPUT, S, S),
    "reject then approve order": (INPUT, TEXT, S),
}
"""The approval shapes that are documents; a validator without a document has no Python form."""


def shapes() -> Iterator[Any]:
    for case in CASES:
        if case["group"] == "approval-shape" and case["name"] in SHAPES:
            yield pytest.param(SHAPES[case["name"]], case["result"], id=case["name"])


@pytest.mark.parametrize(("documents", "recorded"), [*combinations(), *shapes()])
def test_approval(documents: tuple[Any, Any, Any], recorded: dict[str, Any]) -> None:
    given, approve, reject = documents
    envelope = decision_envelope(given, approve, reject)
    assert envelope == recorded["responseSchema"]
    assert hash_json(envelope) == recorded["responseSchemaHash"]
    assert approval_hash(approve, reject) == recorded["approvalSchemaHash"]
    assert (approve is not ABSENT) == recorded["approve_required"]
    assert (reject is not ABSENT) == recorded["reject_required"]


@pytest.mark.parametrize(
    "case", [case for case in CASES if "canonical_hash" in case], ids=lambda case: case["name"]
)
def test_document(case: dict[str, Any]) -> None:
    assert hash_json(case["schema"]) == case["canonical_hash"]
    if not throws(case["hashSchemaInput"]):
        assert hash_json(case["schema"]) == case["hashSchemaInput"]


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case["group"] == "zod" and not throws(case["hashSchemaInput"])],
    ids=lambda case: case["name"],
)
def test_what_zod_exports(case: dict[str, Any]) -> None:
    assert hash_json(case["export_draft_2020_12_input"]) == case["hashSchemaInput"]
    if throws(case["hashInterruptDefinitionSchema"]):
        return
    draft_07 = {k: v for k, v in case["export_draft_07_input"].items() if k != "$schema"}
    assert hash_json(draft_07) == case["hashInterruptDefinitionSchema"]
    assert hash_json(case["client_tool_responseSchema"]) == case["client_tool_responseSchemaHash"]


def test_constants() -> None:
    constants = RECORDED["constants"]
    assert constants["hash_of_undefined_schema"] == UNDEFINED_SCHEMA_HASH
    assert constants["approvalSchemaHash_no_approval_schema"] == NO_APPROVAL_HASH
    assert approval_hash(ABSENT, ABSENT) == NO_APPROVAL_HASH
    assert hash_json({}) == EMPTY_SCHEMA_HASH


def test_special_inputs_that_have_a_form_here() -> None:
    special = {case["name"]: case for case in CASES if case["group"] == "special-input"}
    assert special["undefined"]["hashSchemaInput"] == UNDEFINED_SCHEMA_HASH
    assert special["converter returns array"]["hashSchemaInput"] == EMPTY_SCHEMA_HASH
    assert special["converter returns true"]["hashSchemaInput"] == EMPTY_SCHEMA_HASH
