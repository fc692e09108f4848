"""Random instances of a schema, with a fair chance to be valid."""

from random import Random

from interruptgen.model import Json, JsonObject
from views.random_values import KEYS, SCALARS, TYPES, VALUES


class Instances:
    """Draws instances of schemas from `random`, without the care to make all of them valid."""

    def __init__(self, random: Random, document: JsonObject) -> None:
        self._random = random
        self._document = document

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
            parts.append(self._plain(self._referred(str(schema["$ref"])), depth))
        merged: JsonObject = {}
        for part in parts:
            merged = _merged(merged, part)
        return merged

    def _referred(self, reference: str) -> Json:
        found: Json = self._document
        for token in reference.split("/")[1:]:
            found = found.get(token, True) if isinstance(found, dict) else True
        return found

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
        patterns = schema.get("patternProperties")
        if isinstance(patterns, dict) and random.random() < 0.5:
            extra = next(iter(patterns.values()))
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
