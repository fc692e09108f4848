"""The checks of arrays: the items at each position, and what is in the array as a whole."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from interruptgen.compat.applied import all_in_place, certain
from interruptgen.compat.claims import Claim, claim
from interruptgen.compat.facts import Facts
from interruptgen.compat.nodes import Node
from interruptgen.compat.prover import Check, Prover
from interruptgen.compat.ranges import exact
from interruptgen.compat.scalars import judged
from interruptgen.model import Json, JsonObject
from interruptgen.rules.compatibility import REFUSED_ARRAY, UNDECIDED_COMPATIBILITY

_MAX_POSITIONS = 200


def _prefix(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "array" in judged(a, b):
        for index, node in enumerate(b.listed(keyword)):
            if _reaches(a, index):
                yield from _item(prover, a, index, node)


def _items(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "array" not in judged(a, b):
        return
    start, end = len(b.listed("prefixItems")), _longest_prefix(a)
    if end - start > _MAX_POSITIONS:
        yield claim(UNDECIDED_COMPATIBILITY, a, b, keyword)
        return
    for index in range(start, max(start, end) + 1):
        if _reaches(a, index):
            yield from _item(prover, a, index, b.below(keyword))


def _unevaluated(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    """Check as if nothing were evaluated but by the keywords beside it and by `$ref`s."""
    if "array" not in judged(a, b) or _takes_all(b):
        return
    start = max(len(node.listed("prefixItems")) for node in certain(b))
    for index in range(start, max(start, _longest_prefix(a)) + 1):
        if _reaches(a, index):
            yield from _item(prover, a, index, b.below(keyword))


def _takes_all(b: Node) -> bool:
    inner = (node for node in certain(b) if node.pointer != b.pointer)
    return "items" in b.keywords or any(
        {"items", "unevaluatedItems"} & set(node.keywords) for node in inner
    )


def _longest_prefix(a: Facts) -> int:
    """Return the first position from which on all items are judged alike."""
    prefixes = [len(node.listed("prefixItems")) for node in a.members]
    for node, _ in a.of("unevaluatedItems"):
        prefixes += [len(one.listed("prefixItems")) for one in all_in_place(node)]
    return max(prefixes, default=0)


def _reaches(a: Facts, index: int) -> bool:
    """Tell whether an array may have an item at a position."""
    most = a.size("array").high
    return (most is None or most > index) and all(a.part(one).types for one in range(index + 1))


def _item(prover: Prover, a: Facts, index: int, b: Node) -> Iterator[Claim]:
    if b.schema is not False:
        yield from prover.part(a, index, b)
        return
    against: JsonObject = {"type": "array", "minItems": index + 1}
    yield replace(claim(REFUSED_ARRAY, a, b, "false", against), want=index)


def _contains(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "array" not in judged(a, b):
        return
    least, most = b.keywords.get("minContains", 1), b.keywords.get("maxContains")
    wanted = b.below(keyword)
    if not _has_enough(prover, a, wanted, exact(least) or Fraction(0)):
        yield _too_few(a, b, keyword)
    if most is not None and not _has_few(prover, a, wanted, exact(most) or Fraction(0)):
        found = claim(REFUSED_ARRAY, a, b, "maxContains")
        more = b.made({"contains": b.keywords[keyword], "minContains": int(exact(most) or 0) + 1})
        yield replace(found, values=a.plus(b.made({"type": "array"}), more))


def _too_few(a: Facts, b: Node, keyword: str) -> Claim:
    counts = {one: b.keywords[one] for one in (keyword, "minContains") if one in b.keywords}
    arrays = b.made({"type": "array"})
    values = a.plus(arrays).minus(b.made(counts))
    return replace(claim(REFUSED_ARRAY, a, b, keyword), values=values)


def _has_enough(prover: Prover, a: Facts, wanted: Node, least: Fraction) -> bool:
    if least == 0:
        return True
    for node, _ in a.of("contains"):
        found = exact(node.keywords.get("minContains", 1)) or Fraction(0)
        one = Facts(a.world, [node.below("contains")])
        if found >= least and prover.holds_inside(one, wanted):
            return True
    size = a.size("array").low or Fraction(0)
    positions = range(min(int(size), _longest_prefix(a) + 1))
    good = [index for index in positions if prover.holds_inside(a.part(index), wanted)]
    return size >= least and (len(good) >= least or len(good) == len(positions) > 0)


def _has_few(prover: Prover, a: Facts, wanted: Node, most: Fraction) -> bool:
    size = a.size("array").high
    if size is not None and size <= most:
        return True
    for node, value in a.of("maxContains"):
        found = exact(value)
        if "contains" in node.keywords and found is not None and found <= most:
            inner = Facts(a.world, [wanted])
            if prover.holds_inside(inner, node.below("contains")):
                return True
    return False


def _unique(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    most = a.size("array").high
    is_wanted: Json = b.keywords[keyword]
    if "array" in judged(a, b) and is_wanted is True and (most is None or most > 1):
        against: JsonObject = {"type": "array", "minItems": 2, "not": {"uniqueItems": True}}
        yield claim(REFUSED_ARRAY, a, b, keyword, against)


CHECKS: Mapping[str, Check] = {
    "prefixItems": _prefix,
    "items": _items,
    "contains": _contains,
    "uniqueItems": _unique,
    "unevaluatedItems": _unevaluated,
}
