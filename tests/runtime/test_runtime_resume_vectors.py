"""Resume validation against recordings from TanStack AI's `validateInterruptResumeBatch`."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from interruptgen_runtime import hash_json
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.binding import (
    Binding,
    ClientToolBinding,
    ExternalBinding,
    FirstPartyBinding,
    OpenBinding,
    ToolApprovalBinding,
)
from interruptgen_runtime.core.contract import GenericContract
from interruptgen_runtime.core.error_records import Correlation
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.resume.answer import Decision
from interruptgen_runtime.core.resume.entry import read_resume
from interruptgen_runtime.core.resume.pending import PendingInterrupt, ResumeBatch
from interruptgen_runtime.core.resume.state import GenericResolution, ResumeToolState
from interruptgen_runtime.core.resume.validate import (
    AcceptedResume,
    RefusedResume,
    validate_resume_batch,
)
from runtime.resume_peer import contract_of, recorded_schema

VECTORS = Path(__file__).parents[1] / "vectors" / "resume.json"
CASES: list[dict[str, Any]] = json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]


def content_of(raw: dict[str, Any]) -> Binding:
    """Build a binding as it was recorded, however wrong."""
    common: dict[str, Any] = {
        "interrupt_id": raw["interruptId"],
        "expires_at": raw.get("expiresAt"),
    }
    match raw["kind"]:
        case "tool-approval":
            return ToolApprovalBinding(
                **common,
                tool_name=raw["toolName"],
                tool_call_id=raw["toolCallId"],
                original_args=raw["originalArgs"],
                input_schema_hash=raw["inputSchemaHash"],
                approval_schema_hash=raw["approvalSchemaHash"],
                response_schema_hash=raw["responseSchemaHash"],
            )
        case "client-tool-execution":
            return ClientToolBinding(
                **common,
                tool_name=raw["toolName"],
                tool_call_id=raw["toolCallId"],
                output_schema_hash=raw["outputSchemaHash"],
                response_schema_hash=raw["responseSchemaHash"],
            )
        case _ if "definitionId" in raw:
            return FirstPartyBinding(
                **common,
                definition_id=raw["definitionId"],
                key=raw["key"],
                batch_index=raw["batchIndex"],
                response_schema_hash=raw.get("responseSchemaHash"),
                payload_schema_hash=raw.get("payloadSchemaHash"),
            )
        case _:
            return ExternalBinding(**common, response_schema_hash=raw.get("responseSchemaHash"))


def pending_of(record: dict[str, Any]) -> PendingInterrupt:
    binding, descriptor = record["binding"], record["payload"]
    request = record.get("genericRequest")
    return PendingInterrupt(
        interrupt_id=record["interruptId"],
        binding=OpenBinding(
            content_of(binding), binding["interruptedRunId"], binding["generation"]
        ),
        response_schema_hash=(
            hash_json(descriptor["responseSchema"]) if "responseSchema" in descriptor else None
        ),
        generic=request
        and GenericContract(
            definition_id=request["definition"]["id"],
            key=request["key"],
            response=recorded_schema(request["definition"].get("responseSchema")),
        ),
    )


def batch_of(given: dict[str, Any]) -> ResumeBatch:
    return ResumeBatch(
        correlation=Correlation(given["threadId"], given["interruptedRunId"], given["generation"]),
        pending=tuple(map(pending_of, given["pending"])),
        entries=read_resume(given.get("resume", [])),
        tools={tool["name"]: contract_of(tool) for tool in given["tools"]},
        now=given["now"],
    )


def shown(values: Mapping[str, Json | Absent]) -> dict[str, Json]:
    """Show a map as the recording does: without members that are undefined."""
    return {key: value for key, value in values.items() if value is not ABSENT}


def shown_decision(decision: Decision) -> Json:
    if decision.bare:
        return decision.approved
    members = {"editedArgs": decision.edited_args, "payload": decision.payload}
    return {"approved": decision.approved, **shown(members)}


def shown_generic(resolution: GenericResolution) -> Json:
    result: dict[str, Json] = {
        "interruptId": resolution.interrupt_id,
        "status": resolution.status,
    }
    if resolution.status == "resolved":
        undefined: Json = {"$undefined": True}
        result["payload"] = undefined if resolution.payload is ABSENT else resolution.payload
    return result


def shown_state(state: ResumeToolState) -> dict[str, Json]:
    return {
        "approvals": {key: shown_decision(one) for key, one in state.approvals.items()},
        "clientToolResults": shown(state.client_tool_results),
        "genericInterrupts": {
            key: shown_generic(one) for key, one in state.generic_interrupts.items()
        },
        "deniedToolResults": shown(state.denied_tool_results),
        "cancelledToolCallIds": list(state.cancelled_tool_call_ids),
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['group']}: {case['name']}")
def test_recorded(case: dict[str, Any]) -> None:
    result, recorded = validate_resume_batch(batch_of(case["input"])), case["result"]
    match result:
        case RefusedResume(errors):
            assert [error.to_json() for error in errors] == recorded["errors"]
            assert set(recorded) == {"errors"}
        case AcceptedResume():
            assert recorded["errors"] == []
            assert list(result.resolutions) == recorded["resolutions"]
            assert result.canonical_resolutions == recorded["canonicalResolutions"]
            assert result.fingerprint == recorded["fingerprint"]
            assert shown_state(result.state) == recorded["resumeToolState"]


def test_all_cases_are_there() -> None:
    assert len(CASES) == 92
