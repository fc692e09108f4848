"""Properties that no schema names: what judges them, and a name to try."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product

from interruptgen.compat.applied import all_in_place
from interruptgen.compat.facts import Facts
from interruptgen.compat.keywords import MATCHING_ALL
from interruptgen.compat.nodes import Node
from interruptgen.compat.texts import samples
from interruptgen.compat.world import matches

_MAX_SCENARIOS = 32
_OPEN = frozenset({"additionalProperties", "patternProperties", "unevaluatedProperties"})
_NAMES = ("extra", "other", "x", "Extra", "x-extra", "x_1", "1", "aa", "extraProperty")
"""Names to try for a property that no schema knows."""


def listed_names(a: Facts) -> tuple[str, ...] | None:
    """Return the only names that properties can have, if `propertyNames` lists them."""
    for node, _ in a.of("propertyNames"):
        finite = Facts(a.world, [node.below("propertyNames")]).finite
        if finite is not None:
            return tuple(one for one in finite if isinstance(one, str))
    return None


def unnamed(a: Facts, has: frozenset[str], lacks: frozenset[str]) -> Iterator[Facts] | None:
    """Return what may be known of a property that no `properties` of A names.

    Its name matches all patterns in `has` and none in `lacks`. None is returned where there are
    too many possibilities.
    """
    options = [found for node in a.members if (found := tuple(_options(node, has, lacks)))]
    combinations = list(islice(product(*options), _MAX_SCENARIOS + 1))
    if len(combinations) > _MAX_SCENARIOS:
        return None
    return (Facts(a.world, [one for part in parts for one in part]) for parts in combinations)


def _options(node: Node, has: frozenset[str], lacks: frozenset[str]) -> Iterator[tuple[Node, ...]]:
    """Yield what one schema object may say about the property; nothing where it says nothing."""
    patterns = node.named("patternProperties")
    known = tuple(schema for pattern, schema in patterns.items() if pattern in has | MATCHING_ALL)
    if known:
        yield known
        return
    possible = [schema for pattern, schema in patterns.items() if pattern not in lacks]
    rest = _rest(node)
    if possible or rest:
        yield rest
        yield from ((schema,) for schema in possible)


def _rest(node: Node) -> tuple[Node, ...]:
    """Return what judges the properties that neither a name nor a pattern of the object takes."""
    if "additionalProperties" in node.keywords:
        return (node.below("additionalProperties"),)
    if "unevaluatedProperties" in node.keywords and not any(
        _OPEN & set(one.keywords) for one in all_in_place(node)
    ):
        return (node.below("unevaluatedProperties"),)
    return ()


def fresh_names(
    a: Facts, taken: Iterable[str], has: Sequence[str], lacks: Iterable[str]
) -> Iterator[str]:
    """Yield names that A allows, outside of `taken`, that match `has` and nothing in `lacks`."""
    known, refused = set(taken), tuple(lacks)
    own = [pattern for node in a.members for pattern in node.named("patternProperties")]
    tried = [*(name for pattern in has for name in samples(pattern)), *_NAMES]
    tried += [name for pattern in own for name in samples(pattern)]
    tried += [name for node, _ in a.of("propertyNames") for name in _named_by(a, node)]
    for name in dict.fromkeys(tried):
        if (
            name not in known
            and all(matches(pattern, name) for pattern in has)
            and not any(matches(pattern, name) for pattern in refused)
            and a.part(name).types
        ):
            yield name


def _named_by(a: Facts, node: Node) -> Iterator[str]:
    facts = Facts(a.world, [node.below("propertyNames")])
    yield from (one for one in facts.finite or () if isinstance(one, str))
    for _, pattern in facts.of("pattern"):
        yield from samples(str(pattern))
    least = facts.size("string").low
    yield "n" * int(least or 1)


def surprising_names(a: Facts) -> tuple[str, ...]:
    """Return the properties that the schemas name that refuse the values."""
    found: dict[str, None] = {}
    for excluded in a.excluded:
        for node in (excluded, *all_in_place(excluded)):
            found.update(dict.fromkeys(_mentioned(node)))
    return tuple(found)


def _mentioned(node: Node) -> Iterator[str]:
    yield from node.named("properties")
    yield from node.named("dependentSchemas")
    required, dependent = node.keywords.get("required"), node.keywords.get("dependentRequired")
    yield from (str(one) for one in (required if isinstance(required, list) else ()))
    yield from dependent if isinstance(dependent, dict) else ()
