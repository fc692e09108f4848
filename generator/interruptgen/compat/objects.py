"""The checks of objects: which properties must, may and must not be there, and what they are."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from interruptgen.compat.applied import all_in_place, certain, declared
from interruptgen.compat.claims import Claim, claim
from interruptgen.compat.facts import Facts
from interruptgen.compat.names import fresh_names, listed_names, unnamed
from interruptgen.compat.nodes import Node
from interruptgen.compat.prover import Check, Prover
from interruptgen.compat.scalars import judged
from interruptgen.model import JsonObject
from interruptgen.rules.compatibility import (
    ADVISORIES,
    MISSING_PROPERTY,
    REFUSED_NAME,
    UNDECIDED_COMPATIBILITY,
    UNDECLARED_PROPERTY,
)


def _required(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    names = b.keywords[keyword]
    if "object" not in judged(a, b) or not isinstance(names, list):
        return
    for index, name in enumerate(names):
        if isinstance(name, str) and name not in a.required:
            against: JsonObject = {"type": "object", "properties": {name: False}}
            found = claim(MISSING_PROPERTY, a, b, keyword, against)
            yield replace(found, b=(*found.b, index), want=name)


def _properties(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "object" in judged(a, b):
        known = _known(a)
        for name, node in b.named(keyword).items():
            if known.get(name) != node.key:
                yield from _property(prover, a, name, node)


def _known(a: Facts) -> dict[str, int]:
    """Return the keys of the schemas that A has for properties, of one schema for each name."""
    return {
        name: node.key for member in a.members for name, node in member.named("properties").items()
    }


def _property(prover: Prover, a: Facts, name: str, b: Node) -> Iterator[Claim]:
    facts = a.part(name)
    claims = prover.part(a, name, b)
    if facts.members or facts.is_false or b.schema is False:
        yield from claims
        return
    for one in claims:
        rule = one.rule if one.rule in ADVISORIES else UNDECLARED_PROPERTY
        yield replace(one, rule=rule, b=b.pointer, keyword="properties", want=name, otherwise=None)


def _patterns(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "object" not in judged(a, b):
        return
    for pattern, node in b.named(keyword).items():
        for name in _names(a, b):
            if node.pointer in {found.pointer for found in declared(b, name)}:
                yield from prover.part(a, name, node)
        yield from _others(prover, a, b, node, has=(pattern,))


def _additional(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "object" not in judged(a, b):
        return
    rest = b.below(keyword)
    for name in _names(a, b):
        if not any(declared(b, name)):
            yield from prover.part(a, name, rest)
    yield from _others(prover, a, b, rest, lacks=tuple(b.named("patternProperties")))


def _unevaluated(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    """Check as if nothing were evaluated but what is so for certain."""
    if "object" not in judged(a, b) or "additionalProperties" in b.keywords:
        return
    rest, known = b.below(keyword), [*certain(b)]
    for name in _names(a, b):
        if not any(_evaluates(node, name, b) for node in known):
            yield from prover.part(a, name, rest)
    if not any(_takes_the_rest(node, b) for node in known):
        patterns = [name for node in known for name in node.named("patternProperties")]
        yield from _others(prover, a, b, rest, lacks=tuple(patterns))


def _evaluates(node: Node, name: str, b: Node) -> bool:
    """Tell whether a schema object that always judges the value judges a property of it."""
    return any(declared(node, name)) or _takes_the_rest(node, b)


def _takes_the_rest(node: Node, b: Node) -> bool:
    rest = {"additionalProperties", "unevaluatedProperties"} & set(node.keywords)
    return bool(rest) and node.pointer != b.pointer


def _names(a: Facts, b: Node) -> tuple[str, ...]:
    """Return every name that can be looked at by itself."""
    found = dict.fromkeys((*a.names, *b.named("properties"), *(listed_names(a) or ())))
    for node in (b, *a.members):
        if "unevaluatedProperties" in node.keywords:
            found.update(
                dict.fromkeys(
                    name for one in all_in_place(node) for name in one.named("properties")
                )
            )
    return tuple(found)


def _others(
    prover: Prover,
    a: Facts,
    b: Node,
    schema: Node,
    has: tuple[str, ...] = (),
    lacks: tuple[str, ...] = (),
) -> Iterator[Claim]:
    """Check the properties that nobody names, whose names match `has` and nothing in `lacks`."""
    if listed_names(a) is not None or schema.schema is True:
        return
    scenarios = unnamed(a, frozenset(has), frozenset(lacks))
    if scenarios is None:
        yield claim(UNDECIDED_COMPATIBILITY, a, schema, "patternProperties")
        return
    if all(prover.holds_inside(facts, schema) for facts in scenarios):
        return
    found = [*_by_name(prover, a, schema, fresh_names(a, _names(a, b), has, lacks))]
    if found:
        yield from found
        return
    for facts in unnamed(a, frozenset(has), frozenset(lacks)) or ():
        yield from prover.inner(a, facts, None, schema)


def _by_name(prover: Prover, a: Facts, b: Node, names: Iterable[str]) -> Iterator[Claim]:
    """Claim what the schema refuses of the first property that it refuses something of."""
    for name in names:
        claims = prover.part(a, name, b)
        if claims:
            yield from claims
            return


def _property_names(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "object" not in judged(a, b):
        return
    rule = b.below(keyword)
    for name in _names(a, b):
        if not prover.world.accepts(rule, name) and a.part(name).types:
            against: JsonObject = {"type": "object", "required": [name]}
            yield claim(REFUSED_NAME, a, b, keyword, against)
    stated = [node.below(keyword) for node, _ in a.of(keyword)]
    names = Facts(a.world, [*stated, rule.made({"type": "string"})])
    if listed_names(a) is not None or prover.holds(names, rule) or _has_no_others(prover, a, rule):
        return
    for name in fresh_names(a, _names(a, b), (), ()):
        if not prover.world.accepts(rule, name):
            against = {"type": "object", "required": [name]}
            yield claim(REFUSED_NAME, a, b, keyword, against)
            return
    yield claim(REFUSED_NAME, a, b, keyword, {"type": "object", "not": {keyword: rule.alone()}})


def _has_no_others(prover: Prover, a: Facts, node: Node) -> bool:
    """Tell whether it is proven that every property has one of the names that A names."""
    scenarios = unnamed(a, frozenset(), frozenset())
    return scenarios is not None and all(prover.is_void(facts) for facts in scenarios)


CHECKS: Mapping[str, Check] = {
    "required": _required,
    "properties": _properties,
    "patternProperties": _patterns,
    "additionalProperties": _additional,
    "unevaluatedProperties": _unevaluated,
    "propertyNames": _property_names,
}
