"""A schema in its file -> the references at and below it, resolved once for all that reach it."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from interruptgen.model import JsonObject
from interruptgen.rules.references import UNTRANSLATABLE_DIALECT
from interruptgen.schema.dialects import (
    DYNAMIC_REFERENCES,
    REFERENCE_STANDS_ALONE,
    Dialect,
    untranslatable,
)
from interruptgen.schema.library import Library
from interruptgen.schema.references import Failure, Location, References
from interruptgen.schema.walk import DEFINITIONS, SAME_VALUE, children


@dataclass(frozen=True)
class Visit:
    """What stands at and below one schema, its own definitions left out.

    `targets` has what each `$ref` leads to, by the location of the schema that it stands in.
    `dynamic` has the keyword and the text of each reference whose target depends on where the way
    to it began.
    `same_value` are the schemas that judge the same value as the one that was visited.
    """

    resources: set[Location] = field(default_factory=set[Location])
    targets: dict[Location, Location] = field(default_factory=dict[Location, Location])
    dynamic: dict[Location, tuple[str, str]] = field(
        default_factory=dict[Location, tuple[str, str]]
    )
    failures: list[tuple[Location, Failure]] = field(default_factory=list[tuple[Location, Failure]])
    same_value: list[Location] = field(default_factory=list[Location])


class Visits:
    """Visits schemas, and remembers what it has seen there."""

    def __init__(self, library: Library, references: References) -> None:
        self._library = library
        self._references = references
        self._seen: dict[Location, Visit] = {}

    def visit(self, location: Location) -> Visit:
        """Return what stands at and below the schema at a location."""
        if location not in self._seen:
            self._seen[location] = visit = Visit()
            self._look(location, visit, is_same=True)
        return self._seen[location]

    def _look(self, at: Location, visit: Visit, *, is_same: bool) -> None:
        schema = self._library.value(at.path, at.pointer)
        if not isinstance(schema, dict):
            return
        dialect = self._library.dialect(at.path, at.pointer)
        visit.resources.add(self._references.resource(at))
        if is_same:
            visit.same_value.append(at)
        visit.failures.extend((at, failure) for failure in _untranslatable(schema, dialect))
        if "$ref" in schema:
            self._resolve(str(schema["$ref"]), at, visit)
        if "$ref" in schema and dialect in REFERENCE_STANDS_ALONE:
            return
        keyword = DYNAMIC_REFERENCES.get(dialect) if dialect else None
        if keyword in schema:
            visit.dynamic[at] = (keyword, str(schema[keyword]))
        for below, _ in children(schema):
            if below[0] not in DEFINITIONS:
                inner = Location(at.path, at.pointer + below)
                self._look(inner, visit, is_same=is_same and below[0] in SAME_VALUE)

    def _resolve(self, reference: str, at: Location, visit: Visit) -> None:
        target = self._references.resolve(reference, at)
        if isinstance(target, Location):
            visit.targets[at] = target
        else:
            visit.failures.append((at, target))


def _untranslatable(schema: JsonObject, dialect: Dialect | None) -> Iterator[Failure]:
    keyword = untranslatable(schema, dialect) if dialect else None
    if keyword:
        message = f"what `{keyword}` means in {dialect} cannot be said in 2020-12"
        hint = "write the schema in 2020-12, where what `contains` finds counts as evaluated"
        yield Failure(UNTRANSLATABLE_DIALECT, message, hint, keyword=keyword)
