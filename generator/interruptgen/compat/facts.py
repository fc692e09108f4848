"""Schemas that all judge one value -> what is known of the values that all of them accept."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property

from interruptgen.compat.applied import for_item, for_property, resolved
from interruptgen.compat.choices import Case, Choice
from interruptgen.compat.gathering import Gathering
from interruptgen.compat.keywords import NUMBERS
from interruptgen.compat.kinds import type_of
from interruptgen.compat.nodes import Node
from interruptgen.compat.ranges import Range, exact, limited
from interruptgen.compat.world import World
from interruptgen.model import Json

_MOST_CHOICES = 3
"""How many choices are looked at to tell whether there are any values."""

_MOST_POSITIONS = 64
_MOST_ITEMS = 8
_MOST_INTEGERS = 64
_SIZED = frozenset({"string", "array", "object"})
_ON_ITEMS = frozenset({"items", "prefixItems", "unevaluatedItems"})

_BOUNDS: Mapping[str, frozenset[str]] = {
    "number": frozenset("minimum maximum exclusiveMinimum exclusiveMaximum".split()),
    "string": frozenset({"minLength", "maxLength"}),
    "array": frozenset({"minItems", "maxItems"}),
    "object": frozenset({"minProperties", "maxProperties"}),
}


class Facts:
    """What is known of the values that all of `roots` accept and none of `excluded` accepts.

    `members` are the schema objects that judge the value, with those that `$ref` and `allOf` lead
    to. `decided` are the keys of the choices whose case is known; `base` are facts that hold too.
    """

    def __init__(
        self,
        world: World,
        roots: Iterable[Node],
        excluded: Iterable[Node] = (),
        decided: frozenset[object] = frozenset(),
        base: "Facts | None" = None,
    ) -> None:
        more, refused = tuple(resolved(node) for node in roots), tuple(excluded)
        known: Gathering = base.gathering if base else Gathering()
        self.world = world
        self.roots: tuple[Node, ...] = (*base.roots, *more) if base else more
        self.refused: tuple[Node, ...] = (*base.refused, *refused) if base else refused
        self.decided: frozenset[object] = base.decided | decided if base else decided
        self.gathering: Gathering = known.extended(more, refused, self.decided)
        self.keys = self.gathering.keys
        self.members = self.gathering.members
        self.excluded = self.gathering.excluded
        self.choices = self.gathering.choices
        self.is_false = self.gathering.is_false
        self._parts: dict[str | int, Facts] = {}
        self._sizes: dict[str, Range] = {}
        world.step()

    @cached_property
    def types(self) -> frozenset[str]:
        """The types that a value can have, in the terms of `keywords.TYPES`."""
        return frozenset() if self.is_false else self.possible(2)

    @cached_property
    def stated_types(self) -> frozenset[str]:
        """The types that `type`, `not` and `multipleOf` leave."""
        return self.gathering.stated_types()

    @cached_property
    def finite(self) -> tuple[Json, ...] | None:
        """All the values there are, where they can be listed."""
        listed = next((value for _, value in self.of("enum") if isinstance(value, list)), None)
        if listed is None:
            listed = next(([value] for _, value in self.of("const")), None)
        if listed is None and self.stated_types <= {"null", "boolean"}:
            listed = [None, False, True]
        return None if listed is None else tuple(one for one in listed if self.accepts(one))

    @cached_property
    def countable(self) -> tuple[Json, ...] | None:
        """As `finite`, also where there are no more than a few integers between two bounds."""
        low, high = self.numbers.low, self.numbers.high
        if self.finite is not None or not self.stated_types <= {"null", "boolean", "integer"}:
            return self.finite
        if low is None or high is None or high - low > _MOST_INTEGERS:
            return None
        listed: list[Json] = [None, False, True, *range(int(low), int(high) + 1)]
        return tuple(one for one in listed if self.accepts(one))

    @cached_property
    def numbers(self) -> Range:
        """The range of the numbers; its ends are whole where all numbers are."""
        found = self._range("number")
        return found.whole() if "fraction" not in self.stated_types else found

    @cached_property
    def steps(self) -> tuple[Fraction, ...]:
        """The numbers that every number is a multiple of."""
        found = [step for _, value in self.of("multipleOf") if (step := exact(value))]
        return (*found, *([] if "fraction" in self.stated_types else [Fraction(1)]))

    @cached_property
    def required(self) -> frozenset[str]:
        """The properties that every object has."""
        return self.gathering.required()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The properties that the schemas name."""
        found = dict.fromkeys(name for node in self.members for name in node.named("properties"))
        return (*found, *sorted(self.required - set(found)))

    def size(self, kind: str) -> Range:
        """Return the range of the lengths of strings, or of the sizes of arrays or objects."""
        if kind not in self._sizes:
            self._sizes[kind] = self._size(kind)
        return self._sizes[kind]

    def _size(self, kind: str) -> Range:
        found = self._range(kind).above(Fraction(0))
        if kind == "object":
            found = found.above(Fraction(len(self.required)))
        if kind == "array":
            for node, _ in self.of("contains"):
                found = found.above(exact(node.keywords.get("minContains", 1)) or Fraction(0))
            found = self._up_to_the_end(found)
        return found.whole()

    def of(self, keyword: str) -> Iterator[tuple[Node, Json]]:
        """Yield the values that a keyword has, each with the schema object that it stands in."""
        for node in self.members:
            if keyword in node.keywords:
                yield node, node.keywords[keyword]

    def accepts(self, value: Json) -> bool:
        """Tell whether a value is one of those that the facts are about."""
        return all(self.world.accepts(node, value) for node in self.roots) and not any(
            self.world.accepts(node, value) for node in self.refused
        )

    def part(self, part: str | int) -> "Facts":
        """Return what is known of the values of a property, or of the items at a position."""
        if part not in self._parts:
            nodes = [found for node in self.members for found in _applied(node, part)]
            if isinstance(part, str) and not self.may_be_named(part):
                nodes.append(self.members[0].made(False))
            self._parts[part] = Facts(self.world, nodes)
        return self._parts[part]

    def may_be_named(self, name: str) -> bool:
        """Tell whether `propertyNames` allows a name."""
        allowed = (node.below("propertyNames") for node, _ in self.of("propertyNames"))
        return all(self.world.accepts(node, name) for node in allowed)

    def case(self, choice: Choice, case: Case) -> "Facts":
        """Return what is known of the values in one case of a choice."""
        key = frozenset({choice.key})
        return Facts(self.world, case.holds, case.fails, key, base=self)

    def plus(self, *nodes: Node) -> "Facts":
        """Return what is known of those values that more schemas accept."""
        return Facts(self.world, nodes, base=self)

    def minus(self, *nodes: Node) -> "Facts":
        """Return what is known of those values that more schemas refuse."""
        return Facts(self.world, (), nodes, base=self)

    def possible(self, levels: int, *, in_cases: bool = True) -> frozenset[str]:
        """Return the types that there may be values of.

        `levels` is how deep to look for that, `in_cases` whether to look at each case.
        """
        if self.is_false or any(node.key in self.keys for node in self.excluded):
            return frozenset()
        found = self.stated_types
        if self.finite is not None:
            found &= {type_of(value) for value in self.finite}
        if self.numbers.is_empty:
            found -= NUMBERS
        found -= {kind for kind in _SIZED & found if self.size(kind).is_empty}
        if levels and in_cases:
            found = self._possible_in_cases(found, levels)
        return self._possible_inside(found, levels) if levels else found

    def _possible_in_cases(self, types: frozenset[str], levels: int) -> frozenset[str]:
        for choice in self.choices[:_MOST_CHOICES]:
            if types and not self.world.is_exhausted:
                types &= self._in_some_case(choice, levels)
        return types

    def _possible_inside(self, types: frozenset[str], levels: int) -> frozenset[str]:
        """Look at the parts that must be there for what cannot be."""
        if "object" in types and self._has_empty(sorted(self.required), levels):
            types -= {"object"}
        least = int(self.size("array").low or 0)
        if "array" in types and self._has_empty(range(min(least, _MOST_ITEMS)), levels):
            types -= {"array"}
        return types

    def _has_empty(self, parts: Iterable[str | int], levels: int) -> bool:
        return any(not self.part(part).possible(levels - 1) for part in parts)

    def _in_some_case(self, choice: Choice, levels: int) -> frozenset[str]:
        cases = (self.case(choice, case) for case in choice.cases)
        possible = (case.possible(levels - 1, in_cases=False) for case in cases)
        return frozenset[str]().union(*possible)

    def _up_to_the_end(self, size: Range) -> Range:
        """Return the sizes before the first position at which no item may stand."""
        prefixes = [
            len(node.listed("prefixItems"))
            for node in self.members
            if not _ON_ITEMS.isdisjoint(node.keywords)
        ]
        if not prefixes:
            return size
        for index in range(min(max(prefixes) + 1, _MOST_POSITIONS)):
            if self.part(index).is_false:
                return size.below(Fraction(index))
        return size

    def _range(self, kind: str) -> Range:
        found = Range()
        for keyword in _BOUNDS[kind]:
            for _, value in self.of(keyword):
                found = limited(found, keyword, value)
        return found


def _applied(node: Node, part: str | int) -> Iterator[Node]:
    return for_property(node, part) if isinstance(part, str) else for_item(node, part)
