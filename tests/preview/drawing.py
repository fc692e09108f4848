"""Random numbers -> schemas and values, small enough to meet each other often."""

from collections.abc import Callable
from random import Random

from interruptgen.model import Json, JsonObject

_NAMES = ("a", "b", "ab")
_TEXTS = ("", "a", "ab", "b1", "é")
_TYPES = ("object", "array", "string", "number", "integer", "boolean", "null")
_PATTERNS = ("^a", "b$", r"\d", "^.{2}$", "(?!a)")


def drawn_value(random: Random, depth: int = 0) -> Json:
    """Return a value."""
    kind = random.randrange(5 if depth > 2 else 7)
    match kind:
        case 0:
            return random.choice((None, True, False))
        case 1 | 2:
            return random.choice((0, 1, 2, 3, -1, 0.5, 1.5, 10))
        case 3 | 4:
            return random.choice(_TEXTS)
        case 5:
            return [drawn_value(random, depth + 1) for _ in range(random.randrange(4))]
        case _:
            names = random.sample(_NAMES, random.randrange(4))
            return {name: drawn_value(random, depth + 1) for name in names}


def drawn_schema(random: Random, depth: int = 0) -> JsonObject:
    """Return a schema of a few keywords."""
    chosen = random.sample(list(_KEYWORDS), random.randint(1, 4))
    return {keyword: _keyword(random, keyword, depth) for keyword in chosen}


_KEYWORDS = (
    *("type", "enum", "const", "minimum", "exclusiveMaximum", "multipleOf", "minLength"),
    *("maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties"),
    *("maxProperties", "required", "dependentRequired", "properties", "patternProperties"),
    *("additionalProperties", "propertyNames", "items", "prefixItems", "contains"),
    *("maxContains", "minContains", "anyOf", "oneOf", "allOf", "not", "if", "then", "else"),
    *("dependentSchemas", "unevaluatedProperties", "unevaluatedItems"),
)


def _keyword(random: Random, keyword: str, depth: int) -> Json:
    if keyword in _MADE:
        return _MADE[keyword](random)
    if keyword.startswith(("min", "max", "exclusive")):
        return random.randrange(4)
    if keyword in ("properties", "dependentSchemas"):
        names = random.sample(_NAMES, random.randint(1, 2))
        return {name: _below(random, depth) for name in names}
    if keyword == "patternProperties":
        return {random.choice(_PATTERNS): _below(random, depth)}
    if keyword in ("prefixItems", "anyOf", "oneOf", "allOf"):
        return [_below(random, depth) for _ in range(random.randint(1, 3))]
    return _below(random, depth)


def _types(random: Random) -> Json:
    types: list[Json] = [*random.sample(_TYPES, 2)]
    return random.choice((types, types[0]))


def _values(random: Random) -> Json:
    values = (drawn_value(random, 2) for _ in range(random.randint(1, 4)))
    return [*{repr(one): one for one in values}.values()]


_MADE: dict[str, Callable[[Random], Json]] = {
    "type": _types,
    "enum": _values,
    "const": lambda random: drawn_value(random, 2),
    "multipleOf": lambda random: random.choice((1, 2, 0.5, 0.1)),
    "uniqueItems": lambda random: random.choice((True, False)),
    "pattern": lambda random: random.choice(_PATTERNS),
    "required": lambda random: [*random.sample(_NAMES, random.randint(1, 2))],
    "dependentRequired": lambda random: {random.choice(_NAMES): [random.choice(_NAMES)]},
}


def _below(random: Random, depth: int) -> Json:
    if depth > 2 or random.random() < 0.15:
        return random.random() < 0.5
    return drawn_schema(random, depth + 1)


_ATOMS = (
    *("a", "b", "1", "_", " ", ".", "[ab]", "[^a]", "[a-c1]", r"\d", r"\w", r"\s", r"\D", r"\W"),
    *(r"\S", r"\b", r"\B", "^", "$", r"\n", "é", r"\p{L}", r"[\d_]", r"[^\w]"),
)
_REPEATS = ("*", "+", "?", "{1,2}", "{2}", "{0,1}?", "*?", "+?", "{1,}")
_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")


def drawn_pattern(random: Random, depth: int = 0) -> str:
    """Return a regular expression."""
    kind = random.randrange(9)
    if depth > 3 or kind < 4:
        return random.choice(_ATOMS)
    parts = [drawn_pattern(random, depth + 1) for _ in range(random.choice((2, 2, 3)))]
    if kind == 6:
        return f"(?:{'|'.join(parts)})"
    if kind == 7:
        return f"({''.join(parts)}){random.choice(_REPEATS)}"
    return f"{random.choice(_LOOKS)}{parts[0]})" if kind == 8 else "".join(parts)


def drawn_text(random: Random) -> str:
    """Return a text that such a pattern may match."""
    return "".join(random.choice("ab1_ \né") for _ in range(random.randrange(6)))
