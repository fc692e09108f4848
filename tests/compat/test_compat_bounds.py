"""A comparison takes bounded effort, says so, and gives the same answer in every run."""

from time import process_time

import pytest

from interruptgen.compat import Verdict, compare
from interruptgen.diagnostics import Severity
from interruptgen.model import Json, JsonObject
from interruptgen.rules import compatibility as rules


def wide(last: Json) -> JsonObject:
    row: JsonObject = {"properties": {f"p{n}": {"maxLength": 9} for n in range(100)}}
    tables: JsonObject = {f"t{n}": {**row, "minProperties": n} for n in range(100)}
    return {"type": "object", "properties": {**tables, "last": last}}


def chain(length: int, last: Json) -> JsonObject:
    members: JsonObject = {
        f"L{n}": {"type": "object", "properties": {"n": {"$ref": f"#/$defs/L{n + 1}"}}}
        for n in range(length)
    }
    return {"$ref": "#/$defs/L0", "$defs": {**members, f"L{length}": last}}


def choices(count: int, bound: int) -> JsonObject:
    """Return a schema whose cases are too many to be looked at one by one."""
    either: list[Json] = [
        {"anyOf": [{"required": [f"a{n}"]}, {"required": [f"b{n}"]}, {"minProperties": n + bound}]}
        for n in range(count)
    ]
    return {"type": "object", "allOf": either}


def test_what_has_not_changed_costs_nothing() -> None:
    before, after = wide({"maximum": 10}), wide({"maximum": 5})
    started = process_time()
    (finding,) = compare(before, after).findings
    assert process_time() - started < 5
    assert finding.rule is rules.NUMBER_OUT_OF_RANGE
    assert finding.b == ("properties", "last", "maximum")


def test_effort_is_bounded_and_said() -> None:
    started = process_time()
    comparison = compare(choices(12, 1), choices(12, 2), steps=500)
    assert process_time() - started < 20
    assert comparison.verdict is not Verdict.HOLDS


def test_no_steps_are_no_proof() -> None:
    comparison = compare({"type": "integer"}, {"type": "number"}, steps=0)
    assert comparison.verdict is Verdict.UNDECIDED
    (finding,) = comparison.findings
    assert finding.rule is finding.suspected is rules.UNDECIDED_COMPATIBILITY


def test_deep_schemas_do_not_end_in_a_traceback() -> None:
    comparison = compare(chain(400, {"type": "number"}), chain(400, {"type": "integer"}))
    assert comparison.verdict is not Verdict.HOLDS


def test_deep_schemas_within_reason_are_decided() -> None:
    (finding,) = compare(chain(40, {"type": "number"}), chain(40, {"type": "integer"})).findings
    assert finding.rule is rules.REFUSED_TYPE
    assert finding.path == ("n",) * 40


@pytest.mark.parametrize("reference", ["#", "#/$defs/Missing", "other.json", "#anchor"])
def test_an_unknown_reference_is_no_proof(reference: str) -> None:
    comparison = compare({"type": "string"}, {"$ref": reference})
    assert comparison.verdict is Verdict.UNDECIDED


def test_the_answer_is_the_same_in_every_run() -> None:
    before: JsonObject = {"properties": {"a": {"type": "string"}, "b": {"type": "number"}}}
    after: JsonObject = {"properties": {"a": {"pattern": "^[a-z]{3}$"}, "b": {"multipleOf": 0.25}}}
    assert compare(before, after) == compare(before, after)


def test_rules_have_a_wrong_and_a_right_example() -> None:
    assert len({rule.code for rule in rules.RULES}) == len(rules.RULES)
    for rule in rules.RULES:
        assert rule.code.startswith("IG7")
        assert 0 < rule.explanation.find("\nWrong") < rule.explanation.find("\nRight")
    assert all(rule.severity is Severity.NOTE for rule in rules.ADVISORIES)


def test_places_lie_in_their_own_documents() -> None:
    before: JsonObject = {"type": "object", "properties": {"a": {"maxLength": 9}}}
    condition: JsonObject = {"properties": {"a": {"maxLength": 7}}, "required": ["a"]}
    after: JsonObject = {"if": condition, "then": {"properties": {"a": {"maxLength": 3}}}}
    (finding,) = compare(before, after).findings
    assert finding.a == ("properties", "a", "maxLength")
    assert finding.b == ("then", "properties", "a", "maxLength")
    assert (finding.have, finding.want) == (9, 3)
    assert finding.witness
    assert finding.witness.value == {"a": "text"}
