"""A schema -> its regular expressions that ECMAScript or our own engine cannot use."""

import re
from collections.abc import Iterator
from functools import lru_cache

from jsonschema_rs import Draft202012Validator, ValidationError

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.language.subschemas import Subschema
from interruptgen.language.wording import shown
from interruptgen.rules.schemas import UNUSABLE_PATTERN

_TOKENS = re.compile(
    r"(?P<escape>\\(?:[xpP]\{[^}]*\}|k<[^>]*>|u[dD][89a-fA-F]..|.))"
    r"|(?P<set>\[\^?(?:\\.|[^\]\\])*\])"
    r"|(?P<group>\(\?(?:<?[=!]|<[^>=!]*>|:|.))"
    r"|(?P<possessive>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\+)",
    re.DOTALL,
)
_OTHER_ESCAPES = {
    "\\A": "write `^`",
    "\\Z": "write `$`",
    "\\z": "write `$`",
    "\\p": "write a property in braces, such as `\\p{L}`",
    "\\P": "write a property in braces, such as `\\P{L}`",
}
_OTHER_GROUPS = {"(?P": "write `(?<name>...)`", "(?#": "write the comment in `$comment`"}
_SCRIPT = re.compile(
    r"\\[pP]\{(?P<name>arabic|cyrillic|devanagari|greek|han|hangul|hebrew|hiragana|katakana|latin"
    r"|thai)\}",
    re.IGNORECASE,
)
_POSIX_SET = re.compile(r"\[:\^?[a-z]+:")
_NOT_RUN = re.compile(r"\\k<|\\u[dD][89a-fA-F]|\\0|\[\^?\]|\[\\b")


def check_patterns(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find regular expressions that do not compile, or that are written for another language."""
    pattern = subschema.schema.get("pattern")
    if isinstance(pattern, str):
        yield from _check(pattern, subschema.place("pattern"))
    named = subschema.schema.get("patternProperties")
    for pattern in named if isinstance(named, dict) else ():
        yield from _check(pattern, subschema.key_place("patternProperties", pattern))


def _check(pattern: str, place: Place) -> Iterator[Diagnostic]:
    fault = _fault(pattern)
    if fault:
        what, hint = fault
        yield UNUSABLE_PATTERN.at(place, f"the pattern {shown(pattern)} {what}", hint=hint)


@lru_cache(maxsize=4096)
def _fault(pattern: str) -> tuple[str, str | None] | None:
    for token in _TOKENS.finditer(pattern):
        remedy = _remedy(token)
        if remedy:
            return f"has `{token[0]}`, which ECMAScript does not know", remedy
    try:
        Draft202012Validator({"pattern": pattern}, validate_formats=False, offline=True)
    except ValidationError:
        part = _NOT_RUN.search(pattern)
        if part:
            return f"has `{part[0]}`, which the server cannot run", "write it in another way"
        return "is no regular expression of ECMAScript (with the flag `u`)", None
    return None


def _remedy(token: re.Match[str]) -> str | None:
    """Say what to write for a token that our engine would take and ECMAScript would not."""
    text = token[0]
    match token.lastgroup:
        case "escape":
            return _escape_remedy(text)
        case "set" if _POSIX_SET.search(text):
            return "list the characters"
        case "group" if not text.endswith((":", "=", "!", ">")):
            return _OTHER_GROUPS.get(text, "list the letters in both cases instead of a flag")
        case "possessive":
            return "it has no possessive quantifiers: write the quantifier alone"
        case _:
            return None


def _escape_remedy(text: str) -> str | None:
    script = _SCRIPT.fullmatch(text)
    if script:
        return f"write `{text[:2]}{{Script={script['name'].capitalize()}}}`"
    if text.startswith("\\x{"):
        return f"write `\\u{text[2:]}`"
    return _OTHER_ESCAPES.get(text)
