"""A path through a tool's input and the input's schema -> where it leads no further, if it does."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from interruptgen.language.wording import nearest
from interruptgen.model import Json, JsonObject, Schema
from interruptgen.schema.judge import Judge
from interruptgen.schema.walk import children

T = TypeVar("T")

_SAME_VALUE = ("allOf", "anyOf", "oneOf", "then", "else", "dependentSchemas")
"""Keywords that may say more about the properties of an object."""


@dataclass(frozen=True)
class Miss:
    """Where a path leads no further: the part of it that leads somewhere, and what is there."""

    before: Sequence[str]
    token: str
    names: Sequence[str]

    @property
    def hint(self) -> str | None:
        """Say what was probably meant, or what there is."""
        close = nearest(self.token, self.names)
        if close:
            return f"did you mean `{self._path(close)}`?"
        known = ", ".join(f"`{self._path(name)}`" for name in self.names)
        return f"the input has {known}" if known else None

    def _path(self, name: str) -> str:
        return ".".join([*self.before, name])


def miss(path: Sequence[str], root: Schema | None) -> Miss | None:
    """Return where the path stops; None where values of `root` can have something at its end."""
    views = list(_views(root.document, root)) if root else []
    for depth, token in enumerate(path):
        inside = _each(inner for view in views for inner in _steps(view, token))
        if not inside:
            names = {name for view in views for name in _properties(view)}
            return Miss(path[:depth], token, sorted(names))
        views = _each(view for inner in inside for view in _views(inner, root))
    return None


def _each(schemas: Iterable[T]) -> list[T]:
    """Return each of the schemas once: many ways may lead to the same."""
    return list({id(schema): schema for schema in schemas}.values())


def _views(
    schema: Json, root: Schema | None, seen: frozenset[str] = frozenset()
) -> Iterator[JsonObject]:
    """Yield the schema and every one that judges the same value."""
    if not isinstance(schema, dict):
        return
    yield schema
    reference = schema.get("$ref")
    if isinstance(reference, str) and reference not in seen:
        definitions = root.document.get("$defs") if root else None
        name = reference.removeprefix("#/$defs/")
        if isinstance(definitions, dict):
            yield from _views(definitions.get(name), root, seen | {reference})
    for below, inner in children(schema):
        if below[0] in _SAME_VALUE:
            yield from _views(inner, root, seen)


def _steps(schema: JsonObject, token: str) -> Iterator[Json]:
    properties, patterns = schema.get("properties"), schema.get("patternProperties")
    found = [properties[token]] if isinstance(properties, dict) and token in properties else []
    if isinstance(patterns, dict):
        found += [
            inner for one, inner in patterns.items() if Judge({"pattern": one}).accepts(token)
        ]
    others = schema.get("additionalProperties")
    yield from found or ([others] if isinstance(others, dict) else [])


def _properties(schema: JsonObject) -> Iterator[str]:
    properties = schema.get("properties")
    yield from properties if isinstance(properties, dict) else ()
