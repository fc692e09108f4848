"""A bundled JSON Schema document -> the shapes of its root and of its definitions.

Only keywords that say something about form are read; whatever else stands in a schema narrows
it, so that a shape covers what its schema accepts, and possibly more.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from interruptgen.model import Json, JsonObject, Origin, Schema
from interruptgen.python.views import keywords
from interruptgen.python.views.meeting import Meeting
from interruptgen.python.views.places import Place, Places
from interruptgen.python.views.shapes import (
    ANY,
    ANY_ARRAY,
    NEVER,
    Array,
    Atom,
    Field,
    Key,
    Map,
    Object,
    Ref,
    Shape,
    Tuple,
    join,
    placed,
    single,
    undescribed,
)

_MAX_TOKENS = 130
"""Deeper than this, a schema is read as anything: nobody could use the names of its classes."""

_MAX_EXPANSIONS = 16
"""Chains of merged references longer than this are not followed to their end."""

_MAX_PAIRS = 64
"""Unions whose product would be larger are not merged with what stands beside them."""

_ALL_TYPES = ("string", "number", "boolean", "null", "array", "object")


class Reader:
    """Reads one document; `owner` is the class name of its root, `key` the root's identity.

    `keys` tells for the origin of a definition by which key other documents know it, or None
    for a definition that belongs to this document.
    """

    def __init__(
        self, schema: Schema, owner: str, key: Key, keys: Callable[[Origin], Key | None]
    ) -> None:
        self.owner = owner
        self._document = schema.document
        self._places = Places(schema.class_names)
        self._meet = Meeting(self._expand).of
        self._root = key
        self._definitions = dict(keywords.members(schema.document, "$defs"))
        known = {name: keys(origin) for name, origin in schema.origins.items()}
        self._keys = {
            name: known.get(name) or Key(owner, ("$defs", name)) for name in self._definitions
        }
        self._adopt_root()
        self._names = {found: name for name, found in self._keys.items()}
        self._shapes: dict[Key, Shape] = {}
        self._open: list[Key] = []

    def root(self) -> Shape:
        """Read the document itself."""
        if self._root in self._names:
            return self.definition(self._root)
        return self._read(self._document, Place((), self.owner))

    def definition(self, key: Key) -> Shape:
        """Read a member of the document's `$defs`."""
        if key not in self._shapes:
            name = self._names[key]
            place = self._places.definition(self.owner, name)
            if key == self._root:
                place = replace(place, name=self.owner)
            self._open.append(key)
            self._shapes[key] = self._read(self._definitions[name], place)
            self._open.pop()
        return self._shapes[key]

    def place(self, key: Key) -> Place:
        """Return the place of a member of the document's `$defs`."""
        return self._places.definition(self.owner, self._names[key])

    def description(self, key: Key) -> str | None:
        """Return the description of the root or of a member of the document's `$defs`."""
        found = keywords.description(self._document) if key == self._root else None
        name = self._names.get(key)
        return found or (keywords.description(self._definitions[name]) if name else None)

    def _adopt_root(self) -> None:
        """Let a definition that the root merely refers to, and that is of this document, be it."""
        name = keywords.definition_name(self._document)
        if name in self._keys and not keywords.has_shape_besides_reference(self._document):
            own = self._keys[name]
            self._keys[name] = self._root if own.scope == self.owner else own

    def _expand(self, ref: Ref) -> Shape:
        """Return what `ref` covers, or anything where the reference leads back to itself."""
        if ref.key in self._open or len(self._open) >= _MAX_EXPANSIONS:
            return ANY
        return self.definition(ref.key)

    def _read(self, schema: Json, place: Place) -> Shape:
        if not isinstance(schema, dict) or len(place.pointer) > _MAX_TOKENS:
            return NEVER if schema is False else ANY
        shape = self._composed(schema, place)
        for keyword in ("anyOf", "oneOf"):
            shape = self._alternatives(schema, keyword, shape, place)
        only = shape.only()
        if isinstance(only, Object) and self._is_closed(schema, only):
            return single(replace(only, closed=True))
        return shape

    def _composed(self, schema: JsonObject, place: Place) -> Shape:
        """Read the schema's reference, its `allOf` and its own keywords, the last being nearest."""
        name = keywords.definition_name(schema)
        shape = single(Ref(self._keys[name])) if name in self._keys else ANY
        for index, part in enumerate(keywords.subschemas(schema, "allOf")):
            shape = self._meet(shape, self._read(part, self._places.part(place, index)))
        own = self._own(schema, place)
        if shape == ANY:
            return own
        merged = self._meet(shape, own)
        return placed(merged, place.pointer, place.name, keywords.description(schema))

    def _own(self, schema: JsonObject, place: Place) -> Shape:
        values = keywords.values(schema) or ANY
        names = keywords.types(schema)
        if names is None and not keywords.has_container_keywords(schema):
            return values
        atoms = (self._of_type(name, schema, place) for name in names or _ALL_TYPES)
        return self._meet(join(atoms), values)

    def _of_type(self, name: str, schema: JsonObject, place: Place) -> Shape:
        if name == "object":
            return single(self._object(schema, place))
        if name == "array":
            return single(self._array(schema, place))
        return single(keywords.scalar(name))

    def _object(self, schema: JsonObject, place: Place) -> Atom:
        additional = schema.get("additionalProperties", True)
        has_patterns = bool(schema.get("patternProperties"))
        is_closed = additional is False and not has_patterns
        is_map = not schema.get("properties") and not is_closed
        if is_map and (has_patterns or additional is not True or "required" not in schema):
            return self._map(schema, additional, place)
        return Object(
            fields=tuple(self._fields(schema, place)),
            closed=is_closed,
            pointer=place.pointer,
            name=place.name,
            description=keywords.description(schema),
        )

    def _fields(self, schema: JsonObject, place: Place) -> Iterator[Field]:
        """Yield the declared properties, then those that are required without a declaration."""
        missing = keywords.required(schema)
        for key, value in keywords.members(schema, "properties"):
            shape = self._read(value, self._places.property(place, key))
            if shape != NEVER:
                yield Field(key, shape, key in missing, keywords.description(value))
                missing.pop(key, None)
        for key in missing:
            yield Field(key, ANY, required=True)

    def _map(self, schema: JsonObject, additional: Json, place: Place) -> Map:
        below = self._places.value(place, "additionalProperties")
        shapes = [
            self._read(value, self._places.value(place, "patternProperties", pattern))
            for pattern, value in keywords.members(schema, "patternProperties")
        ]
        return Map(join([*shapes, self._read(additional, below)]))

    def _array(self, schema: JsonObject, place: Place) -> Atom:
        prefix = [
            self._read(value, self._places.prefix(place, index))
            for index, value in enumerate(keywords.subschemas(schema, "prefixItems"))
        ]
        length = keywords.length(schema)
        if length and length <= len(prefix) and NEVER not in prefix[:length]:
            return Tuple(tuple(prefix[:length]))
        rest = self._read(schema.get("items", True), self._places.items(place))
        items = join([*prefix, rest])
        return ANY_ARRAY if items == NEVER else Array(items)

    def _alternatives(self, schema: JsonObject, keyword: str, shape: Shape, place: Place) -> Shape:
        """Merge `shape` into each branch of a union."""
        branches = keywords.subschemas(schema, keyword)
        if not any(map(keywords.adds_shape, branches)):
            return shape
        places = self._places.options(place, keyword, branches)
        read = [self._read(branch, at) for branch, at in zip(branches, places, strict=True)]
        if shape == ANY:
            return join(read)
        if len(shape.atoms) * sum(len(one.atoms) for one in read) > _MAX_PAIRS:
            return shape
        bare = undescribed(shape) if len(branches) > 1 else shape
        pairs = zip(read, places, strict=True)
        return join(self._merged(bare, branch, at) for branch, at in pairs)

    def _merged(self, shape: Shape, branch: Shape, place: Place) -> Shape:
        merged = self._meet(shape, branch)
        return branch if merged == branch else placed(merged, place.pointer, place.name, None)

    def _is_closed(self, schema: JsonObject, shape: Object) -> bool:
        """Tell whether `unevaluatedProperties: false` leaves only the fields of `shape`."""
        if schema.get("unevaluatedProperties") is not False:
            return False
        declared = self._declared(schema, _MAX_EXPANSIONS)
        return declared is not None and declared <= {field.key for field in shape.fields}

    def _declared(self, schema: Json, depth: int) -> set[str] | None:
        """Return the keys that `schema` declares; None where it may allow keys in other ways."""
        if not isinstance(schema, dict):
            return set()
        if not depth or not keywords.names_every_property(schema):
            return None
        found = {key for key, _ in keywords.members(schema, "properties")}
        parts = list(keywords.subschemas(schema, "allOf"))
        name = keywords.definition_name(schema)
        if name is not None:
            parts.append(self._definitions.get(name))
        for part in parts:
            below = self._declared(part, depth - 1)
            if below is None:
                return None
            found |= below
        return found
