"""A schema and a value -> the verdict of the schema's own dialect, and which keywords decide it."""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, cast

from jsonschema.exceptions import ValidationError
from jsonschema.protocols import Validator
from jsonschema.validators import Draft202012Validator, validator_for
from jsonschema_specifications import REGISTRY

from interruptgen.model import Json


class Judge:
    """Judges by the dialect that `$schema` names, 2020-12 where there is none.

    Formats are annotations, and no reference is fetched.
    """

    def __init__(self, schema: Any) -> None:
        make = cast(Callable[..., Validator], validator_for(schema, default=Draft202012Validator))
        self._validator = make(schema, registry=REGISTRY)

    def accepts(self, value: Json) -> bool | None:
        """Return the verdict; None where the judge cannot come to one."""
        try:
            return self._validator.is_valid(value)
        except (RecursionError, re.error):
            return None

    def keywords(self, value: Json) -> tuple[str, ...]:
        """Return the keywords that refuse a value."""
        return tuple(sorted({keyword for keyword in _keywords(self._validator, value)}))


def _keywords(validator: Validator, value: Json) -> Iterator[str]:
    for error in validator.iter_errors(value):
        yield from _innermost(error)


def _innermost(error: ValidationError) -> Iterator[str]:
    if not error.context:
        yield str(error.validator)
    for inner in error.context or ():
        yield from _innermost(inner)


def raise_limits() -> None:
    """Let the judge recurse as deep as the schemas of a corpus do."""
    sys.setrecursionlimit(20_000)
