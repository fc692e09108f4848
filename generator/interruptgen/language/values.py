"""A schema -> the numbers in it that a double, and so JavaScript, cannot hold exactly."""

from collections.abc import Iterator

from interruptgen.diagnostics import Diagnostic
from interruptgen.language.subschemas import APPLICATORS, Subschema
from interruptgen.model import Json, Pointer
from interruptgen.rules.schemas import INEXACT_NUMBER


def check_numbers(subschema: Subschema) -> Iterator[Diagnostic]:
    """Find whole numbers that JavaScript would round; `x-` keywords are not hashed."""
    for keyword, value in subschema.schema.items():
        if keyword not in APPLICATORS and not keyword.startswith("x-"):
            for at, number in _inexact(value, (keyword,)):
                nearest = f"{int(float(number))}"
                message = f"JavaScript cannot hold {number} exactly"
                hint = f"the nearest number that it can hold is {nearest}"
                yield INEXACT_NUMBER.at(subschema.place(*at), message, hint=hint)


def _inexact(value: Json, at: Pointer) -> Iterator[tuple[Pointer, int]]:
    waiting: list[tuple[Pointer, Json]] = [(at, value)]
    while waiting:
        pointer, inner = waiting.pop()
        if isinstance(inner, dict):
            waiting.extend(((*pointer, key), child) for key, child in inner.items())
        elif isinstance(inner, list):
            waiting.extend(((*pointer, index), child) for index, child in enumerate(inner))
        elif isinstance(inner, int) and inner != int(float(inner)):
            yield pointer, inner
