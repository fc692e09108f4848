"""One schema document -> its resources, URIs and anchors (JSON Schema 2020-12 Core, section 8)."""

from dataclasses import dataclass, field
from urllib.parse import urljoin

from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.schema.dialects import REFERENCE_STANDS_ALONE, dialect_of
from interruptgen.schema.walk import walk


@dataclass(frozen=True)
class Index:
    """What a reference inside one schema document can name, each with its pointer.

    `bases` maps the root and every subschema with an `$id` of its own to its base URI, `uris`
    leads back, `anchors` maps (resource, name) to the subschema that bears the name; those of
    `$dynamicAnchor` are in `dynamic_anchors` as well.
    """

    bases: dict[Pointer, str] = field(default_factory=dict[Pointer, str])
    uris: dict[str, Pointer] = field(default_factory=dict[str, Pointer])
    anchors: dict[tuple[Pointer, str], Pointer] = field(
        default_factory=dict[tuple[Pointer, str], Pointer]
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

    def anchor(self, resource: Pointer, name: str) -> Pointer | None:
        """Find an anchor: in its resource first, then anywhere in the document."""
        own = self.anchors.get((resource, name))
        if own is not None:
            return own
        return next((at for (_, other), at in self.anchors.items() if other == name), None)


def index_schema(schema: Json, root: Pointer) -> Index:
    """Index the schema document that stands at `root` of its file."""
    index = Index(bases={root: ""})
    stands_alone = dialect_of(schema) in REFERENCE_STANDS_ALONE
    for pointer, subschema in walk(schema, root):
        if stands_alone and "$ref" in subschema and pointer != root:
            continue
        base, _, fragment = _identifier(subschema).partition("#")
        if base:
            index.bases[pointer] = joined(index.bases[index.resource(pointer)], base)
            index.uris[index.bases[pointer]] = pointer
        if fragment:
            index.anchors[index.resource(pointer), fragment] = pointer
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = subschema.get(keyword)
            if isinstance(name, str):
                index.anchors[index.resource(pointer), name] = pointer
                if keyword == "$dynamicAnchor":
                    index.dynamic_anchors[index.resource(pointer), name] = pointer
    return index


def joined(base: str, reference: str) -> str:
    """Return the URI that a reference means where `base` is the base URI.

    What is no URI, such as `http://[`, means itself alone.
    """
    try:
        return urljoin(base, reference)
    except ValueError:
        return reference


def _identifier(schema: JsonObject) -> str:
    """Return the `$id`, which draft 04 wrote `id`; its fragment was an anchor until draft 07."""
    for keyword in ("$id", "id"):
        identifier = schema.get(keyword)
        if isinstance(identifier, str):
            return identifier
    return ""
