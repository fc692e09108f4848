"""What a schema holds against a value, in time, and with the verdict that the runtime has."""

import json

import pytest

from interruptgen.model import Json, JsonObject
from interruptgen.schema.judge import MAX_FAULTS, Judge
from interruptgen_runtime import Schema

LONG = "a" * 40 + "!"
PATTERNS: tuple[tuple[JsonObject, Json], ...] = (
    ({"pattern": "^(a+)+$"}, LONG),
    ({"pattern": "^(?=(a+)+$)"}, LONG),
    ({"pattern": "^(a+)+\\1$"}, LONG),
    ({"not": {"pattern": "^(a+)+\\1$"}}, LONG),
    ({"pattern": "^a$"}, "a\n"),
    ({"pattern": "^\\d$"}, "\u0663"),
    ({"pattern": "^\\p{L}$"}, "ä"),
    ({"patternProperties": {"^(a+)+$": False}}, {LONG: 1}),
    ({"patternProperties": {"^\\p{L}$": False}}, {"ä": 1}),
    ({"additionalProperties": False, "patternProperties": {"^\\p{L}$": True}}, {"ä": 1}),
)


@pytest.mark.parametrize(("schema", "value"), PATTERNS)
def test_patterns_mean_what_they_mean_at_run_time(schema: JsonObject, value: Json) -> None:
    judge = Judge({"$defs": {}, **schema})
    text = json.dumps(schema)
    expected = Schema(view=lambda: object, hash="", text=text).accepts(value)
    assert judge.accepts(value) is expected
    assert bool(judge.faults(value)) is not expected


def test_a_refused_pattern_is_quoted() -> None:
    (fault,) = Judge({"properties": {"a": {"pattern": "^x$"}}}).faults({"a": "y"})
    assert str(fault) == "at `/a`: \"y\" does not match '^x$'"


def test_faults_are_not_without_number() -> None:
    value: Json = [1 for _ in range(1_000)]
    assert len(Judge({"items": {"type": "string"}}).faults(value)) == MAX_FAULTS
