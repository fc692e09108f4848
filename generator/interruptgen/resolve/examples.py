"""`examples` and `rejects` of a definition -> findings about those that do not hold."""

from collections.abc import Iterator, Mapping

import jsonschema_rs

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import Json, Schema
from interruptgen.resolve.block import Block
from interruptgen.rules.decisions import EXAMPLE_REFUSED, EXAMPLE_WITHOUT_SCHEMA, REJECT_ACCEPTED


def check_examples(block: Block, schemas: Mapping[str, Schema]) -> Iterator[Diagnostic]:
    """Judge every example of the block by the schema of its slot."""
    judges = {
        slot: jsonschema_rs.Draft202012Validator(schema.document)
        for slot, schema in schemas.items()
        if "examples" in block.data or "rejects" in block.data
    }
    for key in ("examples", "rejects"):
        for place, slot, value in _entries(block, key):
            if slot not in judges:
                message = f"{block.label} has no schema for `{slot}`"
                yield EXAMPLE_WITHOUT_SCHEMA.at(place, message)
            elif key == "rejects" and judges[slot].is_valid(value):
                message = f"the {slot} schema of {block.label} accepts what it should refuse"
                yield REJECT_ACCEPTED.at(place, message)
            elif key == "examples":
                yield from _refused(judges[slot], value, place, f"the {slot} of {block.label}")


def _entries(block: Block, key: str) -> Iterator[tuple[Place, str, Json]]:
    entries = block.data.get(key)
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        if isinstance(entry, dict):
            for slot, value in entry.items():
                if not slot.startswith("x-"):
                    yield block.document.place((*block.pointer, key, index, slot)), slot, value


def _refused(
    judge: jsonschema_rs.Draft202012Validator, value: Json, place: Place, owner: str
) -> Iterator[Diagnostic]:
    for error in judge.iter_errors(value):
        path = "".join(f"/{token}" for token in error.instance_path)
        where = f" at `{path}`" if path else ""
        yield EXAMPLE_REFUSED.at(place, f"{owner} refuses the example{where}: {error.message}")
