"""Two schemas -> values on and around the edges of both, made without any proof.

It shares nothing with the compiler's own search for witnesses: it draws from the keywords as they
stand, and then changes what it has drawn.
"""

import copy
from collections.abc import Iterator, Sequence
from random import Random

from interruptgen.model import Json, JsonObject
from interruptgen.schema.walk import walk

LEAVES: tuple[Json, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    10**6,
    "",
    "a",
    "zz zz",
    [],
    {},
    [1],
    {"a": 1},
)
WORDS = ("", "a", "ab", "abc", "X", "9", "2024-02-29", "ada@example.com", "EUR", "abc-def")


class Drawer:
    """Draws values from the words, numbers and shapes of some schemas."""

    def __init__(self, documents: Sequence[JsonObject], random: Random) -> None:
        self._random = random
        self._documents = documents
        self._schemas = [(one, document) for document in documents for _, one in walk(document)]
        self._constants = [*LEAVES, *self._harvest()]
        self._names = [
            name
            for schema, _ in self._schemas
            for keyword in ("properties", "dependentSchemas", "dependentRequired")
            for name in _object(schema.get(keyword))
        ] + [str(name) for schema, _ in self._schemas for name in _array(schema.get("required"))]

    def values(self, written: Sequence[Json], count: int) -> Iterator[Json]:
        """Yield the written values, drawn ones, and `count` changed ones."""
        base = [*written]
        for document in self._documents:
            base += [self.draw(document, document, 0) for _ in range(max(4, count // 6))]
        yield from base
        for _ in range(count):
            value = copy.deepcopy(self._random.choice(base))
            for _ in range(self._random.choice((1, 1, 1, 2, 3))):
                value = self._changed(value)
            yield value

    def draw(self, schema: Json, document: JsonObject, depth: int) -> Json:
        """Draw a value with an eye on a schema."""
        pick = self._random.choice
        if not isinstance(schema, dict) or depth > 7 or self._random.random() < 0.04:
            return copy.deepcopy(pick(self._constants))
        merged = self._merged(schema, document, 0)
        if "const" in merged:
            return copy.deepcopy(merged["const"])
        if _array(merged.get("enum")):
            return copy.deepcopy(pick(_array(merged["enum"])))
        kinds = merged.get("type", _kind(merged) or pick(("object", "string", "number", "array")))
        kind = pick(kinds) if isinstance(kinds, list) and kinds else kinds
        return self._of_kind(kind, merged, document, depth)

    def _of_kind(self, kind: Json, schema: JsonObject, document: JsonObject, depth: int) -> Json:
        if kind == "object":
            return self._object(schema, document, depth)
        if kind == "array":
            return self._array(schema, document, depth)
        if kind == "string":
            return self._string(schema)
        if kind in {"integer", "number"}:
            return self._number(schema, kind)
        return self._random.choice((True, False)) if kind == "boolean" else None

    def _merged(self, schema: JsonObject, document: JsonObject, depth: int) -> JsonObject:
        """Return the keywords of a schema with those of the schemas beside it, as chance has it."""
        merged: JsonObject = {}
        inner: list[Json] = [*_array(schema.get("allOf"))]
        for keyword in ("anyOf", "oneOf"):
            branches = _array(schema.get(keyword))
            inner += [self._random.choice(branches)] if branches else []
        inner += [schema[one] for one in ("if", "then", "else") if one in schema][:2]
        reference = schema.get("$ref")
        if isinstance(reference, str):
            inner.append(_object(document.get("$defs")).get(reference.rpartition("/")[2], {}))
        for one in inner if depth < 8 else ():
            if isinstance(one, dict):
                _merge(merged, self._merged(one, document, depth + 1))
        _merge(merged, schema)
        return merged

    def _object(self, schema: JsonObject, document: JsonObject, depth: int) -> Json:
        properties = _object(schema.get("properties"))
        required = {str(one) for one in _array(schema.get("required"))}
        share = self._random.choice((0.0, 0.3, 0.8, 1.0))
        found: JsonObject = {
            name: self.draw(inner, document, depth + 1)
            for name, inner in properties.items()
            if name in required or self._random.random() < share
        }
        for name in sorted(required - set(properties)):
            found[name] = self.draw(schema.get("additionalProperties", {}), document, depth + 1)
        rest = schema.get("additionalProperties")
        for _ in range(self._random.choice((0, 0, 1, 2)) if isinstance(rest, dict) else 0):
            found[self._name()] = self.draw(rest, document, depth + 1)
        return found

    def _array(self, schema: JsonObject, document: JsonObject, depth: int) -> Json:
        prefix = _array(schema.get("prefixItems"))
        least = _count(schema.get("minItems"), 0)
        size = max(
            least, self._random.choice((0, 1, 2, 3, len(prefix), _count(schema.get("maxItems"), 2)))
        )
        inner = [*prefix, *([schema.get("items", schema.get("contains", {}))] * 60)]
        return [self.draw(inner[index], document, depth + 1) for index in range(min(size, 60))]

    def _string(self, schema: JsonObject) -> Json:
        texts = [one for one in self._constants if isinstance(one, str)]
        text = self._random.choice([*texts, *WORDS])
        least, most = _count(schema.get("minLength"), 0), _count(schema.get("maxLength"), 10**4)
        size = self._random.choice((len(text), least, min(most, 200)))
        return (text + "abcdefgh" * (size // 8 + 1))[:size] if size != len(text) else text

    def _number(self, schema: JsonObject, kind: Json) -> Json:
        numbers = [one for one in self._constants if isinstance(one, int | float)]
        bounds = [
            number
            for keyword in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")
            if isinstance(number := schema.get(keyword), int | float)
        ]
        found = self._random.choice(bounds if bounds and self._random.random() < 0.6 else numbers)
        found = found + self._random.choice((0, 0, 1, -1, 0.5))
        return int(found) if kind == "integer" else found

    def _changed(self, value: Json) -> Json:
        """Change one place of a value."""
        if isinstance(value, dict) and value and self._random.random() < 0.8:
            return self._changed_object(value)
        if isinstance(value, list) and value and self._random.random() < 0.8:
            return self._changed_array(value)
        if isinstance(value, str) and self._random.random() < 0.5:
            return self._random.choice((value + "x", value[:-1], value.upper(), value * 2))
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**15:
            return value + self._random.choice((1, -1, 0.5, 0.25, 100))
        return self._fresh()

    def _changed_object(self, value: JsonObject) -> Json:
        name = self._random.choice([*value])
        if self._random.random() < 0.2:
            return {key: inner for key, inner in value.items() if key != name}
        if self._random.random() < 0.2:
            return {**value, self._name(): self._fresh()}
        return {**value, name: self._changed(value[name])}

    def _changed_array(self, value: list[Json]) -> Json:
        index = self._random.randrange(len(value))
        if self._random.random() < 0.5:
            return [*value[:index], self._changed(value[index]), *value[index + 1 :]]
        shorter: list[Json] = value[:index] + value[index + 1 :]
        same: list[Json] = [*value, copy.deepcopy(value[index])]
        return self._random.choice((shorter, same, [*value, self._fresh()]))

    def _fresh(self) -> Json:
        if self._random.random() < 0.5:
            return copy.deepcopy(self._random.choice(self._constants))
        schema, document = self._random.choice(self._schemas)
        return self.draw(schema, document, 3)

    def _name(self) -> str:
        return self._random.choice([*self._names, "x", "extra", "aa", "Zz", "x-1"])

    def _harvest(self) -> Iterator[Json]:
        for schema, _ in self._schemas:
            yield from _array(schema.get("enum"))
            yield from _array(schema.get("examples"))
            yield from (schema[one] for one in ("const", "default") if one in schema)
            for value in schema.values():
                if isinstance(value, int | float) and not isinstance(value, bool):
                    yield from (value, value + 1, value - 1, value + 0.5)
                    yield from ["q" * int(value + one) for one in (-1, 0, 1) if 0 < value < 300]


def _merge(into: JsonObject, other: JsonObject) -> None:
    for keyword, value in other.items():
        present = into.get(keyword)
        if keyword == "properties" and isinstance(value, dict):
            into[keyword] = {**_object(present), **value}
        elif keyword == "required" and isinstance(value, list):
            into[keyword] = [*_array(present), *value]
        else:
            into[keyword] = value


def _kind(schema: JsonObject) -> str | None:
    keywords = {
        "properties": "object",
        "required": "object",
        "items": "array",
        "prefixItems": "array",
        "minLength": "string",
        "pattern": "string",
        "minimum": "number",
        "maximum": "number",
    }
    return next((kind for keyword, kind in keywords.items() if keyword in schema), None)


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _array(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _count(value: Json, default: int) -> int:
    return int(value) if isinstance(value, int | float) else default
