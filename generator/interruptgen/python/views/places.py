"""A subschema's place in its document -> the class name that it asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.naming import pascal_case


@dataclass(frozen=True)
class Place:
    """A pointer in a bundled document, and the class name of an object that stands there."""

    pointer: Pointer
    name: str


@dataclass(frozen=True)
class Places:
    """Gives the places below a place; `class_names` are the names that the source asks for."""

    class_names: Mapping[Pointer, str]

    def property(self, place: Place, key: str) -> Place:
        """Return the place of a declared property."""
        return self._below(place, ("properties", key), pascal_case(key) or "Field")

    def value(self, place: Place, *tokens: str) -> Place:
        """Return the place of what a map holds, below the keyword or the pattern `tokens`."""
        return self._below(place, tokens, "Value")

    def items(self, place: Place) -> Place:
        """Return the place of what an array holds."""
        return self._below(place, ("items",), "Item")

    def prefix(self, place: Place, index: int) -> Place:
        """Return the place of one item of an array, counted from 0."""
        return self._below(place, ("prefixItems", index), f"Item{index + 1}")

    def part(self, place: Place, index: int) -> Place:
        """Return the place of a branch of `allOf`, which describes the same thing."""
        return self._below(place, ("allOf", index), "")

    def definition(self, owner: str, name: str) -> Place:
        """Return the place of a member of `$defs` in the document of the class `owner`."""
        word = pascal_case(name) or "Definition"
        return self._below(Place((), owner), ("$defs", name), word)

    def options(self, place: Place, keyword: str, branches: Sequence[Json]) -> list[Place]:
        """Return the places of the branches of `anyOf` or `oneOf`.

        A branch is told from others of its JSON type by the constant that only it has, or else
        by its number; the only one of its type keeps the name of the whole.
        """
        kinds = [_kind(branch) for branch in branches]
        words = _distinct_words(branches)
        return [
            self._below(
                place,
                (keyword, index),
                "" if kinds.count(kinds[index]) == 1 else word or f"Option{index + 1}",
            )
            for index, word in enumerate(words)
        ]

    def _below(self, place: Place, tokens: Pointer, word: str) -> Place:
        pointer = place.pointer + tokens
        return Place(pointer, self.class_names.get(pointer) or place.name + word)


def _kind(branch: Json) -> str:
    if not isinstance(branch, dict):
        return "other"
    if isinstance(branch.get("type"), str):
        return str(branch["type"])
    if _properties(branch) or "required" in branch:
        return "object"
    for keyword, kind in (("items", "array"), ("$ref", "reference")):
        if keyword in branch:
            return kind
    return "other"


def _distinct_words(branches: Sequence[Json]) -> list[str]:
    """Return a word for each branch; empty where nothing tells the branches apart."""
    tags = [_tags(branch) for branch in branches]
    objects = [found for branch, found in zip(branches, tags, strict=True) if _properties(branch)]
    for key in objects[0] if objects else ():
        words = [found.get(key, "") for found in objects]
        if all(words) and len(set(words)) == len(words):
            return [found.get(key, "") for found in tags]
    return [_reference_word(branch) for branch in branches]


def _properties(branch: Json) -> list[tuple[str, Json]]:
    """Return the properties that a branch declares, itself or in the parts that it is made of."""
    if not isinstance(branch, dict):
        return []
    parts = branch.get("allOf")
    inner = (_properties(part) for part in parts) if isinstance(parts, list) else ()
    own = branch.get("properties")
    return [
        *(own.items() if isinstance(own, dict) else ()),
        *(one for found in inner for one in found),
    ]


def _tags(branch: Json) -> dict[str, str]:
    """Return the properties of a branch that can only have one value, each with its word."""
    return {
        key: pascal_case(_text(value))
        for key, schema in _properties(branch)
        if isinstance(schema, dict)
        for value in _only_values(schema)
    }


def _only_values(schema: JsonObject) -> Sequence[Json]:
    """Return the one value that `schema` accepts, or nothing."""
    if "const" in schema:
        return [schema["const"]]
    enum = schema.get("enum")
    return enum if isinstance(enum, list) and len(enum) == 1 else []


def _text(value: Json) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _reference_word(branch: Json) -> str:
    reference = branch.get("$ref") if isinstance(branch, dict) else None
    return pascal_case(reference.rpartition("/")[2]) if isinstance(reference, str) else ""
