"""What the client of the generated examples knows, as peers and recorded cases have it."""

from typing import Any

from client.staging_pauses import (
    CLOSE,
    CREDIT,
    EXTERNAL,
    HANDOVER,
    METER,
    PHOTO,
    REFUND,
    REPLY,
    TRANSFER,
    UNBOUND,
    emitted,
)
from interop.definitions import EXAMPLES, Definition, from_lock

WHOLE: list[Any] = [
    *emitted(REFUND, TRANSFER, CLOSE, CREDIT, PHOTO, METER, REPLY, HANDOVER),
    EXTERNAL,
    UNBOUND,
]
"""An interrupt of each kind, whole and of this run."""


def known_definitions() -> list[Definition]:
    return [
        definition
        for example in ("payments", "support_desk", "field_service", "travel_desk")
        for definition in from_lock(EXAMPLES / example / "generated/interrupts.lock.json")
    ]


def for_peers() -> dict[str, Any]:
    """Return the definitions for a script of the peers."""
    known = known_definitions()
    return {
        section: [one.for_peer() for one in known if one.section == section]
        for section in ("interrupts", "tools")
    }


def as_recorded() -> dict[str, Any]:
    """Return the definitions as the recorded cases have them; every value is accepted."""
    known = known_definitions()
    return {
        "interrupts": [_definition(one) for one in known if one.section == "interrupts"],
        "tools": [_tool(one) for one in known if one.section == "tools"],
    }


def _tool(definition: Definition) -> dict[str, Any]:
    schemas = _schemas(definition)
    branches = {name: schemas[name] for name in ("approve", "reject") if name in schemas}
    return {
        "name": definition.id,
        "needsApproval": definition.needs_approval,
        "inputSchema": schemas.get("input"),
        "outputSchema": schemas.get("output"),
        "approvalSchema": branches,
    }


def _definition(definition: Definition) -> dict[str, Any]:
    schemas = _schemas(definition)
    return {
        "id": definition.id,
        "payloadSchema": schemas.get("payload"),
        "responseSchema": schemas.get("response"),
    }


def _schemas(definition: Definition) -> dict[str, Any]:
    schemas = definition.schemas.items()
    return {name: {"mode": "json-only", "schema": schema} for name, schema in schemas}
