"""A schema -> its keywords that are misspelt, parts of texts, or unknown to its dialect."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.subschemas import APPLICATORS, Subschema
from interruptgen.language.wording import nearest, shown
from interruptgen.rules.schemas import CUT_TEXT, MISSPELT_KEYWORD
from interruptgen.schema.dialects import UNKNOWN

_ASSERTIONS = frozenset(
    "const contentEncoding contentMediaType dependentRequired enum exclusiveMaximum "
    "exclusiveMinimum format maxContains maxItems maxLength maxProperties maximum minContains "
    "minItems minLength minProperties minimum multipleOf pattern required type uniqueItems".split()
)
_ANNOTATIONS = frozenset(
    "$comment default deprecated description examples readOnly title writeOnly".split()
)
_CORE = frozenset(
    "$anchor $dynamicAnchor $dynamicRef $id $recursiveAnchor $recursiveRef $ref $schema "
    "$vocabulary id".split()
)
KNOWN = APPLICATORS | _ASSERTIONS | _ANNOTATIONS | _CORE
"""The keywords of every dialect from draft 04 to 2020-12."""

_OTHERS = frozenset(
    "discriminator enumDescriptions enumNames errorMessage example externalDocs form "
    "markdownDescription nullable order tsAdditionalProperties tsType xml".split()
)
"""Keywords that other tools add on purpose, though some look like ours."""

_EXPECTED = KNOWN | _OTHERS
_HARMLESS = frozenset({"$defs", "contentSchema"})
"""Keywords of later dialects that refuse no value themselves."""

_MOST = 100
"""How many unknown keywords of one schema are looked at."""


def check_keywords(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find unknown keywords that are nearly known ones; `x-` and `_` begin what is meant so.

    A known keyword is found where the dialect does not know it.
    """
    yield from _of_other_dialects(subschema)
    unknown = (keyword for keyword in subschema.schema if keyword not in _EXPECTED)
    for keyword in islice(unknown, _MOST):
        if " " in keyword and subschema.schema[keyword] is None:
            message = f"the keyword {shown(keyword)} has no value, and may be the end of a text"
            hint = "put quotes around a text with a comma inside of `{...}`"
            yield CUT_TEXT.at(subschema.key_place(keyword), message, hint=hint)
            continue
        meant = None if keyword.startswith(("x-", "_")) else _meant(keyword)
        if meant is not None and meant not in subschema.schema:
            message = f"JSON Schema has no keyword `{keyword}`"
            place = subschema.key_place(keyword)
            yield MISSPELT_KEYWORD.at(place, message, hint=f"did you mean `{meant}`?")


def _of_other_dialects(subschema: Subschema) -> Iterator[Diagnostic]:
    for keyword in subschema.schema:
        if keyword in UNKNOWN[subschema.dialect] and keyword not in _HARMLESS:
            message = f"{subschema.dialect} has no keyword `{keyword}`, so it means nothing here"
            hint = "name a dialect that has it in `$schema`, or remove the keyword"
            place = subschema.key_place(keyword)
            yield MISSPELT_KEYWORD.at(place, message, hint=hint)


@lru_cache(maxsize=4096)
def _meant(keyword: str) -> str | None:
    return nearest(keyword, KNOWN, cutoff=0.8)
