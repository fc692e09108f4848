"""Schema documents -> their subschemas with places, and which of them mean the same.

Two nodes with the same `key` accept the same values: their texts are the same, annotations left
out, and so is all that they refer to.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from interruptgen.compat.keywords import ASSERTIONS, UNORDERED
from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.schema.walk import children, walk

_DEFINITION = "#/$defs/"


class Interner:
    """Gives equal structures the same number."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}

    def number(self, structure: object) -> int:
        """Return the number of a hashable structure."""
        return self._numbers.setdefault(structure, len(self._numbers))

    def value(self, value: Json) -> int:
        """Return the number of a JSON value: 1 and 1.0 are one value, 1 and true are two."""
        match value:
            case dict():
                members = ((key, self.value(inner)) for key, inner in value.items())
                return self.number(("object", frozenset(members)))
            case list():
                return self.number(("array", tuple(self.value(one) for one in value)))
            case bool() | None:
                return self.number(("constant", str(value)))
            case str():
                return self.number(("string", value))
            case _:
                return self.number(("number", value))


@dataclass(eq=False)
class Side:
    """One of the two documents that are compared."""

    document: JsonObject
    interner: Interner
    names: dict[str, int] = field(default_factory=dict[str, int])
    """The numbers of the members of `$defs`, once they are known."""
    _keys: dict[int, tuple[JsonObject, int]] = field(
        default_factory=dict[int, tuple[JsonObject, int]]
    )
    """By the identity of a schema, which is kept so that no other one can have the identity."""

    @property
    def definitions(self) -> Mapping[str, Json]:
        """The members of the document's `$defs`."""
        members = self.document.get("$defs")
        return members if isinstance(members, dict) else {}

    def root(self) -> "Node":
        """Return the whole document as a node."""
        return Node(self, self.document, ())

    def target(self, reference: str) -> "Node | None":
        """Return what a `$ref` leads to; None where it is not a member of `$defs`."""
        name = reference.removeprefix(_DEFINITION).replace("~1", "/").replace("~0", "~")
        if not reference.startswith(_DEFINITION) or name not in self.definitions:
            return None
        return Node(self, self.definitions[name], ("$defs", name))

    def key(self, schema: Json) -> int:
        """Return the number of a schema of this document."""
        if not isinstance(schema, dict):
            return self.interner.value(schema)
        if id(schema) not in self._keys:
            self._keys[id(schema)] = schema, self._key(schema)
        return self._keys[id(schema)][1]

    def keyword_key(self, schema: JsonObject, keyword: str) -> int:
        """Return the number of one keyword with its value."""
        inner = {at: self.key(child) for at, child in children({keyword: schema[keyword]})}
        if inner:
            return self.interner.number((keyword, frozenset(inner.items())))
        if keyword == "$ref":
            name = str(schema[keyword]).removeprefix(_DEFINITION)
            unknown = self.interner.number(("reference", str(schema[keyword]), id(self)))
            return self.interner.number(("$ref", self.names.get(name, unknown)))
        value = schema[keyword]
        if keyword in UNORDERED:
            values = value if isinstance(value, list) else [value]
            return self.interner.number((keyword, frozenset(map(self.interner.value, values))))
        return self.interner.number((keyword, self.interner.value(value)))

    def _key(self, schema: JsonObject) -> int:
        keywords = frozenset(self.keyword_key(schema, one) for one in schema if one in ASSERTIONS)
        return self.interner.number(("schema", keywords) if keywords else ("constant", "True"))


@dataclass(frozen=True, eq=False)
class Node:
    """A subschema of a document, with its place there."""

    side: Side
    schema: Json
    pointer: Pointer

    @property
    def key(self) -> int:
        """The number that all nodes have that accept the same values for the same reasons."""
        return self.side.key(self.schema)

    @property
    def keywords(self) -> JsonObject:
        """The keywords; none for a schema that is `true` or `false`."""
        return self.schema if isinstance(self.schema, dict) else {}

    def below(self, *tokens: str | int) -> "Node":
        """Return the subschema at a pointer that begins here, which must be there."""
        value = self.schema
        for token in tokens:
            if isinstance(value, dict) and isinstance(token, str):
                value = value[token]
            elif isinstance(value, list) and isinstance(token, int):
                value = value[token]
        return Node(self.side, value, self.pointer + tokens)

    def made(self, schema: Json, *tokens: str | int) -> "Node":
        """Return a schema that is not in the document, but says what stands at a place there."""
        return Node(self.side, schema, self.pointer + tokens)

    def listed(self, keyword: str) -> tuple["Node", ...]:
        """Return the schemas in the array of a keyword."""
        value = self.keywords.get(keyword)
        count = len(value) if isinstance(value, list) else 0
        return tuple(self.below(keyword, index) for index in range(count))

    def named(self, keyword: str) -> dict[str, "Node"]:
        """Return the schemas in the object of a keyword, by name."""
        value = self.keywords.get(keyword)
        names = value if isinstance(value, dict) else {}
        return {name: self.below(keyword, name) for name in names}

    def alone(self) -> JsonObject:
        """Return a document that accepts what this schema accepts."""
        if not isinstance(self.schema, dict):
            return {} if self.schema else {"not": {}}
        if self.schema is self.side.document or not self.side.definitions:
            return self.schema
        members = _reached(self.schema, self.side.definitions)
        return {**self.schema, "$defs": members} if members else self.schema


def sides(a: JsonObject, b: JsonObject) -> tuple[Side, Side]:
    """Return both documents, their nodes' keys comparable with each other."""
    interner = Interner()
    one, other = Side(a, interner), Side(b, interner)
    texts, other_texts = _texts(one), _texts(other)
    shared = {name for name, text in texts.items() if text == other_texts.get(name)}
    uses = {name: set(references(one.definitions[name])) for name in shared}
    while changed := {name for name in shared if not uses[name] <= shared}:
        shared -= changed
    for side in (one, other):
        for name in side.definitions:
            mark = "both" if name in shared else str(side is one)
            side.names[name] = interner.number(("definition", name, mark))
    return one, other


def _texts(side: Side) -> dict[str, int]:
    """Return a number for each definition's own text, its references taken by name."""
    names = {name: side.interner.number(("name", name)) for name in side.definitions}
    plain = Side(side.document, side.interner, names)
    return {name: plain.key(schema) for name, schema in side.definitions.items()}


def references(schema: Json) -> Iterator[str]:
    """Yield the names of the definitions that a schema refers to."""
    for _, inner in walk(schema):
        reference = inner.get("$ref")
        if isinstance(reference, str):
            yield reference.removeprefix(_DEFINITION)


def _reached(schema: Json, members: Mapping[str, Json]) -> JsonObject:
    found: JsonObject = {}
    waiting = [*references(schema)]
    while waiting:
        name = waiting.pop()
        if name in members and name not in found:
            found[name] = members[name]
            waiting.extend(references(members[name]))
    return dict(sorted(found.items()))
