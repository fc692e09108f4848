"""A claim -> a value that A accepts and B refuses, if one is found."""

from collections.abc import Iterator
from random import Random
from typing import Final

from interruptgen.compat.claims import Claim
from interruptgen.compat.comparison import Witness
from interruptgen.compat.facts import Facts
from interruptgen.compat.making import Maker, Part
from interruptgen.compat.nodes import Node
from interruptgen.compat.world import World
from interruptgen.model import Json
from interruptgen.schema.second_opinion import second_opinion

_FULLNESS: Final = (0.0, 0.1, 0.3, 1.0, 0.6, 0.3, 0.9, 0.5)
"""How full the values are that are tried, in turn: the smallest first."""

_TRIES: Final = 32
_LIFTS: Final = 12
_SAMPLES: Final = 64
_MAX_UNHEARD: Final = 3
"""How often the second validator may have no answer before it is not asked again."""


class Searcher:
    """Looks for values that `a` accepts and `b` refuses; the same ones in every run."""

    def __init__(self, world: World, a: Node, b: Node) -> None:
        self._world = world
        self._a = a
        self._b = b
        self._unheard = 0

    def refuting(self, claim: Claim) -> Witness | None:
        """Return a witness of what a claim says."""
        random = Random(1)
        if not claim.values.types or any(up.part is None for up in claim.ups):
            return None
        for part in _values(claim.values, random, _TRIES):
            if not self._world.accepts(claim.judge, part):
                whole = self._whole(claim, part, random)
                if whole is not None:
                    return whole
        return None

    def any(self) -> Witness | None:
        """Return a witness from values that are made of A alone."""
        facts = Facts(self._world, [self._a])
        confirmed = (self._confirmed(one) for one in _values(facts, Random(2), _SAMPLES))
        return next((witness for witness in confirmed if witness), None)

    def _whole(self, claim: Claim, part: Json, random: Random) -> Witness | None:
        """Put a part into a value of the whole schema, level by level."""
        wholes: Iterator[Json] = iter((part,))
        for up in claim.ups:
            inner: Json | _Nothing = next(wholes, _NOTHING)
            if up.part is None or isinstance(inner, _Nothing):
                return None
            wholes = _lifted(up.whole, Part(up.part, inner), random)
        confirmed = (self._confirmed(whole) for whole in wholes)
        return next((witness for witness in confirmed if witness), None)

    def _confirmed(self, value: Json) -> Witness | None:
        """Return the value as a witness if both validators say that it is one."""
        if not self._world.accepts(self._a, value) or self._world.accepts(self._b, value):
            return None
        if self._unheard >= _MAX_UNHEARD:
            return None
        is_sent = second_opinion(self._a.alone(), value)
        is_received = second_opinion(self._b.alone(), value)
        self._unheard += is_sent is None or is_received is None
        return Witness(value) if is_sent is True and is_received is False else None


class _Nothing:
    """What is there where no value was made."""


_NOTHING: Final = _Nothing()


def _lifted(facts: Facts, part: Part, random: Random) -> Iterator[Json]:
    """Yield values with a part; judged by themselves only where they may well be refused."""
    if facts.choices or facts.excluded:
        return _values(facts, random, _LIFTS, part)
    return _made(facts, random, _LIFTS, part)


def _values(facts: Facts, random: Random, count: int, part: Part | None = None) -> Iterator[Json]:
    """Yield values that the facts are about, and that have a given part."""
    made = _made(facts, random, count, part)
    return (value for value in made if facts.accepts(value))


def _made(facts: Facts, random: Random, count: int, part: Part | None) -> Iterator[Json]:
    """Yield values as they are made."""
    for attempt in range(count):
        if facts.world.is_exhausted:
            return
        made = Maker(random, _FULLNESS[attempt % len(_FULLNESS)]).make(facts, part=part)
        if made is not None:
            yield made.value
