"""Does B accept every value that A accepts: a proof, or claims about what may be refused.

The proof is sound and not complete: no claims means that B does accept them all, a claim only that
somebody has to look for a value. Schemas may refer to themselves: what is being proven is taken for
proven on the way, which is right because every way back to it leads through a smaller value.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from interruptgen.compat.applied import resolved
from interruptgen.compat.choices import Choice
from interruptgen.compat.claims import Claim, claim
from interruptgen.compat.facts import Facts
from interruptgen.compat.keywords import INDEPENDENT
from interruptgen.compat.kinds import type_of
from interruptgen.compat.nodes import Node
from interruptgen.compat.world import World
from interruptgen.diagnostics import Rule
from interruptgen.model import Json
from interruptgen.rules.compatibility import (
    CHANGED_FORMAT,
    REFUSED_TYPE,
    REFUSED_VALUE,
    UNDECIDED_COMPATIBILITY,
)

Check: TypeAlias = "Callable[[Prover, Facts, Node, str], Iterable[Claim]]"

_LISTS = frozenset({"enum", "const"})

MAX_CASES = 6
"""How many choices are taken apart for one value, each within the cases of the others."""

MAX_CLAIMS = 200
"""How many claims about one value are kept."""


@dataclass(frozen=True)
class _Open:
    """A proof that is under way: how many were when it began, and how deep in the value it is."""

    depth: int
    level: int


class Prover:
    """Proves for one pair of documents; `checks` has what is done for each keyword of B."""

    def __init__(self, world: World, checks: Mapping[str, Check], closed: Rule) -> None:
        self.world = world
        self._checks = checks
        self._closed = closed
        self._proven: set[object] = set()
        self._failed: dict[object, tuple[Claim, ...]] = {}
        self._open: dict[object, _Open] = {}
        self._lowest = 0
        self._level = 0

    def prove(self, a: Facts, schema: Node) -> tuple[Claim, ...]:
        """Return the claims that stand against a schema accepting what `a` is about."""
        b = resolved(schema)
        if b.schema is True or b.key in a.keys or not a.types:
            return ()
        self.world.step()
        if self.world.is_exhausted:
            return (claim(UNDECIDED_COMPATIBILITY, a, b, "effort"),)
        key = (_identity(a), id(b.side), b.pointer, b.key)
        if key in self._proven:
            return ()
        if key in self._failed:
            return self._failed[key]
        if key in self._open:
            return self._assume(self._open[key], a, b)
        return self._remember(key, a, b)

    def part(self, a: Facts, part: str | int, b: Node) -> tuple[Claim, ...]:
        """Return the claims that stand against `b` accepting a part of what `a` is about."""
        return self.inner(a, a.part(part), part, b)

    def inner(
        self, whole: Facts, facts: Facts, part: str | int | None, b: Node
    ) -> tuple[Claim, ...]:
        """Return the claims about a part whose facts are known, as claims about the whole."""
        self._level += 1
        claims = self.prove(facts, b)
        self._level -= 1
        return tuple(one.inside(whole, part) for one in claims)

    def holds(self, a: Facts, b: Node) -> bool:
        """Tell whether it is proven that `b` accepts all that `a` is about, whatever its format."""
        return all(one.rule is CHANGED_FORMAT for one in self.prove(a, b))

    def holds_inside(self, part: Facts, b: Node) -> bool:
        """Tell what `holds` tells, of a part of the value that is being judged."""
        return all(one.rule is CHANGED_FORMAT for one in self.inner(part, part, None, b))

    def is_void(self, a: Facts, levels: int = 3) -> bool:
        """Tell whether it is proven that there is no such value."""
        self.world.step()
        if not a.types or self._is_excluded(a, None):
            return True
        if not levels or not a.choices or self.world.is_exhausted:
            return False
        cases = a.choices[0].cases
        return all(self.is_void(a.case(a.choices[0], case), levels - 1) for case in cases)

    def _is_excluded(self, a: Facts, b: Node | None) -> bool:
        """Tell whether one of the schemas that refuse the values is proven to accept them all."""
        asked = [node for node in a.excluded if b is None or node.key != b.key]
        return any(self.holds(_without(a, node), node) for node in asked)

    def _assume(self, opened: "_Open", a: Facts, b: Node) -> tuple[Claim, ...]:
        """Take for proven what is being proven, if it is about a smaller value here."""
        if opened.level >= self._level:
            return (claim(UNDECIDED_COMPATIBILITY, a, b, "$ref"),)
        self._lowest = min(self._lowest, opened.depth)
        return ()

    def _remember(self, key: object, a: Facts, b: Node) -> tuple[Claim, ...]:
        """Prove, and keep what does not rest on something that is still being proven."""
        depth, outer = len(self._open), self._lowest
        self._open[key] = _Open(depth, self._level)
        self._lowest = depth
        claims = self._prove(a, b)
        del self._open[key]
        if claims:
            self._failed[key] = claims
        elif self._lowest >= depth:
            self._proven.add(key)
        self._lowest = min(outer, self._lowest)
        return claims

    def _prove(self, a: Facts, b: Node) -> tuple[Claim, ...]:
        claims = tuple(self._directly(a, b))[:MAX_CLAIMS]
        if not claims:
            return ()
        if self._is_excluded(a, b):
            return ()
        if len(a.decided) >= MAX_CASES or self.world.is_exhausted:
            return claims
        for choice in a.choices:
            return self._by_case(a, b, choice)
        return claims

    def _by_case(self, a: Facts, b: Node, choice: Choice) -> tuple[Claim, ...]:
        found: list[Claim] = []
        for case in choice.cases:
            found.extend(self.prove(a.case(choice, case), b))
        return tuple(found[:MAX_CLAIMS])

    def _directly(self, a: Facts, b: Node) -> Iterator[Claim]:
        if b.schema is False:
            yield claim(self._closed, a, b, "false")
            return
        values = a.finite if _LISTS.isdisjoint(b.keywords) else a.countable
        if values is not None:
            yield from self._value_by_value(a, b, values)
            return
        for keyword in b.keywords:
            if keyword in self._checks and not _is_known(a, b, keyword):
                yield from self._checks[keyword](self, a, b, keyword)

    def _value_by_value(self, a: Facts, b: Node, values: Iterable[Json]) -> Iterator[Claim]:
        taken: list[Json] = []
        refused: list[Json] = []
        for value in values:
            (taken if self.world.accepts(b, value) else refused).append(value)
        if not refused:
            return
        types = Facts(self.world, [b]).stated_types
        by_type = all(type_of(value) not in types for value in refused)
        keyword = "const" if "const" in b.keywords else "enum"
        if by_type:
            yield claim(REFUSED_TYPE, a, b, "type", {"enum": refused})
        else:
            found = claim(REFUSED_VALUE, a, b, keyword, {"enum": refused})
            want = [found.want] if keyword == "const" else found.want or taken
            yield replace(found, have=[*values], want=want)


def _identity(a: Facts) -> object:
    return (
        frozenset((id(node.side), node.pointer, node.key) for node in a.roots),
        frozenset(node.key for node in a.refused),
        a.decided,
    )


def _without(a: Facts, node: Node) -> Facts:
    refused = [one for one in a.refused if one.key != node.key]
    return Facts(a.world, a.roots, refused, a.decided)


def _is_known(a: Facts, b: Node, keyword: str) -> bool:
    """Tell whether A says the same by a keyword that needs no other one."""
    if keyword not in INDEPENDENT:
        return False
    key = b.side.keyword_key(b.keywords, keyword)
    return any(node.side.keyword_key(node.keywords, keyword) == key for node, _ in a.of(keyword))
