"""What a person types into a field <-> the value of the field."""

import json
import math
import re
from collections.abc import Callable
from typing import Any, Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.message import visible
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.terminal.form.fields import (
    ChoiceField,
    Field,
    FixedField,
    FlagField,
    ListField,
    NumberField,
    ObjectField,
    Option,
    TextField,
    UnionField,
)
from interruptgen_runtime.terminal.text import json_text, one_line
from interruptgen_runtime.terminal.values import in_short

_NUMBER: Final = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_WORDS: Final = {"y": True, "yes": True, "true": True, "n": False, "no": False, "false": False}


class Unusable(Exception):
    """What was typed is no value of the field; `message` says what would be."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def read_entry(field: Field, text: str) -> Json:
    """Return the value that a text stands for; raises `Unusable`."""
    match field:
        case TextField():
            return text
        case NumberField(whole=whole):
            return _number(text.strip(), whole)
        case FlagField():
            return _flag(text.strip())
        case ChoiceField(options=options):
            return options[read_choice([option_text(one) for one in options], text)].value
        case _:
            return read_document(text)


def read_choice(labels: list[str], text: str) -> int:
    """Return the place of what was chosen, by its number from 1 or by its words."""
    given = text.strip()
    if given in labels:
        return labels.index(given)
    if given.isdecimal() and given.isascii() and 1 <= int(given[:9]) <= len(labels):
        return int(given[:9]) - 1
    raise Unusable(f"choose one, by a number from 1 to {len(labels)} or by its words")


def read_document(text: str) -> Json:
    """Return the value of a JSON text; raises `Unusable`, with the place of what is wrong."""
    try:
        value: object = json.loads(text, parse_constant=_no_constant)
        return read_json(value)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Unusable(f"that is no JSON: {error.msg} ({place})") from None
    except (ValueError, RecursionError) as error:
        raise Unusable(f"that is no JSON: {error}") from None


def entry_of(field: Field, value: Json | Absent) -> str | None:
    """Return the text with which a field begins; `None` where a value cannot be typed as text."""
    if value is ABSENT or value is None:
        return ""
    match field:
        case TextField() if isinstance(value, str):
            return value if visible(value) == value and not value.startswith(":") else None
        case FlagField() if isinstance(value, bool):
            return "yes" if value else "no"
        case ChoiceField(options=options):
            labels = (option_text(one) for one in options if _same(one.value, value))
            return next(labels, "")
        case NumberField() if isinstance(value, int | float):
            return json_text(value)
        case _:
            return None


def option_text(option: Option) -> str:
    """Return what an option is called."""
    if option.label is not None:
        return one_line(option.label, 80)
    return one_line(option.value, 80) if isinstance(option.value, str) else json_text(option.value)


def describe(field: Field) -> str:
    """Say in a few words what a field takes."""
    words = [_kind(field), *_bounds(field)]
    if field.nullable:
        words.append("or null")
    return ", ".join(words)


_KINDS: Final[dict[type[Field], str]] = {
    TextField: "text",
    FlagField: "yes or no",
    ChoiceField: "one of these",
    UnionField: "one of several kinds",
    ListField: "a list",
    ObjectField: "several values",
}


def _kind(field: Field) -> str:
    if isinstance(field, NumberField):
        return "a whole number" if field.whole else "a number"
    if isinstance(field, FixedField):
        return f"always {in_short(field.value)}"
    return _KINDS.get(type(field), "JSON")


_BOUNDS: Final[tuple[tuple[str, Callable[[Any], str]], ...]] = (
    ("minLength", lambda bound: f"at least {bound} characters"),
    ("maxLength", lambda bound: f"at most {bound} characters"),
    ("pattern", lambda bound: f"matching {bound}"),
    ("format", lambda bound: f"a {bound}"),
    ("minimum", lambda bound: f"at least {bound}"),
    ("exclusiveMinimum", lambda bound: f"more than {bound}"),
    ("maximum", lambda bound: f"at most {bound}"),
    ("exclusiveMaximum", lambda bound: f"less than {bound}"),
    ("multipleOf", lambda bound: f"in steps of {bound}"),
)


def _bounds(field: Field) -> list[str]:
    if not isinstance(field, TextField | NumberField):
        return []
    found = ((field.rules.get(name), words) for name, words in _BOUNDS)
    return [
        one_line(words(bound), 80)
        for bound, words in found
        if isinstance(bound, str | int | float) and not isinstance(bound, bool)
    ]


def _number(text: str, whole: bool) -> Json:
    if "," in text:
        raise Unusable("write a number with a point, and without thousands separators")
    if not _NUMBER.fullmatch(text) or len(text) > 300:
        raise Unusable("that is no number")
    value = float(text)
    if not math.isfinite(value):
        raise Unusable("that number is too large")
    if whole and not value.is_integer():
        raise Unusable("it has to be a whole number")
    return int(text) if text.lstrip("-").isdecimal() else read_json(value)


def _flag(text: str) -> bool:
    answer = _WORDS.get(text.lower())
    if answer is None:
        raise Unusable("say yes or no")
    return answer


def _no_constant(name: str) -> Json:
    raise ValueError(f"{name} is no number of JSON")


def _same(one: Json, other: Json) -> bool:
    return json_text(one) == json_text(other)
