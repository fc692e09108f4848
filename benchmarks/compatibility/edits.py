"""A schema document -> the same one with some random changes, each of a named kind."""

import copy
from collections.abc import Callable, Sequence
from random import Random

from interruptgen.model import Json, JsonObject
from interruptgen.schema.walk import walk

SCHEMAS: tuple[Json, ...] = (
    True, False, {"type": "string"}, {"type": "integer"}, {"type": "number"}, {"type": "null"},
    {"type": ["string", "null"]}, {"type": "boolean"}, {"type": "array"}, {"type": "object"},
    {"enum": ["a", "b"]}, {"const": 1}, {"type": "string", "minLength": 2}, {"minimum": 0},
    {"type": "array", "items": {"type": "string"}},
    {"anyOf": [{"type": "string"}, {"type": "null"}]},
    {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
    {"type": "object", "additionalProperties": {"type": "integer"}},
)  # fmt: skip
ADDITIONS: tuple[tuple[str, tuple[Json, ...]], ...] = (
    ("type", ("string", "object", "array", "number", "integer", ["string", "null"])),
    ("minimum", (0, 1, -5, 0.5)),
    ("maximum", (10, 100, 5.5)),
    ("exclusiveMinimum", (0, 1)),
    ("exclusiveMaximum", (10, 100)),
    ("multipleOf", (1, 2, 0.5, 0.01, 3)),
    ("minLength", (0, 1, 2, 5)),
    ("maxLength", (1, 3, 10, 200)),
    ("pattern", ("^[a-z]+$", "^.*$", "[0-9]", "^[A-Z]{3}$", "^a")),
    ("format", ("email", "date", "uri")),
    ("minItems", (0, 1, 2)),
    ("maxItems", (0, 1, 3)),
    ("uniqueItems", (True, False)),
    ("contains", SCHEMAS),
    ("prefixItems", ([{"type": "string"}], [{"type": "integer"}, True], [True])),
    ("items", SCHEMAS),
    ("unevaluatedItems", (False, {"type": "string"})),
    ("minProperties", (0, 1, 2)),
    ("maxProperties", (1, 2, 5)),
    ("propertyNames", ({"pattern": "^[a-z]"}, {"maxLength": 5}, {"enum": ["a", "b"]}, False)),
    ("patternProperties", ({"^x": False}, {"^[a-z]": {"type": "string"}}, {"": True}, {"^x-": {}})),
    ("additionalProperties", SCHEMAS),
    ("unevaluatedProperties", (False, True, {"type": "string"})),
    ("dependentRequired", ({"a": ["b"]}, {"b": ["a"]})),
    ("dependentSchemas", ({"a": {"required": ["b"]}}, {"a": {"properties": {"b": False}}})),
    ("not", ({"type": "string"}, {"const": 1}, {"required": ["a"]}, {"enum": ["a", "b"]}, {})),
    ("const", (1, "a", None)),
    ("enum", (["a", "b", "c"], [1, 2], [None])),
    ("description", ("Another text.",)),
    ("default", ("a",)),
)  # fmt: skip


class Editor:
    """Makes random changes to a document that it has a copy of."""

    def __init__(self, document: JsonObject, random: Random) -> None:
        self.document = copy.deepcopy(document)
        self._random = random
        self._edits: tuple[Callable[[JsonObject], str | None], ...] = (
            self._add, self._add, self._remove, self._remove, self._number, self._number,
            self._required, self._required, self._property, self._property, self._enum,
            self._type, self._branch, self._wrap, self._replace, self._closed, self._condition,
            self._rename,
        )  # fmt: skip

    def edit(self) -> str:
        """Make one change and return what kind of change it is."""
        while True:
            schemas = [one for _, one in walk(self.document)]
            changed = self._random.choice(self._edits)(self._random.choice(schemas))
            if changed:
                return changed

    def _add(self, schema: JsonObject) -> str | None:
        keyword, values = self._random.choice(ADDITIONS)
        if keyword in schema:
            return None
        schema[keyword] = copy.deepcopy(self._random.choice(values))
        return f"add {keyword}"

    def _remove(self, schema: JsonObject) -> str | None:
        keywords = [one for one in schema if one != "$defs"]
        if not keywords:
            return None
        keyword = self._random.choice(keywords)
        del schema[keyword]
        return f"remove {keyword}"

    def _number(self, schema: JsonObject) -> str | None:
        numbers = [one for one, value in schema.items() if type(value) in {int, float}]
        if not numbers:
            return None
        keyword = self._random.choice(numbers)
        value = schema[keyword]
        assert isinstance(value, int | float)
        changed = value + self._random.choice((1, -1, 10))
        is_count = keyword.startswith(("min", "max")) and keyword not in {"minimum", "maximum"}
        if changed <= 0 and (is_count or keyword == "multipleOf"):
            return None
        schema[keyword] = changed
        return f"change {keyword}"

    def _required(self, schema: JsonObject) -> str | None:
        names = [*_object(schema.get("properties"))]
        if not names:
            return None
        name = self._random.choice([*names, "a"])
        required = [*_array(schema.get("required"))]
        if name in required:
            schema["required"] = [one for one in required if one != name]
            return "make optional"
        schema["required"] = [*required, name]
        return "make required"

    def _property(self, schema: JsonObject) -> str | None:
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return None
        if properties and self._random.random() < 0.5:
            name = self._random.choice([*properties])
            if self._random.random() < 0.5:
                properties[name] = self._schema()
                return "replace a property"
            del properties[name]
            return "remove a property"
        properties[self._random.choice(("a", "b", "note", "x-y"))] = self._schema()
        return "add a property"

    def _enum(self, schema: JsonObject) -> str | None:
        values = schema.get("enum")
        if not isinstance(values, list):
            return None
        if len(values) > 1 and self._random.random() < 0.5:
            values.pop(self._random.randrange(len(values)))
            return "remove a value"
        values.append(self._random.choice(("new", 7, None)))
        schema["enum"] = [one for index, one in enumerate(values) if one not in values[:index]]
        return "add a value"

    def _type(self, schema: JsonObject) -> str | None:
        kind = schema.get("type")
        if kind is None:
            return None
        kinds = kind if isinstance(kind, list) else [kind]
        other = self._random.choice(("null", "string", "number", "integer", "object", "array"))
        if other in kinds and len(kinds) > 1:
            schema["type"] = [one for one in kinds if one != other]
            return "remove a type"
        schema["type"] = other if self._random.random() < 0.3 else [*kinds, other]
        schema["type"] = other if other in kinds else schema["type"]
        return "change the type"

    def _branch(self, schema: JsonObject) -> str | None:
        keywords = [one for one in ("anyOf", "oneOf", "allOf", "prefixItems") if one in schema]
        if not keywords:
            return None
        keyword = self._random.choice(keywords)
        branches = _array(schema[keyword])
        if len(branches) > 1 and self._random.random() < 0.5:
            branches.pop(self._random.randrange(len(branches)))
            return f"remove from {keyword}"
        branches.append(self._schema())
        return f"add to {keyword}"

    def _wrap(self, schema: JsonObject) -> str | None:
        inner = {keyword: value for keyword, value in schema.items() if keyword != "$defs"}
        keyword = self._random.choice(("anyOf", "oneOf", "allOf", "not"))
        if not inner:
            return None
        for name in inner:
            del schema[name]
        if keyword == "not":
            schema["not"] = {"not": inner}
        else:
            more = [self._schema()] if self._random.random() < 0.6 else []
            schema[keyword] = [inner, *more]
        return f"wrap in {keyword}"

    def _replace(self, schema: JsonObject) -> str | None:
        other = self._schema()
        if "$defs" in schema or not isinstance(other, dict):
            return None
        schema.clear()
        schema.update(other)
        return "replace a schema"

    def _closed(self, schema: JsonObject) -> str | None:
        if "properties" not in schema:
            return None
        if schema.get("additionalProperties") is False:
            del schema["additionalProperties"]
            return "open an object"
        schema["additionalProperties"] = False
        return "close an object"

    def _condition(self, schema: JsonObject) -> str | None:
        if "if" in schema:
            return None
        names = [*_object(schema.get("properties")), "a"]
        schema["if"] = {"required": [self._random.choice(names)]}
        schema[self._random.choice(("then", "else"))] = self._schema()
        return "add a condition"

    def _rename(self, schema: JsonObject) -> str | None:
        """Name a definition otherwise, which changes nothing."""
        del schema
        members = self.document.get("$defs")
        if not isinstance(members, dict) or not members:
            return None
        name = self._random.choice([*members])
        members[f"{name}_"] = members.pop(name)
        for _, one in walk(self.document):
            if one.get("$ref") == f"#/$defs/{name}":
                one["$ref"] = f"#/$defs/{name}_"
        return "rename a definition"

    def _schema(self) -> Json:
        if self._random.random() < 0.3:
            found: Sequence[JsonObject] = [one for _, one in walk(self.document)]
            picked = copy.deepcopy(self._random.choice(found))
            picked.pop("$defs", None)
            return picked
        return copy.deepcopy(self._random.choice(SCHEMAS))


def _object(value: Json) -> JsonObject:
    return value if isinstance(value, dict) else {}


def _array(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []
