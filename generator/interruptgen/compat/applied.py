"""A schema and a part of a value -> the subschemas that judge the part."""

from collections.abc import Iterator

from interruptgen.compat.keywords import ASSERTIONS
from interruptgen.compat.nodes import Node
from interruptgen.compat.world import matches
from interruptgen.model import Pointer

_IN_PLACE = ("else", "if", "not", "then")
_IN_PLACE_LISTS = ("allOf", "anyOf", "oneOf")


def for_property(node: Node, name: str) -> Iterator[Node]:
    """Yield what judges the value of a property, by the keywords of one schema object alone.

    `unevaluatedProperties` is yielded only where nothing beside it can have a say.
    """
    found = [*declared(node, name)]
    if found:
        yield from found
    elif "additionalProperties" in node.keywords:
        yield node.below("additionalProperties")
    elif "unevaluatedProperties" in node.keywords and not may_evaluate(node, name):
        yield node.below("unevaluatedProperties")


def declared(node: Node, name: str) -> Iterator[Node]:
    """Yield what `properties` and `patternProperties` say about a property."""
    properties = node.keywords.get("properties")
    if isinstance(properties, dict) and name in properties:
        yield node.below("properties", name)
    for pattern, schema in node.named("patternProperties").items():
        if matches(pattern, name):
            yield schema


def for_item(node: Node, index: int) -> Iterator[Node]:
    """Yield what judges the item at a position, by the keywords of one schema object alone."""
    prefix = node.listed("prefixItems")
    if index < len(prefix):
        yield prefix[index]
    elif "items" in node.keywords:
        yield node.below("items")
    elif "unevaluatedItems" in node.keywords and not may_evaluate(node, index):
        yield node.below("unevaluatedItems")


def in_place(node: Node) -> Iterator[Node]:
    """Yield the direct subschemas that judge the same value, and what `$ref` leads to."""
    yield from targets(node)
    for keyword in _IN_PLACE_LISTS:
        yield from node.listed(keyword)
    for keyword in _IN_PLACE:
        if keyword in node.keywords:
            yield node.below(keyword)
    yield from node.named("dependentSchemas").values()


def all_in_place(node: Node) -> Iterator[Node]:
    """Yield every schema below `node`, but not itself, that judges the same value."""
    seen = {node.pointer}
    waiting = [node]
    while waiting:
        for found in in_place(waiting.pop()):
            if found.pointer not in seen:
                seen.add(found.pointer)
                waiting.append(found)
                yield found


def certain(node: Node) -> Iterator[Node]:
    """Yield `node` and the schemas whose say about parts of an accepted value always counts."""
    seen = {node.pointer}
    waiting = [node]
    while waiting:
        one = waiting.pop()
        yield one
        for found in (*targets(one), *one.listed("allOf")):
            if found.pointer not in seen:
                seen.add(found.pointer)
                waiting.append(found)


def targets(node: Node) -> tuple[Node, ...]:
    """Return what `$ref` leads to, if there is one."""
    reference = node.keywords.get("$ref")
    target = node.side.target(reference) if isinstance(reference, str) else None
    return (target,) if target else ()


def resolved(node: Node) -> Node:
    """Return what a schema means that is nothing but a `$ref`; else the schema itself."""
    seen: set[Pointer] = set()
    while node.keywords.keys() & ASSERTIONS == {"$ref"} and node.pointer not in seen:
        seen.add(node.pointer)
        node = next(iter(targets(node)), node)
    return node


def may_evaluate(node: Node, part: str | int) -> bool:
    """Tell whether anything but an `unevaluated` keyword of `node` may judge a part."""
    return evaluates(node, part) or any(
        evaluates(one, part) or _takes_the_rest(one, part) for one in all_in_place(node)
    )


def evaluates(node: Node, part: str | int) -> bool:
    """Tell whether the keywords of one schema object judge a part of the value."""
    if isinstance(part, str):
        return "additionalProperties" in node.keywords or any(declared(node, part))
    has_rest = "items" in node.keywords or "contains" in node.keywords
    return has_rest or part < len(node.listed("prefixItems"))


def _takes_the_rest(node: Node, part: str | int) -> bool:
    keyword = "unevaluatedProperties" if isinstance(part, str) else "unevaluatedItems"
    return keyword in node.keywords
