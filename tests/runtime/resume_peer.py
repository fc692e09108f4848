"""The schemas of the recorded resume cases: a small validator, in all modes that they name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interruptgen_runtime import Issue, hash_json
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.contract import Checked, ToolContract
from interruptgen_runtime.core.envelope import (
    UNDEFINED_SCHEMA_HASH,
    approval_hash,
    decision_envelope,
)
from interruptgen_runtime.core.json_types import Json, Path
from interruptgen_runtime.core.kinds import is_array

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def is_of(type_name: str, value: Any) -> bool:
    if isinstance(value, bool):
        return type_name == "boolean"
    if type_name == "integer":
        return isinstance(value, int)
    return isinstance(value, TYPES[type_name])


def places(schema: Any, value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield where the recording's validator, `type` to `items`, says `Invalid value`."""
    if "type" in schema and not is_of(schema["type"], value):
        yield path
    elif isinstance(value, str) and len(value) < schema.get("minLength", 0):
        yield path
    elif isinstance(value, dict):
        yield from member_places(schema, value, path)
    elif is_array(value):
        for index, element in enumerate(value):
            yield from places(schema.get("items", {}), element, (*path, index))


def member_places(schema: Any, value: Any, path: Path) -> Iterator[Path]:
    properties = schema.get("properties", {})
    yield from ((*path, name) for name in schema.get("required", ()) if name not in value)
    for name, inner in properties.items():
        if name in value:
            yield from places(inner, value[name], (*path, name))
    if schema.get("additionalProperties") is False:
        yield from ((*path, name) for name in value if name not in properties)


@dataclass(frozen=True)
class RecordedSchema:
    """A schema of a recorded case, which validates as its mode says."""

    mode: str
    document: Any

    @property
    def hash(self) -> str:
        return hash_json(self.document)

    def check(self, value: object) -> Checked:
        given: Any = value
        if self.mode in ("raw", "json-only"):
            return Checked(given)
        if self.mode == "standard-throws":
            raise RuntimeError("validator exploded")
        assert self.mode in ("standard", "standard-async"), self.mode
        found = places(self.document, given)
        return Checked(given, tuple(Issue(path, "Invalid value") for path in found))

    def judge(self, read: Json) -> Checked:
        return self.check(read)


def recorded_schema(spec: Any) -> RecordedSchema | None:
    return None if spec is None else RecordedSchema(spec["mode"], spec["schema"])


def document_of(validator: RecordedSchema | None) -> Json | Absent:
    return ABSENT if validator is None else validator.document


def contract_of(tool: dict[str, Any]) -> ToolContract:
    """Return the contract of a recorded tool, with the hashes of its schemas."""
    given, output = (
        recorded_schema(tool.get("inputSchema")),
        recorded_schema(tool.get("outputSchema")),
    )
    approval = tool.get("approvalSchema", {})
    single = "mode" in approval
    approve = recorded_schema(approval if single else approval.get("approve"))
    reject = recorded_schema(approval if single else approval.get("reject"))
    envelope = decision_envelope(document_of(given), document_of(approve), document_of(reject))
    return ToolContract(
        name=tool["name"],
        input=given,
        output=output,
        approve=approve,
        reject=reject,
        input_hash=hash_of(given),
        output_hash=hash_of(output),
        approval_hash=approval_hash(document_of(approve), document_of(reject)),
        response_hash=hash_json(envelope),
    )


def hash_of(validator: RecordedSchema | None) -> str:
    return validator.hash if validator else UNDEFINED_SCHEMA_HASH
