"""Whatever a readable file holds, checking it gives findings and never an exception."""

import json
import time

from hypothesis import given
from hypothesis import strategies as st

from interruptgen import language, reading
from interruptgen.language.keywords import KNOWN
from interruptgen.model import Json

OURS = (
    "interruptgen $defs interrupts tools package description phase reason message expiresAfter "
    "payloadSchema responseSchema examples rejects x-name name title runsOn needsApproval when "
    "allowEdits inputSchema outputSchema approvalSchema approve reject annotations icons "
    "payload response input output x-a beforeModel server PT5M P1M"
).split()
WORDS = st.sampled_from([*OURS, *sorted(KNOWN), "string", "object", "#/$defs/a", "(", "é", ""])
SCALARS = st.none() | st.booleans() | st.integers(-5, 2**70) | st.floats(-2, 2) | WORDS
VALUES: st.SearchStrategy[Json] = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=4),
    max_leaves=20,
)
BLOCKS = st.dictionaries(WORDS, st.dictionaries(WORDS, VALUES, max_size=5), max_size=2)


def check(value: Json) -> list[str]:
    text = json.dumps(value, indent=1)
    document = reading.read("d.json", text.encode())
    assert isinstance(document, reading.Document)
    found = language.check(document)
    lines = text.count("\n") + 1
    assert all(one.place.line <= lines and one.message for one in found)
    list(language.embedded(document))
    return [one.code for one in found]


@given(VALUES)
def test_any_value(value: Json) -> None:
    check(value)


@given(BLOCKS, BLOCKS, st.dictionaries(WORDS, VALUES, max_size=3))
def test_any_definitions(interrupts: Json, tools: Json, shared: Json) -> None:
    check({"interruptgen": 1, "interrupts": interrupts, "tools": tools, "$defs": shared})


def test_deep_schemas() -> None:
    schema: Json = {"type": "strnig"}
    for _ in range(98):
        schema = {"items": schema}
    assert check({"interruptgen": 1, "$defs": {"A": schema}}) == ["IG301"]
    for _ in range(99):
        schema = (
            {"allOf": [{"not": True}], "not": schema} if len(str(schema)) < 0 else {"not": schema}
        )
    assert check({"interruptgen": 1, "$defs": {"A": schema}}) == ["IG301"]


def test_a_pattern_that_backtracks_without_end() -> None:
    schema: Json = {"type": "string", "pattern": "^(a|a)*(?=b)$", "default": "a" * 60}
    start = time.process_time()
    assert set(check({"interruptgen": 1, "$defs": {"A": schema}})) <= {"IG306"}
    assert time.process_time() - start < 5


def test_a_sound_file_takes_a_few_milliseconds() -> None:
    interrupt: Json = {
        "message": "Which one?",
        "payloadSchema": {"type": "object", "properties": {"options": {"type": "array"}}},
        "responseSchema": {"type": "object", "properties": {"choice": {"type": "integer"}}},
    }
    document: Json = {"interruptgen": 1, "interrupts": {f"i{n}": interrupt for n in range(500)}}
    check(document)
    start = time.process_time()
    assert check(document) == []
    assert time.process_time() - start < 2
