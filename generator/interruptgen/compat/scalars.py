"""The checks of types, listed values, numbers, texts and sizes."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from interruptgen.compat.claims import Claim, claim
from interruptgen.compat.facts import Facts
from interruptgen.compat.keywords import MATCHING_ALL, NUMBERS
from interruptgen.compat.kinds import of_types, types_of
from interruptgen.compat.languages import covers
from interruptgen.compat.nodes import Node
from interruptgen.compat.prover import Check, Prover
from interruptgen.compat.ranges import Range, exact, is_multiple, limited
from interruptgen.model import Json, JsonObject
from interruptgen.rules.compatibility import (
    CHANGED_FORMAT,
    NUMBER_OUT_OF_RANGE,
    REFUSED_TYPE,
    REFUSED_VALUE,
    SIZE_OUT_OF_RANGE,
    UNMATCHED_PATTERN,
)

_SIZES = {
    "minLength": "string",
    "maxLength": "string",
    "minItems": "array",
    "maxItems": "array",
    "minProperties": "object",
    "maxProperties": "object",
}


def judged(a: Facts, b: Node) -> frozenset[str]:
    """Return the types that A sends and that `type` of B, if there is one, does not refuse."""
    return a.types & types_of(b.keywords["type"]) if "type" in b.keywords else a.types


def _type(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    refused = a.types - types_of(b.keywords[keyword])
    if refused:
        yield claim(REFUSED_TYPE, a, b, keyword, of_types(refused))


def _values(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    yield claim(REFUSED_VALUE, a, b, keyword, {"not": {keyword: b.keywords[keyword]}})


def _number(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if not judged(a, b) & NUMBERS:
        return
    wanted = b.keywords[keyword]
    if keyword == "multipleOf":
        step = exact(wanted)
        holds = step is None or is_multiple(a.steps, step)
    else:
        holds = a.numbers.within(limited(Range(), keyword, wanted))
    if not holds:
        against: JsonObject = {"type": "number", "not": {keyword: wanted}}
        yield claim(NUMBER_OUT_OF_RANGE, a, b, keyword, {**against, **_beyond(keyword, wanted)})


def _beyond(keyword: str, bound: Json) -> JsonObject:
    """Return the bound of what is on the other side of one."""
    opposite = {
        "minimum": "exclusiveMaximum",
        "exclusiveMinimum": "maximum",
        "maximum": "exclusiveMinimum",
        "exclusiveMaximum": "minimum",
    }
    return {opposite[keyword]: bound} if keyword in opposite else {}


def _size(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    kind, wanted = _SIZES[keyword], exact(b.keywords[keyword])
    if kind not in judged(a, b) or wanted is None:
        return
    if not a.size(kind).within(limited(Range(), keyword, b.keywords[keyword])):
        against: JsonObject = {"type": kind, **_other_size(keyword, wanted)}
        yield claim(SIZE_OUT_OF_RANGE, a, b, keyword, against)


def _other_size(keyword: str, bound: Fraction) -> JsonObject:
    if keyword.startswith("min"):
        return {"max" + keyword[3:]: int(bound) - 1}
    return {"min" + keyword[3:]: int(bound) + 1}


def _pattern(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    wanted = str(b.keywords[keyword])
    if "string" not in judged(a, b) or wanted in MATCHING_ALL:
        return
    if not any(covers(wanted, str(stated)) for _, stated in a.of(keyword)):
        against: JsonObject = {"type": "string", "not": {"pattern": wanted}}
        yield claim(UNMATCHED_PATTERN, a, b, keyword, against)


def _format(prover: Prover, a: Facts, b: Node, keyword: str) -> Iterator[Claim]:
    if "string" in judged(a, b):
        yield claim(CHANGED_FORMAT, a, b, keyword)


CHECKS: Mapping[str, Check] = {
    "type": _type,
    "enum": _values,
    "const": _values,
    "pattern": _pattern,
    "format": _format,
    **dict.fromkeys(
        ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"), _number
    ),
    **dict.fromkeys(_SIZES, _size),
}
