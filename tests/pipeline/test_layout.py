"""Generated code is as black lays it out, also where black is not asked."""

import json
from pathlib import Path

import pytest

from interruptgen.model import Json
from interruptgen.pipeline import Inputs, build
from interruptgen.python.format import format_python

ROOT = Path(__file__).parents[2]
GENERATED = sorted(
    path
    for folder in ("generated_examples/*/generated", "tests/cases/build_*/expected")
    for path in ROOT.glob(f"{folder}/**/*.py")
)

TEXTS = [
    "plain",
    "it's",
    'say "yes"',
    'it\'s "both"',
    "\\d+\\.\\d{2}",
    "tab\tand\nline",
    "é ü 漢字 🎉",
    "\u200f\u2028\x7f",
    "'''\"\"\"",
    "a" * 300,
    "word " * 60,
    '"' * 40 + "'" * 41,
    "",
]


@pytest.mark.parametrize("path", GENERATED, ids=lambda path: str(path.relative_to(ROOT)))
def test_committed_output(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_python(text) == text


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
def test_awkward_texts(text: str) -> None:
    schema: Json = {
        "type": "object",
        "title": text,
        "description": text,
        "properties": {text: {"const": text}, "many": {"enum": [*TEXTS[:12]], "default": text * 9}},
    }
    source: Json = {
        "interruptgen": 1,
        "description": text or "nothing",
        "tools": {
            "act": {
                "description": text,
                "needsApproval": {"when": schema},
                "inputSchema": schema,
                "approvalSchema": {"approve": schema},
            }
        },
        "interrupts": {"ask": {"description": text, "responseSchema": schema}},
    }
    sources = {"decisions.json": json.dumps(source).encode()}
    result = build(Inputs(sources, lambda _: None, lambda _: None))
    assert result.files, result.diagnostics
    for path, code in result.files.items():
        if path.endswith(".py"):
            assert format_python(code) == code, path
