"""One random edit of one schema -> what the compiler says of it, and what sampled values say."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

import jsonschema
import jsonschema_rs

from compatibility.drawing import Drawer
from compatibility.edits import Editor
from compatibility.seeds import Seed
from interruptgen.compat import Comparison, Verdict, compare
from interruptgen.model import Json, JsonObject
from interruptgen.schema.judge import Judge
from interruptgen.schema.walk import SAME_VALUE, children


@dataclass(frozen=True)
class Trial:
    """Two schemas, whether the second one accepts all of the first, and how long that took.

    `counterexample` is a sampled value in a list, which is empty where none was found;
    `is_confirmed` is false where a witness is none.
    """

    number: int
    name: str
    kinds: tuple[str, ...]
    sent: JsonObject
    received: JsonObject
    comparison: Comparison
    counterexample: tuple[Json, ...]
    is_confirmed: bool
    seconds: float

    @property
    def is_missed(self) -> bool:
        """Whether a value was sampled that shows a change which the comparison calls safe."""
        return self.comparison.verdict is Verdict.HOLDS and bool(self.counterexample)


def trials(number: int, seeds: tuple[Seed, ...], seed: int, values: int) -> Iterator[Trial]:
    """Edit one schema and compare both versions in both directions."""
    random = Random(seed * 1_000_003 + number)
    chosen = random.choice(seeds)
    editor = Editor(chosen.document, random)
    kinds = tuple(editor.edit() for _ in range(random.choice((1, 1, 2, 3))))
    if _is_endless(editor.document):
        return
    before, after = chosen.document, editor.document
    sampled = [*Drawer([before, after], random).values(chosen.values, values)]
    old, new = Judge(before), Judge(after)
    is_old, is_new = [old.accepts(one) for one in sampled], [new.accepts(one) for one in sampled]
    for sent, received, left, right in (
        (before, after, is_old, is_new),
        (after, before, is_new, is_old),
    ):
        started = process_time()
        comparison = compare(sent, received)
        seconds = process_time() - started
        judged = zip(sampled, left, right, strict=True)
        shown = (one for one, is_sent, is_received in judged if is_sent and not is_received)
        counterexample = next(((one,) for one in shown), ())
        confirmed = _is_confirmed(sent, received, comparison)
        yield Trial(
            number,
            chosen.name,
            kinds,
            sent,
            received,
            comparison,
            counterexample,
            confirmed,
            seconds,
        )


def _is_confirmed(sent: JsonObject, received: JsonObject, comparison: Comparison) -> bool:
    """Ask both validators for each witness, as they come."""
    for finding in comparison.findings:
        if finding.witness:
            value = finding.witness.value
            if not jsonschema_rs.is_valid(sent, value, validate_formats=False):
                return False
            if jsonschema_rs.is_valid(received, value, validate_formats=False):
                return False
            sending: Any = jsonschema.Draft202012Validator(sent)
            receiving: Any = jsonschema.Draft202012Validator(received)
            if not sending.is_valid(value) or receiving.is_valid(value):
                return False
    return True


def _is_endless(document: JsonObject) -> bool:
    """Tell whether a reference comes back to itself without reading a smaller value."""
    members = document.get("$defs")
    named = members if isinstance(members, dict) else {}
    uses = {name: set(_uses(schema)) for name, schema in named.items()}
    for _ in named:
        uses = {
            name: inner.union(*(uses.get(one, set()) for one in inner))
            for name, inner in uses.items()
        }
    return any(name in inner for name, inner in uses.items())


def _uses(schema: Json) -> Iterator[str]:
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix("#/$defs/")
        for at, inner in children(schema):
            if at[0] in SAME_VALUE:
                yield from _uses(inner)
