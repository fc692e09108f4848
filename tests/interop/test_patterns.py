"""Patterns decide as they do in a real JavaScript engine, in the compiler and at run time."""

import json
import random
from typing import Final

import pytest

from interop.peers import run_node
from interruptgen.model import Json, JsonObject
from interruptgen.schema.judge import Judge
from interruptgen_runtime.core.checker import Checker

pytestmark = pytest.mark.node

ATOMS: Final = (
    *(r"\d", r"\D", r"\w", r"\W", r"\s", r"\S", ".", r"\b", r"\B", "a", "é", "_", "5", " "),
    *(r"[a\d]", r"[^\w]", r"[\W]", r"[\S_]", r"[^\S]", r"[^\D]", r"[\D]", r"[.]", "[a-f]"),
    *(r"(?=a)", r"(?!\d)", r"(?<=\w)", "(?<!é)", r"(\w)\1", r"[\b]", r"[^a\b]", r"[[\d]"),
    *(r"[\]\d]", r"\.", r"\\", "(?:a|é)", r"\p{L}", r"\u{e9}", r"\["),
    *(r"(?<q>[a5])\k<q>", r"\ud83d\ude00", r"[\ud83d\ude00-\ud83d\ude4f]", r"\0", "[]", "[^]"),
    *(r"[^\0a]", "[[]", "[^[]"),
)
CHARACTERS: Final = "aé5٣_\n\r\u2028\ufeff\x85\xa0. 😀[]\\\u180eK\u017f\b\0"
QUANTIFIERS: Final = ("", "", "?", "*", "{1,2}")


def composed(chance: random.Random) -> tuple[str, list[str]]:
    """Return a pattern and texts to try it on."""
    atoms = (chance.choice(ATOMS) + chance.choice(QUANTIFIERS) for _ in range(chance.randint(1, 5)))
    pattern = chance.choice(("^", "")) + "".join(atoms) + chance.choice(("$", ""))
    texts = ("".join(chance.choices(CHARACTERS, k=chance.randint(0, 4))) for _ in range(6))
    return pattern, list(texts)


def test_composed_patterns() -> None:
    chance = random.Random(3)
    cases = [composed(chance) for _ in range(3_000)]
    tried = 0
    for (pattern, texts), expected in zip(cases, run_node("patterns.mjs", cases), strict=True):
        if expected is None:
            continue
        tried += 1
        for schema in schemas(pattern):
            values: list[Json] = [
                {text: 1} if "patternProperties" in schema else text for text in texts
            ]
            judge, checker = Judge(schema), Checker(json.dumps(schema))
            assert [judge.accepts(value) for value in values] == expected, pattern
            assert [not checker.check(value).issues for value in values] == expected, pattern
    assert tried > 2_000


def schemas(pattern: str) -> list[JsonObject]:
    """Return the schemas that decide by a pattern alone."""
    return [
        {"pattern": pattern},
        {"patternProperties": {pattern: True}, "additionalProperties": False},
    ]
