"""A bundled schema -> why it is too much for whoever has to send it, or to judge values by it.

Validators follow references by calling themselves, and judge a value anew on each way that leads to
a schema. What is refused here would exhaust their stack or their time at run time.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Final

from interruptgen.diagnostics import Rule
from interruptgen.model import Json, JsonObject
from interruptgen.rules.files import DEEP_NESTING
from interruptgen.rules.references import COSTLY_SCHEMA, OVERSIZED_SCHEMA
from interruptgen.schema.walk import SAME_VALUE, children, is_deeper

MAX_DEPTH: Final = 123
"""How deep a schema may be nested, with all that it refers to. The runtime's reader of JSON takes
127 levels, of which the decision envelope of a tool needs four."""

MAX_BYTES: Final = 256 * 1024
"""How long the canonical text may be: it is a part of every message that carries the interrupt."""

MAX_JUDGEMENTS: Final = 100_000
"""How often schemas may judge one and the same value."""

MAX_CHAIN: Final = 64
"""How many schemas may judge one value, each because the one before says so."""

_POINTER: Final = "#/$defs/"


@dataclass(frozen=True)
class Excess:
    """What a schema has too much of, as the rule and the message of a finding."""

    rule: Rule
    message: str


@dataclass(frozen=True)
class _Effort:
    """What it takes to judge one value: how often schemas do it, and the longest chain of them."""

    judgements: int = 1
    chain: int = 1


def excess(document: JsonObject, text: str) -> Excess | None:
    """Return what is too much about a bundled schema with its canonical text, if anything is."""
    if is_deeper(document, MAX_DEPTH):
        message = f"the schema, with what it refers to, is nested more than {MAX_DEPTH} deep"
        return Excess(DEEP_NESTING, message)
    size = len(text.encode())
    if size > MAX_BYTES:
        message = (
            f"the schema, with what it refers to, has {size:,} bytes; {MAX_BYTES:,} are the most"
        )
        return Excess(OVERSIZED_SCHEMA, message)
    most = _effort(document)
    if most.judgements > MAX_JUDGEMENTS:
        message = (
            f"one value would be judged {most.judgements:,} times; {MAX_JUDGEMENTS:,} are the most"
        )
        return Excess(COSTLY_SCHEMA, message)
    if most.chain > MAX_CHAIN:
        message = f"{most.chain:,} schemas stand behind one another; {MAX_CHAIN} are the most"
        return Excess(COSTLY_SCHEMA, message)
    return None


def _effort(document: JsonObject) -> _Effort:
    """Return the largest numbers for the root and the members of `$defs`."""
    members = document.get("$defs")
    named: JsonObject = {"": document, **(members if isinstance(members, dict) else {})}
    uses = {name: set(_used(schema)) for name, schema in named.items()}
    known: dict[str, _Effort] = {}
    try:
        for name in TopologicalSorter(uses).static_order():
            known[name] = _of(named[name], known)
    except CycleError:  # found where the references stand
        return _Effort()
    efforts = known.values()
    return _Effort(
        max((one.judgements for one in efforts), default=1),
        max((one.chain for one in efforts), default=1),
    )


def _of(schema: Json, known: dict[str, _Effort]) -> _Effort:
    """Return the effort of one schema, that of the definitions that it uses being known."""
    judgements, chain = 1, 1
    inner = [known[name] for name in _named(schema)]
    inner += [_of(below, known) for below in _same_value(schema)]
    for one in inner:
        judgements += one.judgements
        chain = max(chain, one.chain + 1)
    return _Effort(judgements, chain)


def _used(schema: Json) -> Iterator[str]:
    yield from _named(schema)
    for below in _same_value(schema):
        yield from _used(below)


def _named(schema: Json) -> Iterator[str]:
    """Yield the definition that a schema refers to itself."""
    reference = schema.get("$ref") if isinstance(schema, dict) else None
    if isinstance(reference, str):
        yield reference.removeprefix(_POINTER)


def _same_value(schema: Json) -> Iterator[Json]:
    for below, inner in children(schema) if isinstance(schema, dict) else ():
        if below[0] in SAME_VALUE:
            yield inner
