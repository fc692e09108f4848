"""A schema and a value -> the verdict of the schema's own dialect, and what decides it.

It is python-jsonschema's verdict, but for patterns, which are ECMAScript's, and for fractions in
`multipleOf`, which are divided as the decimals that they are written as.
"""

import re
import sys
from collections.abc import Callable, Iterator
from decimal import Decimal
from importlib import import_module
from typing import Any, Final

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import Draft202012Validator, validator_for
from referencing.jsonschema import EMPTY_REGISTRY

from corpora.ecmascript import python_patterns
from interruptgen.model import Json
from interruptgen_runtime import NotJson
from interruptgen_runtime.core.reading import read_json

_extend: Final[Callable[..., type[Validator]]] = import_module("jsonschema.validators").extend


class Judge:
    """Judges by the dialect that `$schema` names, 2020-12 where there is none.

    Values are judged as they are read, `3.0` as `3`. Formats are annotations, and no reference is
    fetched.
    """

    def __init__(self, schema: Any) -> None:
        dialect = validator_for(schema, default=Draft202012Validator)
        exact = _extend(dialect, {"multipleOf": _multiple_of})
        self._plain = dialect(schema, registry=EMPTY_REGISTRY)
        self._exact = exact(schema, registry=EMPTY_REGISTRY)

    def accepts(self, value: Json) -> bool | None:
        """Return the verdict; None where the judge cannot come to one."""
        try:
            return _verdict(self._exact, read_json(value))
        except NotJson:
            return None

    def reason(self, value: Json) -> str:
        """Say in what the verdict differs from the one that python-jsonschema alone comes to."""
        verdict = self.accepts(value)
        if _verdict(self._exact, value) is not verdict:
            return "3.0 is read as 3"
        with python_patterns():
            if self.accepts(value) is not verdict:
                return "patterns"
        return "multipleOf" if _verdict(self._plain, value) is not verdict else "unknown"

    def keywords(self, value: Json) -> tuple[str, ...]:
        """Return the keywords that refuse a value."""
        return tuple(sorted(set(_keywords(self._exact, read_json(value)))))


def raise_limits() -> None:
    """Let the judge recurse as deep as the schemas of a corpus do."""
    sys.setrecursionlimit(20_000)


def _verdict(validator: Validator, value: Json) -> bool | None:
    try:
        return validator.is_valid(value)
    except (RecursionError, re.error):
        return None


def _keywords(validator: Validator, value: Json) -> Iterator[str]:
    for error in validator.iter_errors(value):
        yield from _innermost(error)


def _innermost(error: ValidationError) -> Iterator[str]:
    if not error.context:
        yield str(error.validator)
    for inner in error.context or ():
        yield from _innermost(inner)


def _multiple_of(
    validator: Validator, divisor: Any, value: Any, _: Any
) -> Iterator[ValidationError]:
    if validator.is_type(value, "number") and Decimal(str(value)) % Decimal(str(divisor)):
        yield ValidationError(f"{value!r} is not a multiple of {divisor}")
