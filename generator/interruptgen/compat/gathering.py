"""Schemas that all judge one value -> every schema object that judges it, and what is open."""

from collections.abc import Iterable

from interruptgen.compat.applied import targets
from interruptgen.compat.choices import Choice, choices, dependencies, dependency_choice
from interruptgen.compat.keywords import TYPES
from interruptgen.compat.kinds import types_of
from interruptgen.compat.nodes import Node
from interruptgen.compat.ranges import exact
from interruptgen.model import Json


class Gathering:
    """What judges the values that some schemas accept and others do not.

    `members` are the schema objects, with those that `$ref` and `allOf` lead to, and `keys` their
    keys; `excluded` accept none of the values; `choices` are the keywords that distinguish cases,
    without those that are decided. `is_false` is true where no value can be accepted.
    """

    def __init__(self) -> None:
        self.keys: set[int] = set()
        self.members: list[Node] = []
        self.excluded: list[Node] = []
        self.choices: list[Choice] = []
        self.is_false = False
        self._decided: frozenset[object] = frozenset()
        self._own_choices: list[Choice] = []
        self._dependents: list[tuple[str, Node]] = []
        self._looked_at = 0

    def extended(
        self, roots: Iterable[Node], refused: Iterable[Node], decided: frozenset[object]
    ) -> "Gathering":
        """Return what judges the values that `roots` accept as well and `refused` do not."""
        more = Gathering()
        more.keys = {*self.keys}
        more.members = [*self.members]
        more.excluded = [*self.excluded]
        more.is_false = self.is_false
        more._decided = decided
        more._own_choices = [one for one in self._own_choices if one.key not in decided]
        more._dependents = [*self._dependents]
        more._looked_at = self._looked_at
        for node in roots:
            more._take(node)
        for node in refused:
            more._exclude(node)
        more._depend()
        return more

    def stated_types(self) -> frozenset[str]:
        """Return the types that `type`, `not` and `multipleOf` leave."""
        found = TYPES
        for node in self.members:
            if "type" in node.keywords:
                found &= types_of(node.keywords["type"])
            step = exact(node.keywords.get("multipleOf"))
            if step is not None and step.denominator == 1:
                found -= {"fraction"}
        for node in self.excluded:
            if set(node.keywords) == {"type"}:
                found -= types_of(node.keywords["type"])
        return found

    def required(self) -> frozenset[str]:
        """Return the properties that every object has."""
        return frozenset(
            name for node in self.members for name in _texts(node.keywords.get("required"))
        )

    def _take(self, node: Node) -> None:
        self.is_false = self.is_false or node.schema is False
        if node.key in self.keys or not isinstance(node.schema, dict):
            return
        self.keys.add(node.key)
        self.members.append(node)
        for inner in (*targets(node), *node.listed("allOf")):
            self._take(inner)
        if "not" in node.keywords:
            self._exclude(node.below("not"))
        for choice in choices(node):
            self._choose(choice)

    def _choose(self, choice: Choice) -> None:
        """Keep a choice; where there is one case only, take it."""
        if choice.key in self._decided:
            return
        if len(choice.cases) > 1:
            self._own_choices.append(choice)
            return
        for case in choice.cases:
            for node in case.holds:
                self._take(node)

    def _exclude(self, node: Node) -> None:
        self.excluded.append(node)
        self.is_false = self.is_false or node.schema is True or node.schema == {}
        match node.keywords:
            case {"required": [str(name)]} if len(node.keywords) == 1:
                self._take(node.made({"type": "object", "properties": {name: False}}))
            case {"required": [str(name)], "type": "object"} if len(node.keywords) == 2:
                self._take(node.made({"properties": {name: False}}))
            case {"anyOf": _} if len(node.keywords) == 1:
                for inner in node.listed("anyOf"):
                    self._exclude(inner)
            case {"not": _} if len(node.keywords) == 1:
                self._take(node.below("not"))
            case _:
                pass

    def _depend(self) -> None:
        """Take what depends on properties; where they may be missing, that is a choice."""
        while True:
            for node in self.members[self._looked_at :]:
                self._dependents.extend(dependencies(node))
            self._looked_at = len(self.members)
            is_object = bool(self._dependents) and self.stated_types() <= {"object"}
            needed = self.required() if is_object else frozenset[str]()
            for name, dependent in self._dependents:
                if name in needed:
                    self._take(dependent)
            self._dependents = [one for one in self._dependents if one[0] not in needed]
            if self._looked_at == len(self.members):
                break
        open_ = (dependency_choice(name, dependent) for name, dependent in self._dependents)
        self.choices = [*self._own_choices, *(one for one in open_ if one.key not in self._decided)]


def _texts(value: Json) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
