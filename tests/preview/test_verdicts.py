"""The page's judge says of every value what the server says."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cases_exact.pasting import FOLDER, cases
from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources
from interruptgen.schema.canonical import canonical
from interruptgen.schema.judge import Judge
from interruptgen_runtime import UntypedSchema
from preview.drawing import drawn_pattern, drawn_schema, drawn_text, drawn_value
from preview.keywords import KEYWORDS, PATTERNS
from preview.peers import HERE, judged, run_node

pytestmark = pytest.mark.node

ROOT = Path(__file__).parents[2]
Query = tuple[JsonObject, Json]


def of_keywords() -> Iterator[Query]:
    for schema, values in KEYWORDS:
        yield from ((schema, value) for value in values)
    for pattern, texts in PATTERNS:
        by_pattern: JsonObject = {"pattern": pattern}
        yield from ((by_pattern, text) for text in texts)


@cache
def of_cases() -> tuple[Query, ...]:
    """Return every instance of the cases, as the compiler bundles the schemas."""
    return tuple(_of_cases())


def _of_cases() -> Iterator[Query]:
    for case in cases():
        model = compile_sources({case.path: case.source}, case.others.get).model
        if model is None:
            continue
        slots = [slot for package in model.packages for slot in package.slots()]
        told: list[Json] = [
            *case.told.get("valid_instances", []),
            *case.told.get("invalid_instances", []),
        ]
        for slot in slots[:1]:
            yield from ((slot.schema.document, value) for value in told)


def of_examples() -> Iterator[Query]:
    """Yield the examples of the projects in the repository, and values near to them."""
    random = Random(3)
    for path in sorted(ROOT.glob("generated_examples/*/*/*.yaml")):
        root = path.parents[1]
        files = {
            one.relative_to(root).as_posix(): one.read_bytes() for one in root.glob("**/*.yaml")
        }
        model = compile_sources({path.relative_to(root).as_posix(): path.read_bytes()}, files.get)
        for package in model.model.packages if model.model else ():
            for definition in package.definitions():
                for slot in definition.slots():
                    document = slot.schema.document
                    values = [one[slot.name] for one in definition.examples if slot.name in one]
                    yield from ((document, value) for value in values)
                    yield from ((document, drawn_value(random)) for _ in range(5))


def drawn() -> Iterator[Query]:
    """Yield schemas and values that nobody has thought of; they are the same in every run."""
    random = Random(7)
    for _ in range(400):
        schema = drawn_schema(random)
        yield from ((schema, drawn_value(random)) for _ in range(8))
    for _ in range(400):
        by_pattern: JsonObject = {"pattern": drawn_pattern(random)}
        if is_usable(by_pattern):
            yield from ((by_pattern, drawn_text(random)) for _ in range(6))


def is_usable(schema: JsonObject) -> bool:
    """Tell whether the engine takes the pattern of a schema; the compiler refuses others."""
    try:
        return Judge(schema).accepts("") in (True, False)
    except ValueError:
        return False


def by_server(schema: JsonObject, value: Json) -> bool:
    """Return what compiler and runtime say, which is the same."""
    verdict = Judge(schema).accepts(value)
    runtime = UntypedSchema(hash="", text=canonical(schema))
    assert runtime.accepts(value) is verdict, (schema, value)
    return verdict


@pytest.mark.parametrize("source", [of_keywords, of_cases, of_examples, drawn])
def test_the_page_says_what_the_server_says(source: Any) -> None:
    queries: list[Query] = list(source())
    wrong = [
        (schema, value, verdict)
        for (schema, value), verdict in zip(queries, judged(queries), strict=True)
        if verdict.accepts is not by_server(schema, value)
    ]
    assert not wrong, f"{len(wrong)} of {len(queries)}: {wrong[:3]}"


def test_there_are_enough_instances() -> None:
    queries = [*of_cases()]
    assert len(list(FOLDER.glob("*.json"))) > 100
    verdicts = [by_server(*query) for query in queries]
    assert verdicts.count(True) > 80
    assert verdicts.count(False) > 80


def nested(depth: int) -> Json:
    value: Json = 1
    for _ in range(depth):
        value = [value]
    return value


def test_what_is_no_json_is_refused_by_every_schema() -> None:
    values: list[Json] = ["\ud800", {"\udc00": 1}, [{"a": "x\ud83d"}], nested(128), nested(129)]
    schema = UntypedSchema(hash="", text="{}")
    told = [verdict.accepts for verdict in judged(({}, value) for value in values)]
    assert told == [schema.accepts(value) for value in values]
    assert told == [False, False, False, True, False]


@pytest.mark.parametrize(
    ("schema", "value", "reason"),
    [
        ({"pattern": r"^(a*)*(b*)*\2c$"}, "a" * 40, "takes too long"),
        ({"pattern": r"^(?:(?:a{100}){100}){100}$"}, "aa", "too large"),
        ({"pattern": r"^(?:a?){2000}b$"}, "a" * 9_000, "too long"),
    ],
)
def test_what_only_the_server_can_tell_is_said_to_be_so(
    schema: JsonObject, value: Json, reason: str
) -> None:
    (verdict,) = judged([(schema, value)])
    assert verdict.accepts is None
    assert reason in verdict.reason


@pytest.mark.parametrize(
    ("schema", "value", "faults"),
    [
        ({"required": ["a"]}, {}, [(("a",), "Is required.")]),
        (
            {"type": "number"},
            "1",
            [((), "Must be a number, not text.")],
        ),
        (
            {"properties": {"a": {"items": {"type": ["string", "null"]}}}},
            {"a": [1]},
            [(("a", 0), "Must be text or nothing (null), not a number.")],
        ),
        (
            {"additionalProperties": False},
            {"b": 1},
            [(("b",), "Is not allowed here.")],
        ),
        (
            {"anyOf": [{"type": "string"}, {"type": "number"}, {"type": "boolean"}]},
            [],
            [((), "Must fit one of 3 alternatives.")],
        ),
        (
            {
                "oneOf": [
                    {
                        "properties": {"kind": {"const": "card"}, "number": {"type": "string"}},
                        "required": ["kind", "number"],
                    },
                    {"type": "null"},
                ]
            },
            {"kind": "card"},
            [(("number",), "Is required.")],
        ),
        ({"minItems": 2}, [1], [((), "Must have at least 2 items.")]),
        ({"enum": ["a", "b"]}, "c", [((), 'Must be one of "a", "b".')]),
    ],
)
def test_faults_are_where_they_are_and_can_be_read(
    schema: JsonObject, value: Json, faults: list[tuple[tuple[str | int, ...], str]]
) -> None:
    (verdict,) = judged([(schema, value)])
    assert list(verdict.faults) == faults


def test_numbers_that_javascript_cannot_carry_are_found() -> None:
    code = (
        "import { inexact } from '../../templates/preview/src/judging/numbers.js';"
        "process.stdout.write(JSON.stringify(inexact(process.argv[1])))"
    )
    text = '[9007199254740993, 9007199254740992, 0.1, 1.10, 1e400, -0, "12345678901234567890"]'
    found = json.loads(run_node("--input-type=module", "-e", code, text, cwd=HERE))
    assert [one["written"] for one in found] == ["9007199254740993", "1e400"]
