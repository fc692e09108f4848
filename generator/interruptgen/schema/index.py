"""One schema document -> its resources, URIs and anchors (JSON Schema 2020-12 Core, section 8)."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urljoin

from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.schema.dialects import (
    REFERENCE_STANDS_ALONE,
    Dialect,
    dialect_of,
    names_dialect,
)
from interruptgen.schema.walk import walk

_ANCHORS: Final = {
    None: ("$anchor", "$dynamicAnchor"),
    Dialect.DRAFT_2019_09: ("$anchor",),
    Dialect.DRAFT_2020_12: ("$anchor", "$dynamicAnchor"),
}


@dataclass(frozen=True)
class Index:
    """What a reference inside one schema document can name, each with its pointer.

    `bases` maps the root and every subschema with an `$id` of its own to its base URI, `uris`
    leads back, `anchors` maps (resource, name) to the subschemas that bear the name; those of
    `$dynamicAnchor` are in `dynamic_anchors` as well, with an empty name for the resources that
    have `$recursiveAnchor: true`.
    """

    bases: dict[Pointer, str] = field(default_factory=dict[Pointer, str])
    uris: dict[str, list[Pointer]] = field(default_factory=dict[str, list[Pointer]])
    anchors: dict[tuple[Pointer, str], list[Pointer]] = field(
        default_factory=dict[tuple[Pointer, str], list[Pointer]]
    )
    dynamic_anchors: dict[tuple[Pointer, str], Pointer] = field(
        default_factory=dict[tuple[Pointer, str], Pointer]
    )

    def resource(self, pointer: Pointer) -> Pointer:
        """Return the innermost resource that holds `pointer`."""
        for length in range(len(pointer), -1, -1):
            if pointer[:length] in self.bases:
                return pointer[:length]
        return pointer

    def anchor(self, resource: Pointer, name: str) -> list[Pointer]:
        """Find the schemas with a name: in the resource first, then anywhere in the document."""
        own = self.anchors.get((resource, name))
        if own:
            return own
        return [at for (_, other), found in self.anchors.items() if other == name for at in found]

    def add_anchor(self, pointer: Pointer, name: str) -> None:
        """Let a schema bear a name in its resource."""
        found = self.anchors.setdefault((self.resource(pointer), name), [])
        if pointer not in found:
            found.append(pointer)


def index_schema(schema: Json, root: Pointer, *, is_lenient: bool = False) -> Index:
    """Index the schema document that stands at `root` of its file.

    `is_lenient` takes what any dialect calls an identifier or an anchor for one, as schemas are
    pasted without their `$schema`, or with that of another dialect.
    """
    index = Index(bases={root: ""})
    for pointer, subschema, dialect in _schemas(schema, root):
        if dialect in REFERENCE_STANDS_ALONE and "$ref" in subschema and pointer != root:
            continue
        _identify(index, pointer, subschema, None if is_lenient else dialect)
        _anchor(index, pointer, subschema, None if is_lenient else dialect)
    return index


def joined(base: str, reference: str) -> str:
    """Return the URI that a reference means where `base` is the base URI.

    What is no URI, such as `http://[`, means itself alone.
    """
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def _identify(index: Index, pointer: Pointer, schema: JsonObject, dialect: Dialect | None) -> None:
    """Add the URI that a schema has; until draft 07 the fragment of it was an anchor."""
    keywords = {None: ("$id", "id"), Dialect.DRAFT_04: ("id",)}.get(dialect, ("$id",))
    identifier = next(_texts(schema, keywords), "")
    base, _, fragment = identifier.partition("#")
    if base:
        index.bases[pointer] = joined(index.bases[index.resource(pointer)], base)
        index.uris.setdefault(index.bases[pointer], []).append(pointer)
    if fragment and (dialect is None or dialect in REFERENCE_STANDS_ALONE):
        index.add_anchor(pointer, fragment)


def _anchor(index: Index, pointer: Pointer, schema: JsonObject, dialect: Dialect | None) -> None:
    """Add the names that a schema has in its resource."""
    resource = index.resource(pointer)
    for name in _texts(schema, _ANCHORS.get(dialect, ())):
        index.add_anchor(pointer, name)
    if dialect is Dialect.DRAFT_2020_12:
        for name in _texts(schema, ("$dynamicAnchor",)):
            index.dynamic_anchors[resource, name] = pointer
    if dialect is Dialect.DRAFT_2019_09 and schema.get("$recursiveAnchor") is True:
        index.dynamic_anchors[resource, ""] = resource


def _schemas(schema: Json, root: Pointer) -> Iterator[tuple[Pointer, JsonObject, Dialect | None]]:
    """Yield every schema of a document with its dialect, the outer before the inner."""
    dialects: dict[Pointer, Dialect | None] = {}
    for pointer, subschema in walk(schema, root):
        if names_dialect(subschema) or pointer == root:
            dialects[pointer] = dialect_of(subschema)
        around = (pointer[:length] for length in range(len(pointer), -1, -1))
        yield pointer, subschema, next(dialects[one] for one in around if one in dialects)


def _texts(schema: JsonObject, keywords: Iterable[str]) -> Iterator[str]:
    values = (schema.get(keyword) for keyword in keywords)
    yield from (value for value in values if isinstance(value, str))
