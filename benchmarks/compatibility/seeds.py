"""The schemas of the repository's cases and examples -> documents as the compiler holds them."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources

ROOT = Path(__file__).parents[2]
CASES = ROOT / "tests" / "schema_cases"
EXAMPLES = ROOT / "generated_examples"
SUFFIXES = {".json", ".yaml", ".yml"}


@dataclass(frozen=True)
class Seed:
    """A schema that stands alone, and values that somebody has written for it."""

    name: str
    document: JsonObject
    values: tuple[Json, ...]


def seeds() -> tuple[Seed, ...]:
    """Return all schemas that compile, each once."""
    unique = {json.dumps(one.document, sort_keys=True): one for one in (*_cases(), *_examples())}
    return tuple(unique.values())


def _cases() -> Iterator[Seed]:
    for path in sorted(CASES.glob("*.json")):
        if path.name.endswith(".schema.json"):
            continue
        told: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        schema = CASES / str(told["schema"])
        if schema.suffix != ".json":
            continue
        slots = {"responseSchema": json.loads(schema.read_text(encoding="utf-8"))}
        source = json.dumps({"interruptgen": 1, "interrupts": {"ask": slots}})
        values = (*told.get("valid_instances", ()), *told.get("invalid_instances", ()))
        for document in _compiled({"ask.json": source.encode()}, CASES):
            yield Seed(path.stem, document, values)


def _examples() -> Iterator[Seed]:
    for folder in sorted(one for one in EXAMPLES.iterdir() if one.is_dir()):
        files = [one for one in sorted(folder.rglob("*")) if one.suffix in SUFFIXES]
        sources = {
            one.relative_to(folder).as_posix(): one.read_bytes()
            for one in files
            if "generated" not in one.parts
        }
        for number, document in enumerate(_compiled(sources, folder)):
            yield Seed(f"{folder.name}-{number}", document, ())


def _compiled(sources: dict[str, bytes], folder: Path) -> Iterator[JsonObject]:
    def read(path: str) -> bytes | None:
        return (folder / path).read_bytes() if (folder / path).is_file() else None

    model = compile_sources(sources, read).model
    for package in model.packages if model else ():
        yield from (slot.schema.document for slot in package.slots())
