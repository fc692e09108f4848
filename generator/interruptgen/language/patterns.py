"""A schema -> its regular expressions that ECMAScript or our own engine cannot use."""

import re
from collections.abc import Iterator
from functools import lru_cache

from jsonschema_rs import (
    Draft202012Validator,
    FancyRegexOptions,
    RegexOptions,
    ValidationError,
)

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.language.back_references import loose_reference
from interruptgen.language.subschemas import Subschema
from interruptgen.language.wording import shown
from interruptgen.rules.schemas import UNUSABLE_PATTERN
from interruptgen.schema.patterns import engine_pattern

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
_OTHER_GROUPS = {
    "(?P": "write `(?<name>...)`",
    "(?#": "write the comment in `$comment`",
    "(?(": "write both cases as alternatives",
}
_SCRIPT = re.compile(
    r"\\[pP]\{(?P<name>arabic|cyrillic|devanagari|greek|han|hangul|hebrew|hiragana|katakana|latin"
    r"|thai)\}",
    re.IGNORECASE,
)
_POSIX_SET = re.compile(r"\[:\^?[a-z]+:")
_BACK_REFERENCE = re.compile(r"\\[1-9]")
_NO_ECMASCRIPT = (
    "is no regular expression of ECMAScript (with the flag `u`), or none that the server can run",
    None,
)
_NOT_RUN = re.compile(r"\\u[dD][89a-fA-F]..|\\[pP]\{(?:Cs|Surrogate)\}|\(\?<\w*\$\w*>")


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
    written_out = engine_pattern(pattern)
    without_looking = _TOKENS.sub(_without_looking, written_out)
    if not _compiles(written_out, FancyRegexOptions()) or not _compiles(
        without_looking, RegexOptions()
    ):
        part = _NOT_RUN.search(pattern)
        if part:
            return f"has `{part[0]}`, which the server cannot run", "write it in another way"
        return _NO_ECMASCRIPT
    loose = loose_reference(pattern)
    if loose:
        return (
            f"refers with `{loose}` to a group that is optional, repeated, in another alternative "
            "or not yet over, which the server cannot run as ECMAScript does",
            "refer to a group that always matches once before",
        )
    return None


def _compiles(pattern: str, options: FancyRegexOptions | RegexOptions) -> bool:
    try:
        Draft202012Validator({"pattern": pattern}, offline=True, pattern_options=options)
    except ValidationError:
        return False
    return True


def _without_looking(token: re.Match[str]) -> str:
    """Replace look-around and back-references, so that the stricter engine reads the rest.

    The engine that knows them takes much that ECMAScript does not know: `\\e`, `a{,2}`, `(?>a)`.
    """
    if token.lastgroup == "group" and token[0].endswith(("=", "!")):
        return "(?:"
    return "(?:)" if _BACK_REFERENCE.fullmatch(token[0]) else token[0]


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
