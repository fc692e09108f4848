"""A page of very many decisions stays usable."""

import time

import pytest

from interruptgen.model import JsonObject
from preview.showing import Shower, several

pytestmark = pytest.mark.slow

COUNT = 500

SCHEMA: JsonObject = {
    "type": "object",
    "properties": {
        "choice": {"type": "integer", "minimum": 0},
        "why": {"type": ["string", "null"]},
        "parts": {
            "type": "array",
            "items": {"type": "object", "properties": {"name": {"type": "string"}}},
        },
    },
    "required": ["choice"],
}


def test_five_hundred_decisions(shower: Shower) -> None:
    names = [f"decision-{number}" for number in range(COUNT)]
    content = several({name: {"responseSchema": SCHEMA, "payloadSchema": SCHEMA} for name in names})
    began = time.monotonic()
    shown = shower.show(content)
    shown.get_by_text(f"{COUNT} of {COUNT} decisions").wait_for()
    assert time.monotonic() - began < 60
    assert shown.get_by_role("navigation").get_by_role("link").count() == COUNT
    assert shown.locator("article").count() < 50

    shown.get_by_label("Find a decision").fill("decision-42")
    shown.get_by_text(f"11 of {COUNT} decisions").wait_for()
    shown.get_by_role("link", name="decision-429", exact=True).click()
    article = shown.locator("article#interrupt-decision-429")
    article.get_by_label("choice", exact=True).fill("1")
    assert '"choice": 1' in article.get_by_label("The JSON that is sent").inner_text()

    shown.get_by_label("Find a decision").fill("")
    shown.get_by_role("link", name="decision-499", exact=True).click()
    shown.locator("article#interrupt-decision-499").get_by_label("choice", exact=True).fill("2")
