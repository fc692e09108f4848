"""The checks of keywords that combine schemas: references, alternatives, exclusions, conditions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from interruptgen.compat.choices import with_property
from interruptgen.compat.claims import Claim, claim
from interruptgen.compat.facts import Facts
from interruptgen.compat.keywords import NUMBERS
from interruptgen.compat.kinds import of_types
from interruptgen.compat.nodes import Node
from interruptgen.compat.prover import MAX_CASES, Check, Prover
from interruptgen.model import Json
from interruptgen.rules.compatibility import (
    ADVISORIES,
    EXCLUDED_VALUE,
    REFUSED_ALTERNATIVE,
    REFUSED_TYPE,
    REFUSED_VALUE,
    UNDECIDED_COMPATIBILITY,
)

_MANY = 3


def _reference(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    reference = b.keywords[keyword]
    target = b.side.target(reference) if isinstance(reference, str) else None
    if target is None:
        yield claim(UNDECIDED_COMPATIBILITY, a, b, keyword)
    else:
        yield from prover.prove(a, target)


def _all_of(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    for node in b.listed(keyword):
        yield from prover.prove(a, node)


def _any_of(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if _waits(a, b.listed(keyword)):
        yield _no_alternative(a, b, keyword)
        return
    for group in _by_type(prover, a, b.listed(keyword)):
        taken = _taken(prover, group, b.listed(keyword))
        yield from taken[1] if taken else _no_branch(prover, group, b, keyword)


def _one_of(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    branches = b.listed(keyword)
    if _waits(a, branches):
        yield _no_alternative(a, b, keyword)
        return
    for group in _by_type(prover, a, branches):
        taken = _taken(prover, group, branches)
        if not taken:
            yield from _no_branch(prover, group, b, keyword)
            continue
        first, claims = taken
        yield from claims
        for other in branches:
            if other.pointer != first.pointer and not _is_apart(prover, group, other):
                found = claim(EXCLUDED_VALUE, group, b, keyword)
                yield replace(found, values=group.plus(first, other))


def _taken(
    prover: Prover, a: Facts, branches: Sequence[Node]
) -> tuple[Node, tuple[Claim, ...]] | None:
    """Return the alternative that takes all values, if there is one, with what advises against."""
    tries = [(node, prover.prove(a, node)) for node in branches if a.plus(node).types]
    taking = [one for one in tries if all(found.rule in ADVISORIES for found in one[1])]
    return min(taking, key=lambda one: len(one[1]), default=None)


def _by_type(prover: Prover, a: Facts, branches: Sequence[Node]) -> Iterator[Facts]:
    """Yield the values of each type by themselves, where no alternative takes them all."""
    groups = [a.types & NUMBERS, *({one} for one in sorted(a.types - NUMBERS))]
    kinds = [frozenset(group) for group in groups if group]
    if len(kinds) < 2 or any(prover.holds(a, node) for node in branches):
        yield a
        return
    for kind in kinds:
        made = (branches[0].made(of_types(kind)),) if branches else ()
        yield a.plus(*made)


def _no_branch(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    """Claim what the closest alternative refuses, or that there is none."""
    general = _no_alternative(a, b, keyword)
    near = [] if a.choices else [node for node in b.listed(keyword) if a.plus(node).types]
    tries = [prover.prove(a, node) for node in near]
    close = [claims for claims in tries if not any(_is_far(one) for one in claims)]
    best = min(close, key=len, default=())
    if not best:
        yield general
    for one in best:
        yield replace(one, judge=b, otherwise=general) if not one.ups else _or(one, general)


def _waits(a: Facts, branches: Sequence[Node]) -> bool:
    """Tell whether to look at each case of A first: many alternatives are not tried for all."""
    return len(branches) > _MANY and bool(a.choices) and len(a.decided) < MAX_CASES


def _no_alternative(a: Facts, b: Node, keyword: str) -> Claim:
    return replace(claim(REFUSED_ALTERNATIVE, a, b, keyword), values=a.minus(b))


def _or(one: Claim, general: Claim) -> Claim:
    return replace(one, otherwise=one.otherwise or general)


def _is_far(one: Claim) -> bool:
    """Tell whether an alternative was not meant for the value: another type, or another tag."""
    is_tag = one.rule is REFUSED_VALUE and len(one.ups) == 1
    return (not one.ups and one.rule in {REFUSED_TYPE, REFUSED_VALUE}) or is_tag


def _is_apart(prover: Prover, a: Facts, b: Node) -> bool:
    """Tell whether it is proven that `b` accepts nothing of what `a` is about."""
    both = a.plus(b)
    if not both.types or any(prover.holds(Facts(a.world, [b]), node) for node in a.excluded):
        return True
    return prover.is_void(both)


def _not(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    inner = b.below(keyword)
    if set(inner.keywords) == {"not"}:
        yield from prover.prove(a, inner.below("not"))
    elif not _is_apart(prover, a, inner):
        found = claim(EXCLUDED_VALUE, a, b, keyword)
        yield replace(found, values=a.plus(inner))


def _if(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    condition = b.below(keyword)
    if "then" in b.keywords:
        yield from prover.prove(a.plus(condition), b.below("then"))
    if "else" in b.keywords:
        yield from prover.prove(a.minus(condition), b.below("else"))


def _dependent_schemas(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    for name, node in b.named(keyword).items():
        yield from prover.prove(a.plus(b.made(with_property(name))), node)


def _dependent_required(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    wanted: Json = b.keywords[keyword]
    for name, names in wanted.items() if isinstance(wanted, dict) else ():
        node = b.made({"required": names}, keyword, name)
        yield from prover.prove(a.plus(b.made(with_property(name))), node)


CHECKS: Mapping[str, Check] = {
    "$ref": _reference,
    "allOf": _all_of,
    "anyOf": _any_of,
    "oneOf": _one_of,
    "not": _not,
    "if": _if,
    "dependentSchemas": _dependent_schemas,
    "dependentRequired": _dependent_required,
}
