"""What is too much for those who send a schema, or judge values by it."""

import pytest

from interruptgen.model import Json, JsonObject
from interruptgen.schema.canonical import canonical
from interruptgen.schema.limits import MAX_BYTES, MAX_CHAIN, MAX_DEPTH, excess


def code(document: JsonObject) -> str | None:
    found = excess(document, canonical(document))
    return found.rule.code if found else None


def nested(depth: int) -> JsonObject:
    """Nest schemas that judge the same value, the innermost, empty one included."""
    value: JsonObject = {}
    for _ in range(depth - 1):
        value = {"not": value}
    return value


def chain(length: int) -> JsonObject:
    """Let each definition but the last refer to the next; the root refers to the first."""
    members: JsonObject = {f"a{n}": {"$ref": f"#/$defs/a{n + 1}"} for n in range(length - 2)}
    return {"$ref": "#/$defs/a0", "$defs": {**members, f"a{length - 2}": {"type": "string"}}}


def doubling(levels: int, keyword: str = "allOf") -> JsonObject:
    def both(number: int) -> Json:
        reference: Json = {"$ref": f"#/$defs/a{number}"}
        return [reference, reference]

    members: JsonObject = {f"a{n}": {keyword: both(n + 1)} for n in range(levels)}
    return {"$ref": "#/$defs/a0", "$defs": {**members, f"a{levels}": {"type": "string"}}}


def test_depth() -> None:
    deep: Json = "x"
    for _ in range(MAX_DEPTH - 1):
        deep = [deep]
    assert code({"const": deep}) is None
    assert code({"const": [deep]}) == "IG108"


def test_size() -> None:
    overhead = len(canonical({"const": ""}))
    assert code({"const": "x" * (MAX_BYTES - overhead)}) is None
    assert code({"const": "x" * (MAX_BYTES - overhead + 1)}) == "IG318"


def test_the_length_of_a_chain() -> None:
    assert code(chain(MAX_CHAIN)) is None
    assert code(chain(MAX_CHAIN + 1)) == "IG319"
    assert code(nested(MAX_CHAIN)) is None
    assert code(nested(MAX_CHAIN + 1)) == "IG319"


@pytest.mark.parametrize("keyword", ["allOf", "anyOf", "oneOf"])
def test_how_many_ways_lead_to_a_schema(keyword: str) -> None:
    assert code(doubling(14, keyword)) is None
    assert code(doubling(30, keyword)) == "IG319"


def test_a_smaller_value_begins_anew() -> None:
    members: JsonObject = {
        f"a{n}": {"properties": {"a": {"$ref": f"#/$defs/a{n + 1}"}}} for n in range(500)
    }
    assert code({"$ref": "#/$defs/a0", "$defs": {**members, "a500": True}}) is None
    assert code({"$ref": "#/$defs/a", "$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}}) is None
