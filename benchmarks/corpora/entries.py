"""The files of a corpus -> its entries, each with a schema and the instances to try on it."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, TypeAlias

from interruptgen.model import Json, JsonObject

Kind: TypeAlias = Literal["tools", "schemas"]
SOURCE: Final = "case.json"
"""The path of the definition file that is made of an entry."""
PACKAGE: Final = "case"


@dataclass(frozen=True)
class Instance:
    """A value, and what the corpus says of it."""

    data: Any
    valid: bool


@dataclass(frozen=True)
class Entry:
    """A tool or a schema of the corpus, by its number in the run."""

    number: int
    kind: Kind
    id: str
    name: str
    description: str
    schema: Json
    instances: tuple[Instance, ...]

    def source(self) -> bytes:
        """Return a definition file with the schema in the slots that it was made for."""
        described: JsonObject = {"description": self.description} if self.description else {}
        definitions: JsonObject = (
            {"tools": {self.name: {**described, "needsApproval": True, "inputSchema": self.schema}}}
            if self.kind == "tools"
            else {
                "interrupts": {"ask": {"payloadSchema": self.schema, "responseSchema": self.schema}}
            }
        )
        return json.dumps({"interruptgen": 1, "package": PACKAGE, **definitions}).encode()


def entries(folder: Path, sizes: dict[Kind, int | None], seed: int) -> list[Entry]:
    """Read the corpus: of each kind so many entries, all of them where there is no size."""
    instances = {
        row["id"]: tuple(Instance(one["data"], one["valid"]) for one in row["instances"])
        for row in _rows(folder / "instances.jsonl.gz")
    }
    chosen: list[tuple[Kind, dict[str, Any]]] = []
    for kind, size in sizes.items():
        rows = list(_rows(folder / f"{kind}.jsonl.gz"))
        if size is not None and size < len(rows):
            rows = Random(seed).sample(rows, size)
        chosen.extend((kind, row) for row in rows)
    return [_entry(number, *row, instances) for number, row in enumerate(chosen)]


def _entry(
    number: int, kind: Kind, row: dict[str, Any], instances: dict[str, tuple[Instance, ...]]
) -> Entry:
    return Entry(
        number=number,
        kind=kind,
        id=row["id"],
        name=row["name"],
        description=str(row.get("description") or ""),
        schema=row["input_schema" if kind == "tools" else "schema"],
        instances=instances.get(row["id"], ()),
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
