"""Random schemas, and random instances that have a fair chance to be valid."""

from collections.abc import Callable, Mapping, Sequence
from random import Random

from interruptgen.model import Json, JsonObject

KEYS = ("a", "b", "kind", "editedArgs", "edited_args", "class", "a-b", "model_config", "")
SCALARS: Sequence[Json] = (
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    2.5,
    2**60 + 1,
    "",
    "a",
    "b",
    "true",
    "1",
)
TYPES = ("string", "integer", "number", "boolean", "null", "array", "object")
VALUES: Mapping[str, Sequence[Json]] = {
    "string": ("", "a", "b", "abc", "true", "é"),
    "integer": (0, 1, 2, 3.0, 2**60 + 1),
    "number": (0, 1, 2.5, -0.125, 1e21, 7.0),
    "boolean": (True, False),
    "null": (None,),
}
DEFINITIONS = ("D0", "D1", "D2")


class Schemas:
    """Draws schemas from `random`; `depth` limits how far they nest."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def document(self) -> JsonObject:
        """Draw a schema with definitions."""
        root = self.schema(3)
        keywords: JsonObject = root if isinstance(root, dict) else {"allOf": [root]}
        return {**keywords, "$defs": {name: self.schema(2) for name in DEFINITIONS}}

    def schema(self, depth: int) -> Json:
        """Draw a schema."""
        if depth <= 0:
            return self._leaf()
        makers: Sequence[Callable[[int], Json]] = (
            self._leaf,
            self._object,
            self._object,
            self._object,
            self._array,
            self._union,
            self._union,
            self._merge,
            self._reference,
            self._conditional,
            self._mixed,
        )
        return self._random.choice(makers)(depth - 1)

    def _leaf(self, _: int = 0) -> Json:
        random = self._random
        plain: Sequence[Json] = (True, {}, {"description": "Anything."}, {"minimum": 1}, False)
        constants: Sequence[Json] = (*SCALARS, [], {}, [1], {"a": None})
        some: list[Json] = random.sample((*SCALARS, [1], {"a": 1}), random.randint(1, 4))
        makers: Sequence[Json] = (
            random.choice(plain),
            {"const": random.choice(constants)},
            {"enum": some},
            {"type": [*random.sample(TYPES, random.randint(1, 3))]},
            {"type": "string", "enum": [*random.sample(("a", "b", "c"), 2)]},
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
        required = [key for key in KEYS if random.random() < (0.5 if key in keys else 0.05)]
        if required:
            schema["required"] = [*required]
        rest = random.randrange(8)
        if rest < 3:
            schema["additionalProperties"] = False
        elif rest == 3:
            schema["additionalProperties"] = self.schema(depth)
        elif rest == 4:
            schema["patternProperties"] = {"^[ab]": self.schema(depth - 1)}
        elif rest == 5:
            schema["unevaluatedProperties"] = False
        return schema

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
        return schema

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

    def _merge(self, depth: int) -> JsonObject:
        random = self._random
        base = self._object(depth) if random.random() < 0.5 else {}
        parts: list[Json] = [self.schema(depth) for _ in range(random.randint(1, 2))]
        if random.random() < 0.5:
            parts = [self._object(depth), self._reference()]
        return {**base, "allOf": parts}

    def _reference(self, _: int = 0) -> JsonObject:
        reference: JsonObject = {"$ref": f"#/$defs/{self._random.choice(DEFINITIONS)}"}
        if self._random.random() < 0.2:
            return {**reference, **self._object(0)}
        return reference

    def _conditional(self, depth: int) -> JsonObject:
        random = self._random
        schema = self._object(depth)
        extra: Sequence[JsonObject] = (
            {"if": self._object(0), "then": self._object(depth), "else": self._object(depth)},
            {"not": self._object(0)},
            {"dependentSchemas": {"a": self._object(depth)}},
            {"dependentRequired": {"a": ["b"]}},
            {"propertyNames": {"maxLength": 4}},
        )
        return {**schema, **random.choice(extra)}

    def _mixed(self, depth: int) -> JsonObject:
        return {**self._object(depth), **self._array(depth), "type": ["object", "array"]}


class Instances:
    """Draws instances of schemas from `random`, without the care to make all of them valid."""

    def __init__(self, random: Random, document: JsonObject) -> None:
        self._random = random
        definitions = document.get("$defs")
        self._definitions = definitions if isinstance(definitions, dict) else {}

    def value(self, schema: Json, depth: int = 6) -> Json:
        """Draw a value that `schema` may accept."""
        random = self._random
        if not isinstance(schema, dict) or depth <= 0 or random.random() < 0.03:
            return self._anything(2)
        schema = self._flattened(schema)
        for keyword, value in schema.items():
            if keyword == "const":
                return value
            if keyword == "enum" and isinstance(value, list):
                return random.choice(value)
        return self._of_type(self._type(schema), schema, depth)

    def _flattened(self, schema: JsonObject, depth: int = 6) -> JsonObject:
        """Merge references, `allOf` and one branch of each union into one schema, roughly."""
        parts = [schema]
        for keyword in ("anyOf", "oneOf"):
            branches = schema.get(keyword)
            if isinstance(branches, list) and branches:
                parts.append(self._plain(self._random.choice(branches), depth))
        every = schema.get("allOf")
        parts.extend(
            self._plain(part, depth) for part in (every if isinstance(every, list) else ())
        )
        if "$ref" in schema and depth > 0:
            name = str(schema["$ref"]).rpartition("/")[2]
            parts.append(self._plain(self._definitions.get(name, True), depth))
        merged: JsonObject = {}
        for part in parts:
            merged = _merged(merged, part)
        return merged

    def _plain(self, schema: Json, depth: int) -> JsonObject:
        return self._flattened(schema, depth - 1) if isinstance(schema, dict) and depth > 0 else {}

    def _type(self, schema: JsonObject) -> str:
        given = schema.get("type")
        if isinstance(given, str):
            return given
        if isinstance(given, list):
            return str(self._random.choice(given))
        if {"properties", "required", "additionalProperties"} & schema.keys():
            return "object"
        return "array" if "prefixItems" in schema else self._random.choice(TYPES)

    def _of_type(self, name: str, schema: JsonObject, depth: int) -> Json:
        random = self._random
        if name == "object":
            return self._object(schema, depth)
        return self._array(schema, depth) if name == "array" else random.choice(VALUES[name])

    def _object(self, schema: JsonObject, depth: int) -> JsonObject:
        random = self._random
        properties = schema.get("properties")
        declared = properties if isinstance(properties, dict) else {}
        required = schema.get("required")
        wanted = required if isinstance(required, list) else []
        made = {
            key: self.value(value, depth - 1)
            for key, value in declared.items()
            if key in wanted or random.random() < 0.6
        }
        made |= {str(key): self._anything(1) for key in wanted if key not in made}
        extra = schema.get("additionalProperties", True)
        if extra is not False and random.random() < 0.5:
            for key in random.sample(
                (*KEYS, "edited_args_2", "class_", "zz"), random.randint(1, 3)
            ):
                made.setdefault(key, self.value(extra, depth - 1))
        return made

    def _array(self, schema: JsonObject, depth: int) -> Json:
        random = self._random
        prefix = schema.get("prefixItems")
        first = prefix if isinstance(prefix, list) else []
        count = len(first) if random.random() < 0.7 else random.randint(0, len(first))
        made = [self.value(item, depth - 1) for item in first[:count]]
        rest = schema.get("items", True)
        if rest is not False and count == len(first):
            made += [self.value(rest, depth - 1) for _ in range(random.randint(0, 2))]
        return made

    def _anything(self, depth: int) -> Json:
        random = self._random
        kind = random.randrange(6)
        if depth > 0 and kind == 0:
            return [self._anything(depth - 1) for _ in range(random.randint(0, 2))]
        if depth > 0 and kind == 1:
            keys = random.sample(KEYS, random.randint(0, 3))
            return {key: self._anything(depth - 1) for key in keys}
        return random.choice(SCALARS)


def _merged(left: JsonObject, right: JsonObject) -> JsonObject:
    merged = {**left, **right}
    for keyword in ("properties", "required"):
        ours, theirs = left.get(keyword), right.get(keyword)
        if isinstance(ours, dict) and isinstance(theirs, dict):
            merged[keyword] = {**theirs, **ours}
        if isinstance(ours, list) and isinstance(theirs, list):
            merged[keyword] = [*ours, *theirs]
    return merged
