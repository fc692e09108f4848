"""The examples in the explanations of the rules: the wrong ones are found, the right ones are not.

A fragment is put where its keys belong: into a file, an interrupt, a tool, or a schema.
"""

import json
import re
from collections.abc import Callable

import pytest

from interruptgen import reading
from interruptgen.model import Json, JsonObject
from interruptgen.pipeline import compile_sources
from interruptgen.reading import Document
from interruptgen.rules import RULES

_BLOCK = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
CODES = [
    code
    for code, rule in RULES.items()
    if "IG2" <= code < "IG5" and _BLOCK.search(rule.explanation)
]
IN_PROSE = {
    "IG223": "the fault lies in the names of two files, which the sentence tells",
    "IG318": "the fault lies in the size",
    "IG319": "the fault lies in how often the pattern of the example repeats",
}

_FILE_KEYS = {"interruptgen", "package", "description", "$defs", "interrupts", "tools"}


def _file(fragment: JsonObject) -> JsonObject:
    return fragment if "interruptgen" in fragment else {"interruptgen": 1, **fragment}


def _interrupt(fragment: JsonObject) -> JsonObject:
    return _file({"interrupts": {"ask": fragment}})


def _tool(fragment: JsonObject) -> JsonObject:
    return _file({"tools": {"act": {"needsApproval": True, **fragment}}})


def _schema(fragment: JsonObject) -> JsonObject:
    return _interrupt({"responseSchema": fragment})


HOMES: tuple[Callable[[JsonObject], JsonObject], ...] = (_interrupt, _tool, _schema)


def fragments(text: str) -> list[JsonObject]:
    found: list[JsonObject] = []
    for block in _BLOCK.findall(text):
        document = reading.read("fragment.yaml", block.encode())
        assert isinstance(document, Document), document
        assert isinstance(document.data, dict)
        found.append(document.data)
    return found


def codes(*files: JsonObject) -> set[str]:
    sources = {f"file{at}.json": json.dumps(file).encode() for at, file in enumerate(files)}
    return {finding.code for finding in compile_sources(sources, lambda _: None).diagnostics}


def home_of(code: str, wrong: list[JsonObject]) -> Callable[[JsonObject], JsonObject] | None:
    """Return where the wrong example gives the finding, None where it does so nowhere."""
    homes = (_file, _whole) if wrong[0].keys() & _FILE_KEYS else HOMES
    return next((home for home in homes if code in codes(*map(home, wrong))), None)


def _whole(fragment: JsonObject) -> JsonObject:
    return fragment


@pytest.mark.parametrize("code", [code for code in CODES if code not in IN_PROSE])
def test_wrong_and_right(code: str) -> None:
    before, _, after = RULES[code].explanation.partition("\nRight")
    wrong, right = fragments(before), fragments(after)
    home = home_of(code, wrong)
    assert home, "the wrong example does not give the finding"
    for fragment in right:
        # What is right may be the part that changed, for the rest to be left as it was.
        corrected: dict[str, Json] = {**wrong[0], **fragment}
        outcomes = [codes(home(candidate)) for candidate in (fragment, corrected)]
        assert any(code not in found for found in outcomes)


def test_most_rules_are_looked_at() -> None:
    assert len(CODES) >= 40
    assert IN_PROSE.keys() <= set(CODES)
