"""The dynamic references that one schema reaches -> what they lead to, where it never changes.

A dynamic reference to a `$dynamicAnchor` leads to the schema of that name in the outermost resource
that the evaluation has come through (JSON Schema 2020-12 Core, section 8.2.3.2). The schema that
the evaluation begins with is in the outermost one; where that has no such name, and only one of
the resources that can be come through has, no evaluation can lead elsewhere.

In 2019-09 the reference is `$recursiveRef`, and all resources with `$recursiveAnchor: true` have
one name, which is empty here (JSON Schema 2019-09 Core, section 8.2.4.2).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from interruptgen.rules.references import DYNAMIC_REFERENCE
from interruptgen.schema.references import Failure, Location, References


@dataclass(frozen=True)
class _Met:
    at: Location
    keyword: str
    name: str
    initial: Location
    """What the reference would lead to if it were none but a `$ref`."""
    target: Location


@dataclass
class DynamicReferences:
    """Resolves the dynamic references that are met on the way from `root`."""

    references: References
    root: Location
    _resources: set[Location] = field(default_factory=set[Location])
    _met: list[_Met] = field(default_factory=list[_Met])

    def come_through(self, resources: Iterable[Location]) -> None:
        """Note that evaluating `root` may come through some resources."""
        self._resources.update(resources)

    def resolve(self, keyword: str, reference: str, at: Location) -> Location | Failure:
        """Return what a reference leads to; `failures` tells afterwards if it always does."""
        initial = self.references.resolve(reference, at)
        if isinstance(initial, Failure):
            return replace(initial, keyword=keyword)
        name = unquote(reference.partition("#")[2])
        if self._named(self.references.resource(initial), name) != initial:
            return initial
        target = self._named(self.references.resource(self.root), name) or initial
        self._met.append(_Met(at, keyword, name, initial, target))
        return target

    def failures(self, *, shares: bool) -> Iterator[tuple[Location, Failure]]:
        """Yield the references, by where they stand, whose target depends on the evaluation.

        `shares` tells whether schemas are reached that others refer to as well: a name that `root`
        gives another meaning would have that meaning in the one class that they are typed by.
        """
        for met in self._met:
            others = self._resources - {self.references.resource(met.initial)}
            if met.target != met.initial:
                is_certain = not shares
            else:
                is_certain = not any(self._named(other, met.name) for other in others)
            if not is_certain:
                yield met.at, _failure(met)

    def _named(self, resource: Location, name: str) -> Location | None:
        return self.references.dynamic_anchor(resource, name)


def _failure(met: _Met) -> Failure:
    what = f"`{met.keyword}` to `{met.name}`" if met.name else f"`{met.keyword}`"
    message = f"where {what} leads depends on how its schema was reached"
    hint = "name the target with `$ref`"
    return Failure(DYNAMIC_REFERENCE, message, hint, keyword=met.keyword)
