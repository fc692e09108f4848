"""Facts -> values that they are about, most of the time; the facts judge what came out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from random import Random
from typing import Final, TypeVar

from interruptgen.compat.facts import Facts
from interruptgen.compat.leaves import numbers, texts
from interruptgen.compat.names import fresh_names, surprising_names
from interruptgen.compat.ranges import exact
from interruptgen.model import Json, JsonObject

_DEEP: Final = 5
"""How deep in a value nothing is made any more that need not be there."""

_TOO_DEEP: Final = 60
_MOST_CASES: Final = 16
_MOST_ITEMS: Final = 2_000
_KINDS: Final = ("integer", "fraction", "string", "boolean", "null", "object", "array")
"""The types in the order in which they are tried."""

Choice = TypeVar("Choice")


@dataclass(frozen=True)
class Made:
    """A value that was made; it may be null."""

    value: Json


@dataclass(frozen=True)
class Part:
    """A part that a value has to have: the name of a property or the position of an item."""

    at: str | int
    value: Json


@dataclass
class Maker:
    """Makes values; `fullness` is how much of what need not be there is there, from 0 to 1.

    Where it is 0, the simplest value is made, without chance.
    """

    random: Random
    fullness: float = 0.0

    def make(self, facts: Facts, depth: int = 0, part: Part | None = None) -> Made | None:
        """Make a value, which has a given part; None where nothing comes to mind."""
        decided = self._decided(facts) if depth <= _TOO_DEEP else None
        if decided is None:
            return None
        if part is None and decided.finite is not None:
            return Made(self._pick(decided.finite)) if decided.finite else None
        wanted: Sequence[str] = _KINDS
        if part is not None:
            wanted = ["object" if isinstance(part.at, str) else "array"]
        kinds = [kind for kind in wanted if kind in decided.types]
        if not kinds:
            return None
        return self._of_type(self._pick(kinds), decided, depth, part)

    def _pick(self, options: Sequence[Choice]) -> Choice:
        return self.random.choice(options) if self.fullness else options[0]

    def _of_type(self, kind: str, facts: Facts, depth: int, part: Part | None) -> Made | None:
        match kind:
            case "null":
                return Made(None)
            case "boolean":
                return Made(self._pick((True, False)))
            case "string":
                return self._leaf(texts(facts))
            case "array":
                return self._array(facts, depth, part)
            case "object":
                return self._object(facts, depth, part)
            case _:
                return self._leaf(numbers(facts, self.random))

    def _leaf(self, options: Sequence[Json]) -> Made | None:
        return Made(self._pick(options)) if options else None

    def _decided(self, facts: Facts) -> Facts | None:
        """Take one case of each choice, one that may have values."""
        for _ in range(_MOST_CASES):
            if not facts.choices:
                return facts
            choice = facts.choices[0]
            cases = [*choice.cases]
            if self.fullness:
                self.random.shuffle(cases)
            possible = (facts.case(choice, case) for case in cases)
            found = next((one for one in possible if one.possible(1)), None)
            if found is None:
                return None
            facts = found
        return None

    def _array(self, facts: Facts, depth: int, part: Part | None) -> Made | None:
        size = facts.size("array")
        least, found = int(size.low or 0), [*facts.of("contains")]
        for node, _ in found:
            least = max(least, int(exact(node.keywords.get("minContains", 1)) or 0))
        if part is not None and isinstance(part.at, int):
            least = max(least, part.at + 1)
        count = least + (self.random.randint(0, 3) if self._wants(depth) else 0)
        count = count if size.high is None else min(count, int(size.high))
        if count < least or count > _MOST_ITEMS:
            return None
        is_same = self._pick((True, False)) and any(
            "uniqueItems" in node.keywords for node in facts.excluded
        )
        items: list[Json] = []
        for index in range(count):
            made = self._item(facts, index, depth, part, items)
            if made is None:
                return Made(items) if index >= least else None
            items.append(items[0] if is_same and items else made.value)
        return Made(items)

    def _item(
        self, facts: Facts, index: int, depth: int, part: Part | None, others: Sequence[Json]
    ) -> Made | None:
        if part is not None and part.at == index:
            return Made(part.value)
        inner = facts.part(index)
        for node, _ in facts.of("contains"):
            if index < (exact(node.keywords.get("minContains", 1)) or 0):
                inner = inner.plus(node.below("contains"))
        is_unique = any(value is True for _, value in facts.of("uniqueItems"))
        made = None
        for _ in range(8 if is_unique else 1):
            made = self.make(inner, depth + 1)
            if made is None or not is_unique or made.value not in others:
                break
        return made

    def _object(self, facts: Facts, depth: int, part: Part | None) -> Made | None:
        size = facts.size("object")
        found: JsonObject = {}
        if part is not None and isinstance(part.at, str):
            found[part.at] = part.value
        if not self._fill(facts, sorted(facts.required - set(found)), depth, found, needed=True):
            return None
        least = int(size.low or 0)
        self._surprise(facts, depth, found, room=size.high)
        optional = [name for name in facts.names if name not in found]
        wants = self._wants(depth)
        chosen = [one for one in optional if wants and self.random.random() < self.fullness]
        room = None if size.high is None else max(0, int(size.high) - len(found))
        self._fill(facts, chosen[:room], depth, found, needed=False)
        if len(found) < least:
            others = [*optional, *_numbered(facts, least)]
            more = [one for one in others if one not in found]
            self._fill(facts, more[: least - len(found)], depth, found, needed=False)
        return Made(found)

    def _surprise(self, facts: Facts, depth: int, into: JsonObject, room: Fraction | None) -> None:
        """Add properties that only the schemas know that refuse the values."""
        if not facts.excluded or not self._wants(depth):
            return
        names = [*surprising_names(facts), *islice(fresh_names(facts, facts.names, (), ()), 1)]
        count = self.random.choice((0, 1, 1, 2))
        chosen = self.random.sample(names, min(count, len(names)))
        chosen = [name for name in chosen if name not in into and facts.part(name).types]
        left = len(chosen) if room is None else max(0, int(room) - len(into))
        self._fill(facts, chosen[:left], depth, into, needed=False)

    def _fill(
        self, facts: Facts, names: Iterable[str], depth: int, into: JsonObject, *, needed: bool
    ) -> bool:
        for name in names:
            made = self.make(facts.part(name), depth + 1)
            if made is not None:
                into[name] = made.value
            elif needed:
                return False
        return True

    def _wants(self, depth: int) -> bool:
        return depth < _DEEP and self.fullness > 0


def _numbered(facts: Facts, count: int) -> Iterable[str]:
    yield from fresh_names(facts, facts.names, (), ())
    names = (f"x{number}" for number in range(min(count, _MOST_ITEMS)))
    yield from (name for name in names if facts.part(name).types and facts.may_be_named(name))
