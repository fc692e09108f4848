"""The condition of an approval and the tool's input schema -> findings about what is not there."""

from collections.abc import Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.model import Json, Pointer, Schema
from interruptgen.resolve.block import Block
from interruptgen.resolve.paths import miss
from interruptgen.rules.decisions import CONDITION_ABOUT_NOTHING
from interruptgen.schema.walk import SAME_VALUE, children


def check_condition(block: Block, arguments: Schema | None) -> Iterator[Diagnostic]:
    """Find properties that the condition names and the input does not have.

    Where the input declares no properties, nothing is known about those that it has. What the
    condition refers to is left out: it may have been written for other tools as well.
    """
    needs = block.data.get("needsApproval")
    if arguments is None or not isinstance(needs, dict):
        return
    seen: set[tuple[str, ...]] = set()
    for at, path in _named(needs.get("when"), (), ()):
        missed = miss(path, arguments)
        if missed and missed.names and missed.before == path[:-1] and path not in seen:
            seen.add(path)
            place = block.document.key_place((*block.pointer, "needsApproval", "when", *at))
            name = ".".join(path)
            fault = f"the condition of {block.label} is about `{name}`, which its input lacks"
            yield CONDITION_ABOUT_NOTHING.at(place, fault, hint=missed.hint)


def _named(
    schema: Json, at: Pointer, path: tuple[str, ...]
) -> Iterator[tuple[Pointer, tuple[str, ...]]]:
    """Yield where a schema names properties of the input, and the path of each."""
    if not isinstance(schema, dict):
        return
    required = schema.get("required")
    for index, name in enumerate(required if isinstance(required, list) else ()):
        yield (*at, "required", index), (*path, str(name))
    for below, inner in children(schema):
        if below[0] in SAME_VALUE:
            yield from _named(inner, at + below, path)
        elif below[0] == "properties":
            further = (*path, str(below[1]))
            yield at + below, further
            yield from _named(inner, at + below, further)
