"""Definitions to compare with the real packages: those of the examples, and one for each case."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interruptgen import reading
from interruptgen.lock import entries
from interruptgen.model import Json, Model
from interruptgen.pipeline import compile_sources
from interruptgen.reading import Document

TESTS = Path(__file__).parents[1]
EXAMPLES = TESTS.parent / "generated_examples"
CASES = TESTS / "schema_cases"


@dataclass(frozen=True)
class Definition:
    """What a peer needs to know of a definition, and the hashes that were precomputed."""

    section: str
    id: str
    schemas: dict[str, Json]
    hashes: dict[str, str]

    @property
    def needs_approval(self) -> bool:
        return "approval" in self.hashes

    def for_peer(self) -> dict[str, Json]:
        return {
            "section": self.section,
            "id": self.id,
            "schemas": self.schemas,
            "needsApproval": self.needs_approval,
        }


def from_lock(path: Path) -> Iterator[Definition]:
    lock: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    for section in ("interrupts", "tools"):
        for id, entry in lock[section].items():
            yield Definition(section, id, entry["schemas"], entry["hashes"])


def example_locks() -> list[Path]:
    return sorted(EXAMPLES.glob("*/generated/interrupts.lock.json"))


def case_names() -> list[str]:
    return sorted(
        path.stem
        for path in CASES.glob("*.json")
        if not path.name.endswith(".schema.json") and path.name != "results.json"
    )


def case_model(name: str) -> Model | None:
    """Compile a case's schema in every slot of an interrupt and of a tool."""
    case: dict[str, Any] = json.loads((CASES / f"{name}.json").read_text(encoding="utf-8"))
    path = CASES / case["input"]
    document = reading.read(path.name, path.read_bytes())
    if not isinstance(document, Document):
        return None
    schema = {"$ref": path.name} if case.get("extra_files") else document.data
    source: Json = {
        "interruptgen": 1,
        "package": "decisions",
        "interrupts": {"ask": {"payloadSchema": schema, "responseSchema": schema}},
        "tools": {
            "act": {
                "needsApproval": True,
                "inputSchema": schema,
                "outputSchema": schema,
                "approvalSchema": {"approve": schema, "reject": schema},
            }
        },
    }
    files = {other.name: other.read_bytes() for other in path.parent.iterdir() if other.is_file()}
    return compile_sources({"decisions.json": json.dumps(source).encode()}, files.get).model


def of_model(model: Model) -> Iterator[Definition]:
    for section in ("interrupts", "tools"):
        for id, entry in entries(model, section, {}).items():
            version = entry.current
            yield Definition(section, id, dict(version.schemas), dict(version.hashes))
