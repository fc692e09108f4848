"""A schema -> a value that it accepts, made up so that a page has something to show.

The same schema gives the same value in every run. The values are those that the comparison of
schemas tries as witnesses; which of them is taken is decided by the judge.
"""

import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Final

from interruptgen.compat.facts import Facts
from interruptgen.compat.making import Made, Maker
from interruptgen.compat.nodes import sides
from interruptgen.compat.world import World
from interruptgen.model import Schema
from interruptgen.schema.judge import Judge

_STEPS: Final = 20_000
_FULLNESS: Final = (1.0, 0.8, 1.0, 0.6, 1.0, 0.4, 0.2, 0.0)
"""How much of what may be left out is there, in turn: people are to see what there can be."""

_TRIES: Final = 24
_CANDIDATES: Final = 8
_LONGEST: Final = 1_000
"""How long, as JSON, a value may be that is preferred for what it shows."""


def sample(schema: Schema) -> Made | None:
    """Return a value that a schema accepts, None where none was found."""
    judge = Judge(schema.document)
    try:
        found = (made for made in _made(schema) if judge.accepts(made.value))
        return max(islice(found, _CANDIDATES), key=_richness, default=None)
    except RecursionError:
        return None


def _richness(made: Made) -> int:
    length = len(json.dumps(made.value))
    return length if length <= _LONGEST else -length


def _made(schema: Schema) -> Iterator[Made]:
    side, _ = sides(schema.document, schema.document)
    facts = Facts(World(_STEPS), [side.root()])
    random = Random(1)
    for attempt in range(_TRIES):
        made = Maker(random, _FULLNESS[attempt % len(_FULLNESS)]).make(facts)
        if made is not None:
            yield made
