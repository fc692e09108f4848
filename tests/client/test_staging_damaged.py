"""Pauses that are damaged in every way, classified here and by the real `InterruptManager`."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from client.staging_known import WHOLE, for_peers
from client.staging_pauses import RUN, THREAD, staged_with
from interop.peers import run_node
from interruptgen_runtime import Json
from interruptgen_runtime.client import GenericInterrupt, ToolApproval, UnboundInterrupt
from interruptgen_runtime.client.received import ReceivedInterrupt

BATCHES, ITEMS = 60, 25
VALUES: list[Any] = [
    *(None, "", "x", 0, 1, 1.0, 0.5, -1, True, {}, [], {"type": "string"}),
    *("generic", "tool-approval", "client-tool-execution", "approval", "client_tool", "refund"),
    *("2025-01-01T00:00:00Z", "no date", "another run"),
]
MEMBERS = (
    "definitionId",
    "key",
    "batchIndex",
    "payloadSchemaHash",
    "v",
    "kind",
    "toolName",
    "input",
)

pytestmark = pytest.mark.node


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects of a descriptor in which damage matters."""
    yield value
    metadata: Any = value.get("metadata")
    if isinstance(metadata, dict):
        yield metadata
        binding: Any = value["metadata"].get("tanstack:interruptBinding")
        if isinstance(binding, dict):
            yield from (binding, binding)


def damaged(source: random.Random, index: int) -> Any:
    """Return an interrupt with up to three members changed, removed or added."""
    descriptor: Any = json.loads(json.dumps(source.choice(WHOLE)))
    descriptor["id"] = f"{index}"
    binding = descriptor.get("metadata", {}).get("tanstack:interruptBinding")
    if binding is not None and source.random() < 0.9:
        binding["interruptId"] = descriptor["id"]
    if binding is not None and "batchIndex" in binding and source.random() < 0.8:
        binding["batchIndex"] = index
    for _ in range(source.randrange(4)):
        place = source.choice([*objects(descriptor)])
        name = source.choice([*place, *MEMBERS])
        if name == "id" and place is descriptor:
            continue
        if source.random() < 0.4:
            place.pop(name, None)
        else:
            place[name] = json.loads(json.dumps(source.choice(VALUES)))
    return descriptor


def here(interrupts: list[Json]) -> list[dict[str, Any]]:
    return [described(one) for one in staged_with(interrupts, generation=0).interrupts]


def described(one: ReceivedInterrupt) -> dict[str, Any]:
    kind = "generic"
    if isinstance(one, ToolApproval):
        kind = "tool-approval"
    elif isinstance(one, UnboundInterrupt):
        kind = "unbound"
    return {
        "id": one.id,
        "kind": kind,
        "status": str(one.status),
        "canResolve": one.can_resolve,
        "typed": isinstance(one, ToolApproval | GenericInterrupt),
        "codes": [error.code for error in one.errors],
    }


def test_damaged_pauses() -> None:
    source = random.Random(20)
    batches = [[damaged(source, index) for index in range(ITEMS)] for _ in range(BATCHES)]
    given = {"threadId": THREAD, "runId": RUN, "batches": batches, **for_peers()}
    recorded = run_node("classify.mjs", given)
    found = [here(batch) for batch in batches]
    shown = [item for batch in recorded for item in batch]
    assert len(shown) > BATCHES * ITEMS / 2
    for key in ("kind", "status", "canResolve", "typed"):
        assert len({item[key] for item in shown}) > 1
    for batch, ours, theirs in zip(batches, found, recorded, strict=True):
        for one, other in zip(ours, theirs, strict=True):
            if one != other:
                pytest.fail(f"{one} and not {other}: {json.dumps(batch)}")
