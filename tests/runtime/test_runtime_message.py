"""The text that a person decides on."""

from typing import Any

import pytest

from interruptgen_runtime import LocalError
from interruptgen_runtime.core.message import fill, visible

ARGUMENTS: dict[str, Any] = {
    "price": {"amount": 12.0, "currency": "EUR"},
    "traveller": "Ada Lovelace",
    "note": None,
    "tags": ["b", {"z": 1, "a": 2}],
    "big": 2**60 + 1,
    "yes": True,
    "a.b": "dotted",
}


@pytest.mark.parametrize(
    ("template", "text"),
    [
        (
            "Refund {price.amount} {price.currency} to {traveller}?",
            "Refund 12 EUR to Ada Lovelace?",
        ),
        ("{nothing} {price.nothing} {traveller.x} {tags.0}", "— — — —"),
        ("{note} {yes}", "null true"),
        ("{tags}", '["b",{"a":2,"z":1}]'),
        ("{big}", "1152921504606846977"),
        ("{{{traveller}}} {{x}}", "{Ada Lovelace} {x}"),
        ("no placeholder", "no placeholder"),
    ],
)
def test_fill(template: str, text: str) -> None:
    assert fill(template, ARGUMENTS) == text


@pytest.mark.parametrize("template", ["{", "a } b", "{}", "{a", "{a{b}"])
def test_a_single_brace_is_an_error(template: str) -> None:
    with pytest.raises(LocalError, match="single"):
        fill(template, ARGUMENTS)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, Größe, 日本, 😀, a\u0301", "plain, Größe, 日本, 😀, a\u0301"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u200bb\ufeff", r"a\u200bb\ufeff"),
        ("a\x1b[31m\r\n\x00\x7f\x85", r"a\u001b[31m\u000d\u000a\u0000\u007f\u0085"),
        ("\u2028\u2066\u00ad", r"\u2028\u2066\u00ad"),
        ("\ud800", r"\ud800"),
        ("\U000e0041\U000e0100", r"\u{e0041}\u{e0100}"),
        ("\u3164\u115f\ufe0f", r"\u3164\u115f\ufe0f"),
    ],
)
def test_what_cannot_be_seen_is_escaped(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert fill("{a}", {"a": text}) == shown


def test_text_inside_other_values_is_escaped_too() -> None:
    assert fill("{a}", {"a": [{"b": "x\u202ey"}]}) == r'[{"b":"x\u202ey"}]'


def test_arguments_cannot_add_placeholders() -> None:
    assert fill("{a} {b}", {"a": "{b}", "b": "secret"}) == "{b} secret"
