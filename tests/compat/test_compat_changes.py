"""What each kind of change breaks, and that the values that show it really do so."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import jsonschema
import jsonschema_rs
import pytest
import yaml

from interruptgen.compat import Comparison, Finding, Verdict, compare
from interruptgen.model import JsonObject

TABLE = Path(__file__).parent / "changes.yaml"
ADVICE = {"changed-format", "undeclared-property"}


@dataclass(frozen=True)
class Change:
    name: str
    direction: Literal["response", "payload"]
    sent: JsonObject
    received: JsonObject
    expected: frozenset[str]


def changes() -> list[Change]:
    rows: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    found: list[Change] = []
    for row in rows:
        before, after = row["before"], row["after"]
        found.append(
            Change(row["name"], "response", before, after, frozenset(row["response"])),
        )
        found.append(Change(row["name"], "payload", after, before, frozenset(row["payload"])))
    return found


CHANGES = changes()


def said(finding: Finding) -> str:
    """Return how the table writes a finding."""
    if finding.rule.name == "undecided-compatibility":
        return f"~{finding.suspected.name}"
    return finding.rule.name if finding.witness else f"({finding.rule.name})"


def verdict(expected: frozenset[str]) -> Verdict:
    if any(name[0] not in "~(" for name in expected):
        return Verdict.FAILS
    return Verdict.UNDECIDED if any(name[0] == "~" for name in expected) else Verdict.HOLDS


def is_witness(change: Change, comparison: Comparison) -> bool:
    """Tell whether both validators confirm every witness."""
    shown = [one.witness.value for one in comparison.findings if one.witness]
    by_rs = all(
        jsonschema_rs.is_valid(change.sent, value)
        and not jsonschema_rs.is_valid(change.received, value)
        for value in shown
    )
    sent: Any = jsonschema.Draft202012Validator(change.sent)
    received: Any = jsonschema.Draft202012Validator(change.received)
    return by_rs and all(sent.is_valid(one) and not received.is_valid(one) for one in shown)


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: f"{one.name}: {one.direction}")
def test_change(change: Change) -> None:
    comparison = compare(change.sent, change.received)
    assert {said(finding) for finding in comparison.findings} == change.expected
    assert comparison.verdict is verdict(change.expected)
    assert comparison.is_complete
    assert is_witness(change, comparison)
    breaking = {name for name in change.expected if name[0] not in "~("} - ADVICE
    assert comparison.is_breaking is bool(breaking)


def test_the_table_is_large_and_has_every_rule() -> None:
    assert len(CHANGES) >= 240
    assert sum(bool(one.expected) for one in CHANGES) >= 100
    assert sum(not one.expected for one in CHANGES) >= 100
    names = {name.strip("~()") for one in CHANGES for name in one.expected}
    assert len(names) >= 13
