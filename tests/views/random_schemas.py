"""Random schemas of JSON Schema 2020-12."""

from collections.abc import Callable, Sequence
from random import Random

from interruptgen.model import Json, JsonObject
from views.random_values import DEFINITIONS, KEYS, SCALARS, TYPES


class Schemas:
    """Draws schemas from `random`, which refer to each other."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def document(self) -> JsonObject:
        """Draw a schema with definitions."""
        root = self.schema(3)
        keywords: JsonObject = root if isinstance(root, dict) else {"allOf": [root]}
        return {**keywords, "$defs": {name: self.schema(2) for name in DEFINITIONS}}

    def schema(self, depth: int) -> Json:
        """Draw a schema that nests at most so deep."""
        if depth <= 0:
            return self._leaf()
        makers: Sequence[Callable[[int], Json]] = (
            self._leaf,
            self._object,
            self._object,
            self._object,
            self._map,
            self._array,
            self._union,
            self._union,
            self._choice,
            self._merge,
            self._reference,
            self._conditional,
            self._mixed,
        )
        return self._noted(self._random.choice(makers)(depth - 1))

    def _noted(self, schema: Json) -> Json:
        """Add what says nothing about values, though it may look so."""
        random = self._random
        if not isinstance(schema, dict) or random.random() < 0.85:
            return schema
        notes: Sequence[JsonObject] = (
            {"default": random.choice(SCALARS)},
            {"default": {"a": 1}, "examples": [random.choice(SCALARS), []]},
            {"title": "Same title", "description": 'Says "what" it is.'},
            {"nullable": True, "discriminator": {"propertyName": "kind"}},
            {"format": "date-time", "contentEncoding": "base64"},
            {"readOnly": True, "deprecated": True, "x-order": 1},
        )
        return {**random.choice(notes), **schema}

    def _leaf(self, _: int = 0) -> Json:
        random = self._random
        plain: Sequence[Json] = (True, {}, {"description": "Anything."}, {"minimum": 1}, False)
        constants: Sequence[Json] = (*SCALARS, [], {}, [1], {"a": None})
        some: list[Json] = random.sample((*SCALARS, [1], {"a": 1}), random.randint(1, 4))
        makers: Sequence[Json] = (
            random.choice(plain),
            {"const": random.choice(constants)},
            {"enum": some},
            {"enum": [*some], "type": [*random.sample(TYPES, random.randint(1, 3))]},
            {"type": [*random.sample(TYPES, random.randint(1, 3))]},
            {"type": "string", "enum": [*random.sample(("a", "b", "c"), 2)]},
            {"type": "string", "pattern": "^[ab]*$", "maxLength": 2},
            {"type": "integer", "minimum": random.choice((-5, 0, 1))},
            {"type": random.choice(TYPES)},
            {"type": random.choice(TYPES)},
            {"type": random.choice(TYPES)},
        )
        return random.choice(makers)

    def _object(self, depth: int) -> JsonObject:
        random = self._random
        keys = random.sample(KEYS, random.randint(0, 4))
        schema: JsonObject = {}
        if random.random() < 0.9:
            types: Sequence[Json] = ("object", "object", "object", ["object", "null"])
            schema["type"] = random.choice(types)
        if keys or random.random() < 0.3:
            schema["properties"] = {key: self.schema(depth) for key in keys}
        required = [key for key in KEYS if random.random() < (0.5 if key in keys else 0.04)]
        if required:
            schema["required"] = [*required]
        return {**schema, **self._other_keys(depth)}

    def _other_keys(self, depth: int) -> JsonObject:
        """Draw what an object says of the keys that it does not name."""
        random = self._random
        patterns: JsonObject = {"^[ab]": self.schema(depth - 1)}
        choices: Sequence[JsonObject] = (
            {},
            {},
            {"additionalProperties": False},
            {"additionalProperties": False},
            {"additionalProperties": self.schema(depth)},
            {"patternProperties": patterns},
            {"patternProperties": patterns, "additionalProperties": False},
            {"patternProperties": patterns, "additionalProperties": self.schema(depth - 1)},
            {"unevaluatedProperties": False},
            {"unevaluatedProperties": self.schema(depth - 1)},
            {"minProperties": 1, "maxProperties": 3},
        )
        return random.choice(choices)

    def _map(self, depth: int) -> JsonObject:
        """Draw an object that names no key, but says what keys look like."""
        names: Sequence[JsonObject] = (
            {},
            {"propertyNames": {"enum": ["a", "b", "kind"]}},
            {"propertyNames": {"pattern": "^[a-z]+$"}},
            {"propertyNames": False},
            {"minProperties": 1},
        )
        values: Json = self.schema(depth) if self._random.random() < 0.8 else {"$ref": "#"}
        return {
            "type": "object",
            "additionalProperties": values,
            **self._random.choice(names),
        }

    def _array(self, depth: int) -> JsonObject:
        random = self._random
        schema: JsonObject = {"type": "array"} if random.random() < 0.9 else {}
        if random.random() < 0.7:
            schema["items"] = self.schema(depth)
        if random.random() < 0.5:
            length = random.randint(1, 3)
            schema["prefixItems"] = [self.schema(depth - 1) for _ in range(length)]
            if random.random() < 0.6:
                schema["items"] = False
            if random.random() < 0.6:
                schema["minItems"] = random.choice((length, length - 1))
            if random.random() < 0.3:
                schema["maxItems"] = length
        extra: Sequence[JsonObject] = (
            {"uniqueItems": True},
            {"contains": self.schema(depth - 1)},
            {"contains": self.schema(depth - 1), "minContains": 0, "maxContains": 1},
            {"unevaluatedItems": False},
        )
        return {**schema, **(random.choice(extra) if random.random() < 0.3 else {})}

    def _union(self, depth: int) -> JsonObject:
        random = self._random
        keyword = random.choice(("anyOf", "oneOf"))
        if random.random() < 0.3:
            branches = [
                self._tagged(tag, depth) for tag in ("a", "b", True, 1)[: random.randint(2, 4)]
            ]
        else:
            branches = [self.schema(depth) for _ in range(random.randint(1, 3))]
        base = self._object(depth) if random.random() < 0.2 else {}
        return {**base, keyword: branches}

    def _tagged(self, tag: Json, depth: int) -> Json:
        schema = self._object(depth)
        properties = schema.get("properties")
        others = properties if isinstance(properties, dict) else {}
        required = ["kind"] if self._random.random() < 0.8 else []
        return {**schema, "properties": {"kind": {"const": tag}, **others}, "required": [*required]}

    def _choice(self, depth: int) -> JsonObject:
        """Draw an object with alternatives that only say which of its keys must be there."""
        random = self._random
        keyword = random.choice(("anyOf", "oneOf"))
        branches: list[Json] = [{"required": [key]} for key in random.sample(KEYS, 2)]
        if random.random() < 0.3:
            branches.append({"not": {"required": [random.choice(KEYS)]}})
        if random.random() < 0.3:
            branches.append({"properties": {random.choice(KEYS): self.schema(depth - 1)}})
        return {**self._object(depth), keyword: branches}

    def _merge(self, depth: int) -> JsonObject:
        random = self._random
        base = self._object(depth) if random.random() < 0.5 else {}
        parts: list[Json] = [self.schema(depth) for _ in range(random.randint(1, 2))]
        if random.random() < 0.5:
            parts = [self._object(depth), self._reference()]
        if random.random() < 0.3:
            parts.append({"if": self._object(0), "then": self._object(depth)})
        return {**base, "allOf": parts}

    def _reference(self, _: int = 0) -> JsonObject:
        random = self._random
        reference: JsonObject = {"$ref": f"#/$defs/{random.choice(DEFINITIONS)}"}
        if random.random() < 0.2:
            return {**reference, **self._object(0)}
        return reference

    def _conditional(self, depth: int) -> JsonObject:
        random = self._random
        schema = self._object(depth)
        extra: Sequence[JsonObject] = (
            {"if": self._object(0), "then": self._object(depth), "else": self._object(depth)},
            {"if": self._object(0), "else": self._object(depth)},
            {"not": self._object(0)},
            {"not": {"required": [random.choice(KEYS)]}},
            {"dependentSchemas": {"a": self._object(depth)}},
            {"dependentRequired": {"a": ["b"]}},
            {"propertyNames": {"maxLength": 4}},
        )
        return {**schema, **random.choice(extra)}

    def _mixed(self, depth: int) -> JsonObject:
        types = ["object", "array", *self._random.sample(("string", "null", "number"), 1)]
        return {**self._object(depth), **self._array(depth), "type": [*types]}
