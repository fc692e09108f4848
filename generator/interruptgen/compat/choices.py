"""A schema -> the cases that it distinguishes, of which each accepted value is in at least one."""

from collections.abc import Iterator
from dataclasses import dataclass

from interruptgen.compat.nodes import Node
from interruptgen.model import JsonObject


@dataclass(frozen=True)
class Case:
    """What is known of the values in a case: what accepts them, and what refuses them."""

    holds: tuple[Node, ...]
    fails: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Choice:
    """The cases of one keyword; `key` is the same for keywords that mean the same."""

    key: object
    cases: tuple[Case, ...]


def choices(node: Node) -> Iterator[Choice]:
    """Yield the cases of the keywords of one schema object."""
    key = node.side.keyword_key
    for keyword in ("anyOf", "oneOf"):
        branches = node.listed(keyword)
        if branches:
            cases = tuple(_branch(branches, index, keyword) for index in range(len(branches)))
            yield Choice(key(node.keywords, keyword), cases)
    if "if" in node.keywords and ("then" in node.keywords or "else" in node.keywords):
        condition = node.below("if")
        then, otherwise = _optional(node, "then"), _optional(node, "else")
        cases = Case((condition, *then)), Case(otherwise, (condition,))
        yield Choice(("if", node.key), cases)


def dependencies(node: Node) -> Iterator[tuple[str, Node]]:
    """Yield the schemas that hold only for objects with a property, and the property."""
    yield from node.named("dependentSchemas").items()
    dependent = node.keywords.get("dependentRequired")
    for name, names in dependent.items() if isinstance(dependent, dict) else ():
        yield name, node.made({"required": names}, "dependentRequired", name)


def dependency_choice(name: str, dependent: Node) -> Choice:
    """Return the cases that the property is there, and that it is not."""
    there = dependent.made(with_property(name))
    missing = dependent.made({"properties": {name: False}})
    return Choice((name, dependent.key), (Case((missing,)), Case((there, dependent))))


def with_property(name: str) -> JsonObject:
    """Return a schema of the objects that have a property."""
    return {"type": "object", "required": [name]}


def _branch(branches: tuple[Node, ...], index: int, keyword: str) -> Case:
    others = (*branches[:index], *branches[index + 1 :]) if keyword == "oneOf" else ()
    return Case((branches[index],), others)


def _optional(node: Node, keyword: str) -> tuple[Node, ...]:
    return (node.below(keyword),) if keyword in node.keywords else ()
