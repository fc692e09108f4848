"""The tools, definitions and validators of the recorded cases, as bindings and a judge."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from interruptgen_runtime.client import Bindings, ClientTool, GenericInterrupt, ToolApproval
from interruptgen_runtime.client.staging.judging import Deferred
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical, digest
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.envelope import approval_hash, decision_envelope
from interruptgen_runtime.core.errors import Issue
from interruptgen_runtime.core.json_types import Json, Path
from interruptgen_runtime.core.schema import Schema

Raw: TypeAlias = Mapping[str, Any]

TYPES: Mapping[str, Callable[[Json], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}


def places_at_fault(schema: Raw, value: Json, path: Path = ()) -> list[Path]:
    """Validate as the small validator does that was used for the recordings."""
    if "type" in schema and not TYPES[schema["type"]](value):
        return [path]
    if "enum" in schema and value not in schema["enum"]:
        return [path]
    if isinstance(value, str) and len(value) < schema.get("minLength", 0):
        return [path]
    found: list[Path] = []
    if isinstance(value, dict):
        properties: Raw = schema.get("properties", {})
        found += [(*path, name) for name in schema.get("required", ()) if name not in value]
        for name, inner in properties.items():
            if name in value:
                found += places_at_fault(inner, value[name], (*path, name))
        if schema.get("additionalProperties") is False:
            found += [(*path, name) for name in value if name not in properties]
    return found


class RecordedJudge:
    """Validates with the schemas' recorded modes: some throw, some take their time, some do not."""

    def __init__(self, modes: Mapping[Schema[Any], str]) -> None:
        self._modes = modes
        self._promised: dict[Deferred, Checked] = {}

    def check(self, schema: Schema[Any], value: Json) -> Checked | Deferred:
        match self._modes[schema]:
            case "standard":
                return self._verdict(schema, value)
            case "standard-wrap":
                verdict = self._verdict(schema, value)
                return verdict if verdict.issues else Checked({"parsed": value})
            case "standard-async":
                promise = Deferred()
                self._promised[promise] = self._verdict(schema, value)
                return promise
            case "standard-throws":
                raise RuntimeError("validator exploded")
            case _:
                return Checked(value)

    def take_promised(self) -> dict[Deferred, Checked]:
        promised, self._promised = self._promised, {}
        return promised

    def _verdict(self, schema: Schema[Any], value: Json) -> Checked:
        assert isinstance(schema.document, dict)
        places = places_at_fault(schema.document, value)
        return Checked(value, tuple(Issue(path, "Invalid value") for path in places))


class Peer:
    """What the client of a recorded case knows."""

    def __init__(self, case: Raw) -> None:
        self.modes: dict[Schema[Any], str] = {}
        approvals = [self._approval(tool) for tool in case["tools"] if tool.get("needsApproval")]
        tools = [self._client_tool(tool) for tool in case["tools"]]
        interrupts = [self._generic(definition) for definition in case["interrupts"]]
        bindings: Bindings[ToolApproval[Any, Any, Any]] = Bindings(
            approvals=approvals, client_tools=tools
        )
        self.bindings = bindings | Bindings(interrupts=interrupts)

    def _schema(self, spec: Raw | None) -> Schema[Any] | None:
        if spec is None:
            return None
        text = canonical(spec["schema"])
        schema: Schema[Any] = Schema(view=lambda: dict, hash=digest(text), text=text)
        self.modes[schema] = spec["mode"]
        return schema

    def _approval(self, tool: Raw) -> type[ToolApproval[Any, Any, Any]]:
        branches: Raw = tool.get("approvalSchema", {})
        if "mode" in branches:
            branches = {"approve": branches, "reject": branches}
        inner = self._schema(tool.get("inputSchema"))
        approve, reject = (self._schema(branches.get(name)) for name in ("approve", "reject"))
        documents = [_document(schema) for schema in (inner, approve, reject)]

        class Approval(ToolApproval[Any, Any, Any]):
            tool_name = tool["name"]
            input_schema = inner
            approve_schema = approve
            reject_schema = reject
            approval_hash = approval_hash(*documents[1:])
            response_hash = digest(canonical(decision_envelope(*documents)))

        return Approval

    def _client_tool(self, tool: Raw) -> type[ClientTool[Any, Any]]:
        output = self._schema(tool.get("outputSchema"))

        class Tool(ClientTool[Any, Any]):
            tool_name = tool["name"]
            output_schema = output

        return Tool

    def _generic(self, definition: Raw) -> type[GenericInterrupt[Any, Any]]:
        payload = self._schema(definition.get("payloadSchema"))
        response = self._schema(definition.get("responseSchema"))

        class Question(GenericInterrupt[Any, Any]):
            definition_id = definition["id"]
            payload_schema = payload
            response_schema = response

        return Question


def _document(schema: Schema[Any] | None) -> Json | Absent:
    return ABSENT if schema is None else schema.document
