"""Every recorded case of TanStack AI's `InterruptManager`, performed by `Staging`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from client.staging_replay import Replay

VECTORS = Path(__file__).parents[1] / "vectors" / "client.json"
CASES: Mapping[str, Any] = {
    f"{case['group']}: {case['name']}": case
    for case in json.loads(VECTORS.read_text(encoding="utf-8"))["cases"]
}


@dataclass(frozen=True)
class Difference:
    """Why something else comes out on purpose, and in which cases at which places."""

    reason: str
    cases: Mapping[str, frozenset[str]]


SENT_AT_ONCE = frozenset(
    {
        "steps[0].after.interrupts.length",
        "steps[0].after.resuming",
        "steps[0].after.submissions",
    }
)
SENT_ONLY_HERE_OR_THERE = SENT_AT_ONCE | {
    "final.interrupts.length",
    "final.submissions",
    "submitted.length",
}

LANGUAGE = (
    Difference(
        "A Python function that returns None has returned nothing; JavaScript's null is a value.",
        {
            "transaction: callback returns null": frozenset(
                {
                    "steps[0].visited.length",
                    "steps[0].after.interruptErrors[0].code",
                    "final.interruptErrors[0].code",
                }
            )
        },
    ),
)
"""What differs although the validators are the recorded ones."""

GENERATED_SCHEMAS = (
    Difference(
        "A generated schema always validates; raw and converter-only schemas never do there.",
        {
            "single: raw branch schema accepts any payload": SENT_ONLY_HERE_OR_THERE,
            "single: generic json-only schema is not validated": SENT_ONLY_HERE_OR_THERE,
        },
    ),
    Difference(
        "A generated schema gives its verdict at once.",
        {
            "single: async validation": SENT_AT_ONCE,
            "single: generic async": SENT_AT_ONCE,
            "single: async validation superseded by cancel": frozenset(
                {"steps[0].after.interrupts[0].status"}
            ),
        },
    ),
    Difference(
        "A generated schema does not throw.",
        {
            "single: validator throws synchronously": SENT_ONLY_HERE_OR_THERE | {"steps[0].threw"},
        },
    ),
)
"""What differs in addition if the schemas of the recorded cases had been generated."""


def expected(table: tuple[Difference, ...], name: str) -> frozenset[str]:
    return frozenset(place for one in table for place in one.cases.get(name, ()))


@pytest.mark.parametrize("name", CASES)
def test_with_the_recorded_validators(name: str) -> None:
    found = Replay(CASES[name], as_generated=False).mismatches()
    assert frozenset(found) == expected(LANGUAGE, name)


@pytest.mark.parametrize("name", CASES)
def test_with_generated_schemas(name: str) -> None:
    found = Replay(CASES[name], as_generated=True).mismatches()
    assert frozenset(found) == expected(LANGUAGE + GENERATED_SCHEMAS, name)


def test_all_cases_are_there_and_no_difference_is_stale() -> None:
    assert len(CASES) == 141
    listed = [name for one in LANGUAGE + GENERATED_SCHEMAS for name in one.cases]
    assert len(listed) == len(set(listed)) == 7
    assert set(listed) <= set(CASES)


SENDING = [name for name, case in CASES.items() if case.get("submitted")]
"""The cases in which something is sent; the recorded client never looks at the expiry."""


@pytest.mark.parametrize("name", SENDING)
def test_nothing_is_sent_that_has_expired(name: str) -> None:
    case = json.loads(json.dumps(CASES[name]))
    hydrations = [case["hydration"], *(step["op"].get("hydration", {}) for step in case["steps"])]
    for hydration in hydrations:
        for descriptor in hydration.get("interrupts", ()):
            descriptor["expiresAt"] = "2020-01-01T00:00:00Z"
    replay = Replay(case, as_generated=False)
    assert any("submissions" in place for place in replay.mismatches())
    assert replay.submitted == []


def test_the_comparison_can_fail() -> None:
    case = json.loads(json.dumps(CASES["single: reject submits at once"]))
    case["submitted"][0]["resolutions"][0]["payload"]["approved"] = True
    case["steps"][1]["after"]["resuming"] = 0
    found = set(Replay(case, as_generated=False).mismatches())
    assert found == {"submitted[0].resolutions[0].payload.approved", "steps[1].after.resuming"}
