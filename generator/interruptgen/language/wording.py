"""Values, kinds and near misses in the words of a finding."""

import json
from collections.abc import Iterable
from difflib import get_close_matches

from interruptgen.model import Json, Pointer

_WANTED = {
    "array": ("a list",),
    "boolean": ("true", "false"),
    "integer": ("a whole number",),
    "null": ("null",),
    "number": ("a number",),
    "object": ("a mapping",),
    "string": ("a text",),
}
_BOOLEAN_WORDS = {
    "yes": "true",
    "y": "true",
    "on": "true",
    "no": "false",
    "n": "false",
    "off": "false",
}
_SHOWN = 40


def kind_of(value: Json) -> str:
    """Say what kind of value it is: `a list`, `nothing`."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return "a text"
    return "a list" if isinstance(value, list) else "a mapping"


def wanted(types: Iterable[str]) -> str:
    """Say which JSON types are allowed: `a text or a list`."""
    return alternatives(word for name in types for word in _WANTED[name])


def alternatives(words: Iterable[str], last: str = "or") -> str:
    """Join words with commas, and with another word before the last of them."""
    *most, final = words
    return f"{', '.join(most)} {last} {final}" if most else final


def shown(value: Json) -> str:
    """Return the value as a finding quotes it: texts bare, the rest as JSON, both shortened."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[:_SHOWN]}…`"


def subject(pointer: Pointer) -> str:
    """Name the value at a pointer by its key, and an item of a list by its number from 1."""
    number = None
    for token in reversed(pointer):
        if isinstance(token, str):
            return f"`{token}`" if number is None else f"item {number} of `{token}`"
        number = token + 1 if number is None else number
    return "the file"


def retyped(value: Json, types: Iterable[str]) -> str | None:
    """Say how a value of the wrong type was probably meant."""
    names = set(types)
    if isinstance(value, str) and "boolean" in names and value.lower() in _BOOLEAN_WORDS:
        return f"in YAML 1.2 `{value}` is a text: write `{_BOOLEAN_WORDS[value.lower()]}`"
    if value in ("true", "false") and "boolean" in names:
        return "remove the quotes"
    if names == {"string"} and isinstance(value, bool | int | float):
        return "quote it to make it a text"
    if isinstance(value, str) and names & {"integer", "number"} and value.isdecimal():
        return "remove the quotes"
    if value is None:
        return "remove the key, or give it a value"
    return None


def nearest(word: str, known: Iterable[str], cutoff: float = 0.7) -> str | None:
    """Return the known word that was probably meant; spelling in another case counts as equal."""
    by_form = {_form(one): one for one in known}
    if _form(word) in by_form:
        return by_form[_form(word)]
    near = get_close_matches(_form(word), by_form, n=1, cutoff=cutoff)
    return by_form[near[0]] if near else None


def _form(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "").replace(" ", "")
