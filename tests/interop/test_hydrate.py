"""Batches emitted by generated servers, classified by the real InterruptManager."""

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from interop.definitions import EXAMPLES, Definition, from_lock
from interop.peers import run_node
from interruptgen import reading
from interruptgen.reading import Document
from interruptgen_runtime import InterruptDefinition, JsonObject, Registry, ToolDefinition
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)

PACKAGES = [
    ("travel_desk", "bookings", "interrupts/bookings.yaml"),
    ("payments", "payments", "interrupts/payments.yaml"),
    ("warehouse", "orders", "interrupts/orders.yaml"),
    ("warehouse", "shipping", "interrupts/shipping.json"),
    ("field_service", "visits", "interrupts/visits.yaml"),
    ("support_desk", "desk", "interrupts/desk.yaml"),
    ("mcp_tools", "browser", "tools/browser.yaml"),
    ("mcp_tools", "calendar", "tools/calendar.yaml"),
    ("mcp_tools", "database", "tools/database.yaml"),
    ("mcp_tools", "files", "tools/files.yaml"),
    ("mcp_tools", "issues", "tools/issues.json"),
    ("mcp_tools", "mail", "tools/mail.yaml"),
    ("mcp_tools", "memory", "tools/memory.yaml"),
    ("mcp_tools", "repository", "tools/git.yaml"),
]
RUN = {"threadId": "thread-1", "runId": "run-1"}


def registry(example: str, package: str) -> Registry:
    module = import_module(f"{example}.generated.{package}.server")
    found: Registry = module.registry
    return found


def example_of(path: Path, section: str, id: str, slot: str) -> Any:
    document = reading.read(path.name, path.read_bytes())
    assert isinstance(document, Document)
    data: Any = document.data
    entries = data[section][id].get("examples", [])
    return next((entry[slot] for entry in entries if slot in entry), None)


def generic(definition: InterruptDefinition[Any, Any], path: Path) -> GenericAsked:
    payload = None
    if definition.payload is not None:
        example = example_of(path, "interrupts", definition.id, "payload")
        payload = definition.payload.parse(example)
    return GenericAsked(request=definition.interrupt(key=f"{definition.id}-1", payload=payload))


def calls(tool: ToolDefinition[Any, Any, Any, Any], path: Path) -> list[Asked]:
    arguments: JsonObject = example_of(path, "tools", tool.name, "input") or {"sample": 1}
    asked: list[Asked] = []
    if tool.response_hash is not None:
        asked.append(ApprovalAsked(tool=tool, call_id=f"a-{tool.name}", arguments=arguments))
    if tool.runs_on == "client":
        asked.append(ClientToolAsked(tool=tool, call_id=f"c-{tool.name}", arguments=arguments))
    return asked


def hydrate(example: str, package: str, source: str, id_length: int) -> tuple[list[Asked], Any]:
    definitions = registry(example, package)
    path = EXAMPLES / example / source
    asked: list[Asked] = [generic(one, path) for one in definitions.interrupts.values()]
    for tool in definitions.tools.values():
        asked.extend(calls(tool, path))
    batch = build_batch(
        asked,
        make_id=lambda _, index: f"ig1.{index}.".ljust(id_length, "x"),
        run_id=RUN["runId"],
    )
    known = list(from_lock(EXAMPLES / example / "generated/interrupts.lock.json"))
    answer = run_node(
        "hydrate.mjs",
        {
            **RUN,
            "descriptors": [one.json for one in batch],
            "interrupts": of(known, "interrupts"),
            "tools": of(known, "tools"),
        },
    )
    return asked, answer


def of(known: list[Definition], section: str) -> list[Any]:
    return [one.for_peer() for one in known if one.section == section]


@pytest.mark.parametrize("id_length", [16, 110, 300])
@pytest.mark.parametrize(("example", "package", "source"), PACKAGES)
def test_every_item_is_typed(example: str, package: str, source: str, id_length: int) -> None:
    asked, answer = hydrate(example, package, source, id_length)
    kinds: dict[type[Asked], str] = {GenericAsked: "generic", ApprovalAsked: "tool-approval"}
    visible, hidden = answer["visible"], answer["hidden"]
    assert len(visible) + len(hidden) == len(asked) > 0
    assert len(hidden) == sum(isinstance(one, ClientToolAsked) for one in asked)
    for item in (*visible, *hidden):
        assert len(item["id"]) == id_length
        assert item["canResolve"] is True, item
    wanted = sorted(kinds[type(one)] for one in asked if type(one) in kinds)
    assert sorted(item["kind"] for item in visible) == wanted
    for item in visible:
        assert item["status"] == "pending"
        assert "definitionId" in item or "toolName" in item, f"untyped: {item}"


def test_a_changed_schema_loses_its_type() -> None:
    """The check above can fail: the same batch against another schema is not typed."""
    definitions = registry("payments", "payments")
    tool = definitions.tools["exchange-rate"]
    assert tool.response_hash is None
    refund = definitions.tools["refund"]
    asked = ApprovalAsked(tool=refund, call_id="a", arguments={})
    batch = build_batch([asked], make_id=lambda _, index: f"id{index}", run_id=RUN["runId"])
    drifted = {"id": "refund", "schemas": {"input": {"type": "object"}}, "needsApproval": True}
    answer = run_node(
        "hydrate.mjs",
        {**RUN, "descriptors": [batch[0].json], "interrupts": [], "tools": [drifted]},
    )
    assert [item["kind"] for item in answer["visible"]] == ["generic"]
