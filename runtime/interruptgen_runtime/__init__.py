"""Execute interruptgen's generated code: schemas, definitions of interrupts and tools, errors."""

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical, digest, hash_json
from interruptgen_runtime.core.compatibility import require_emitter_format
from interruptgen_runtime.core.condition import Condition
from interruptgen_runtime.core.definition import InterruptDefinition, InterruptRequest, Phase
from interruptgen_runtime.core.descriptor import InterruptDescriptor
from interruptgen_runtime.core.earlier import EarlierInterrupt, EarlierTool, Upgrade
from interruptgen_runtime.core.errors import (
    InterruptError,
    InvalidRequest,
    InvalidValue,
    Issue,
    LocalError,
    NotJson,
    PeerError,
)
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.lazy import lazy_module
from interruptgen_runtime.core.registry import Registry
from interruptgen_runtime.core.schema import Schema, UntypedSchema
from interruptgen_runtime.core.tool import ToolDefinition

__all__ = [
    "ABSENT",
    "Absent",
    "Condition",
    "EarlierInterrupt",
    "EarlierTool",
    "InterruptDefinition",
    "InterruptDescriptor",
    "InterruptError",
    "InterruptRequest",
    "InvalidRequest",
    "InvalidValue",
    "Issue",
    "Json",
    "JsonObject",
    "LocalError",
    "NotJson",
    "PeerError",
    "Phase",
    "Registry",
    "Schema",
    "ToolDefinition",
    "UntypedSchema",
    "Upgrade",
    "canonical",
    "digest",
    "hash_json",
    "lazy_module",
    "require_emitter_format",
]
