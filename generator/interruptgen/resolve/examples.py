"""`examples` and `rejects` of a definition -> findings about those that do not hold."""

from collections.abc import Iterator, Mapping, Set

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.model import Json, Schema
from interruptgen.resolve.block import Block
from interruptgen.rules.decisions import EXAMPLE_REFUSED, EXAMPLE_WITHOUT_SCHEMA, REJECT_ACCEPTED
from interruptgen.schema.judge import Judge


def check_examples(
    block: Block, schemas: Mapping[str, Schema], unusable: Set[str]
) -> Iterator[Diagnostic]:
    """Judge every example of the block by the schema of its slot, unless that is `unusable`."""
    if "examples" not in block.data and "rejects" not in block.data:
        return
    judges = {slot: Judge(schema.document) for slot, schema in schemas.items()}
    for place, slot, value in _entries(block, "examples", unusable):
        if slot not in judges:
            yield _without_schema(place, slot, block)
        else:
            for fault in judges[slot].faults(value):
                message = f"the {slot} schema of {block.label} refuses the example {fault}"
                yield EXAMPLE_REFUSED.at(place, message)
    for place, slot, value in _entries(block, "rejects", unusable):
        if slot not in judges:
            yield _without_schema(place, slot, block)
        elif judges[slot].accepts(value):
            message = f"the {slot} schema of {block.label} accepts what it should refuse"
            yield REJECT_ACCEPTED.at(place, message)


def _without_schema(place: Place, slot: str, block: Block) -> Diagnostic:
    return EXAMPLE_WITHOUT_SCHEMA.at(place, f"{block.label} has no schema for `{slot}`")


def _entries(block: Block, key: str, unusable: Set[str]) -> Iterator[tuple[Place, str, Json]]:
    entries = block.data.get(key)
    for index, entry in enumerate(entries if isinstance(entries, list) else []):
        if isinstance(entry, dict):
            for slot, value in entry.items():
                if not slot.startswith("x-") and slot not in unusable:
                    yield block.document.place((*block.pointer, key, index, slot)), slot, value
