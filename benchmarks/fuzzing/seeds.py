"""The repository -> small projects that compile or have one fault: what a fuzz begins with."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

SUFFIXES: Final = (".json", ".yaml", ".yml")
MAX_BYTES: Final = 20_000
"""Larger files would cost more time than they tell."""


@dataclass(frozen=True)
class Seed:
    """A project: its definition files, and the files that references may name."""

    name: str
    sources: Mapping[str, bytes]
    others: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def seeds(repository: Path) -> list[Seed]:
    """Return the seeds in a stable order."""
    examples = sorted((repository / "generated_examples").iterdir())
    cases = sorted((repository / "tests" / "cases").iterdir())
    found = [
        *(_project(folder, folder / "interrupts") for folder in examples),
        *(_project(folder, folder) for folder in cases),
        *_schemas(repository / "tests" / "schema_cases"),
    ]
    return [seed for seed in found if seed.sources]


def _project(root: Path, sources: Path) -> Seed:
    """Read a project whose definition files stand directly in the folder `sources`."""
    named = _files(root, sorted(sources.iterdir())) if sources.is_dir() else {}
    others = _files(
        root, (path for path in sorted(root.rglob("*")) if "expected" not in path.parts)
    )
    return Seed(
        root.name, named, {path: text for path, text in others.items() if path not in named}
    )


def _files(root: Path, paths: Iterable[Path]) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in paths
        if path.suffix in SUFFIXES and path.is_file() and path.stat().st_size <= MAX_BYTES
    }


def _schemas(folder: Path) -> Iterator[Seed]:
    """Wrap each schema in a definition: as it stands, and as a file that a reference names."""
    for path in sorted(folder.glob("*.schema.json")):
        if path.stat().st_size <= MAX_BYTES:
            text = path.read_bytes()
            inside = _source(json.loads(text))
            yield Seed(path.name, {"inside.json": inside})
            referring = _source({"$ref": path.name})
            yield Seed(path.name, {"referring.json": referring}, {path.name: text})


def _source(schema: object) -> bytes:
    definitions = {"case": {"payloadSchema": schema, "responseSchema": schema}}
    return json.dumps({"interruptgen": 1, "interrupts": definitions}).encode()
