"""A schema -> its keywords that look like misspelt ones, or like parts of texts."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.subschemas import APPLICATORS, Subschema
from interruptgen.language.wording import nearest, shown
from interruptgen.rules.schemas import CUT_TEXT, MISSPELT_KEYWORD

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
_MOST = 100
"""How many unknown keywords of one schema are looked at."""


def check_keywords(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find unknown keywords that are nearly known ones; `x-` and `_` begin what is meant so."""
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


@lru_cache(maxsize=4096)
def _meant(keyword: str) -> str | None:
    return nearest(keyword, KNOWN, cutoff=0.8)
