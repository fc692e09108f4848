"""The page fills messages and shows characters as the server does."""

import json
import sys
from typing import Any

import pytest

from interruptgen.model import JsonObject
from interruptgen_runtime.core.message import fill, visible
from preview.attacks import TEXTS
from preview.peers import HERE, run_node

pytestmark = pytest.mark.node

ARGUMENTS: JsonObject = {
    "price": {"amount": 89.9, "list": [1e21, 1e-7, -0.0, 5e-324, 100], "b": {"z": 1, "a": None}},
    "__proto__": "own",
    "a b": "\u202ex\u200b",
    **{name: text for name, text in TEXTS.items() if len(text) < 1000},
}

TEMPLATES = [
    "Refund {price.amount} to {traveller}?",
    "{price} {price.list} {price.b.a} {price.list.0} {price.missing.more}",
    "{__proto__} {constructor} {price.constructor} {a b}",
    "{{braces}} {{{price.amount}}}",
    *(f"{{{name}}}" for name in ARGUMENTS if "." not in name),
]


def asked(template: str, values: JsonObject) -> dict[str, Any]:
    return {"template": template, "values": values}


def test_messages_are_the_servers() -> None:
    queries = [asked(template, ARGUMENTS) for template in TEMPLATES]
    told = json.loads(run_node("texts.mjs", cwd=HERE, given=json.dumps(queries)))
    assert [one for one, _ in told] == [fill(template, ARGUMENTS) for template in TEMPLATES]


def test_the_same_characters_can_be_seen() -> None:
    """Characters that one side knows and the other one's Unicode does not have yet may differ."""
    blocks = [*range(0, 0x3100), *range(0xD7F0, 0xE000, 64), *range(0xFE00, 0x10000)]
    plain = [chr(code) for code in blocks if not 0xD800 <= code < 0xE000]
    texts = [*plain, *(chr(code) for code in range(0xE0000, 0xE0200)), "\U0001f600"]
    queries = [asked(text.replace("{", ""), {}) for text in texts]
    told = json.loads(run_node("texts.mjs", cwd=HERE, given=json.dumps(queries)))
    differing = [
        text
        for text, (_, seen) in zip(texts, told, strict=True)
        if seen != visible(text.replace("{", "")) and text != "{"
    ]
    assert len(differing) < 100, (sys.version, differing)
    assert not [text for text in differing if text in "".join(TEXTS.values())]
