"""A checked or unchecked file -> its definitions, and the schemas embedded in them."""

from collections.abc import Iterator
from dataclasses import dataclass

from interruptgen.diagnostics import Place
from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.reading import Document
from interruptgen.schema.tanstack import has_branches

_INTERRUPT_SCHEMAS = ("payloadSchema", "responseSchema")
_TOOL_SCHEMAS = ("inputSchema", "outputSchema")


@dataclass(frozen=True)
class Block:
    """A definition: a mapping whose form may be wrong in every other respect."""

    document: Document
    pointer: Pointer
    data: JsonObject

    @property
    def id(self) -> str:
        """The key that the definition stands under."""
        return str(self.pointer[-1])

    def place(self, *at: str | int) -> Place:
        """Return where a value of the block stands."""
        return self.document.place((*self.pointer, *at))

    def key_place(self, *at: str | int) -> Place:
        """Return where a key of the block stands; without arguments, where its id does."""
        return self.document.key_place((*self.pointer, *at))


def interrupts(document: Document) -> Iterator[Block]:
    """Yield the generic interrupts of a file."""
    yield from _blocks(document, "interrupts")


def tools(document: Document) -> Iterator[Block]:
    """Yield the tools of a file."""
    yield from _blocks(document, "tools")


def embedded(document: Document) -> Iterator[Pointer]:
    """Yield where the JSON Schemas of a definition file stand, in the order of the sections.

    These are the members of `$defs`, the slots of every definition (both branches of an
    `approvalSchema` that has them), and the conditions of `needsApproval`. What is no mapping and
    no boolean is left out: it is no schema.
    """
    for key, value in mapping(document.data, "$defs").items():
        if _is_schema(value):
            yield ("$defs", key)
    for block in interrupts(document):
        yield from _slots(block, _INTERRUPT_SCHEMAS)
    for block in tools(document):
        yield from _condition(block)
        yield from _slots(block, _TOOL_SCHEMAS)
        yield from _approval(block)


def mapping(value: Json, key: str) -> JsonObject:
    """Return the mapping under a key, empty where there is none."""
    inner = value.get(key) if isinstance(value, dict) else None
    return inner if isinstance(inner, dict) else {}


def without_extensions(value: JsonObject) -> JsonObject:
    """Return a mapping of ours without its `x-` keys."""
    return {key: inner for key, inner in value.items() if not key.startswith("x-")}


def _blocks(document: Document, section: str) -> Iterator[Block]:
    for id, data in mapping(document.data, section).items():
        if isinstance(data, dict):
            yield Block(document, (section, id), data)


def _slots(block: Block, keys: tuple[str, ...]) -> Iterator[Pointer]:
    for key in keys:
        if _is_schema(block.data.get(key)):
            yield (*block.pointer, key)


def _condition(block: Block) -> Iterator[Pointer]:
    if _is_schema(mapping(block.data, "needsApproval").get("when")):
        yield (*block.pointer, "needsApproval", "when")


def _approval(block: Block) -> Iterator[Pointer]:
    schema = block.data.get("approvalSchema")
    if not isinstance(schema, dict) or not has_branches(without_extensions(schema)):
        yield from _slots(block, ("approvalSchema",))
        return
    for branch, value in without_extensions(schema).items():
        if _is_schema(value):
            yield (*block.pointer, "approvalSchema", branch)


def _is_schema(value: Json) -> bool:
    return isinstance(value, dict | bool)
