"""The compiler's canonical texts and hashes against recordings from TanStack AI."""

import json
from pathlib import Path
from typing import Any

import pytest

from interruptgen.schema.approval import approval_hash, decision_envelope
from interruptgen.schema.canonical import UNDEFINED_HASH, canonical, digest, hash_json
from interruptgen.schema.tanstack import RECOGNISED, has_branches, is_accepted

VECTORS = Path(__file__).parents[1] / "vectors"


def load(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((VECTORS / name).read_text(encoding="utf-8"))
    return content


SCHEMAS = load("schemas.json")
DOCUMENTS = [case for case in SCHEMAS["cases"] if isinstance(case.get("schema"), dict)]
CANONICAL = [case for case in load("canonical.json")["cases"] if "input_json_text" in case]


@pytest.mark.parametrize("case", CANONICAL, ids=lambda case: case["name"])
def test_canonical(case: dict[str, Any]) -> None:
    value = json.loads(case["input_json_text"])
    if "\\ud" in case["canonical"]:
        with pytest.raises(ValueError, match=r"surrogates|utf-8|UTF-8"):
            canonical(value)
        return
    assert canonical(value) == case["canonical"]
    assert digest(case["canonical"]) == case["digest"]


@pytest.mark.parametrize("case", DOCUMENTS, ids=lambda case: case["name"])
def test_document(case: dict[str, Any]) -> None:
    refused = isinstance(case["hashSchemaInput"], dict)
    assert is_accepted(case["schema"]) is not refused
    if not refused:
        assert hash_json(case["schema"]) == case["hashSchemaInput"]
    assert hash_json(case["schema"]) == case["canonical_hash"]


@pytest.mark.parametrize("case", DOCUMENTS, ids=lambda case: case["name"])
def test_approval(case: dict[str, Any]) -> None:
    schema, fixed, other = case["schema"], SCHEMAS["FIXED_INPUT"], SCHEMAS["FIXED_OTHER"]
    single = (schema, schema)
    if has_branches(schema):
        single = (schema.get("approve"), schema.get("reject"))
    slots = {
        "none": (schema, None, None),
        "single": (fixed, *single),
        "single_no_input": (None, *single),
        "approve_only": (fixed, schema, None),
        "reject_only": (fixed, None, schema),
        "both": (fixed, schema, other),
    }
    assert set(case["approval"]) == set(slots)
    for name, expected in case["approval"].items():
        if "throws" in expected:
            assert not is_accepted(schema)
            continue
        arguments, approve, reject = slots[name]
        envelope = decision_envelope(arguments, approve, reject)
        assert envelope == expected["responseSchema"]
        assert hash_json(envelope) == expected["responseSchemaHash"]
        assert approval_hash(approve, reject) == expected["approvalSchemaHash"]


def test_constants() -> None:
    constants = SCHEMAS["constants"]
    assert constants["hash_of_undefined_schema"] == UNDEFINED_HASH
    assert constants["approvalSchemaHash_no_approval_schema"] == approval_hash(None, None)
    assert set(constants["recognised_raw_keywords"]) == RECOGNISED
