"""A JSON Schema and a value -> the value as it is read, and the issues that the schema has with it.

Draft 2020-12; `format` and the `content` keywords are annotations. Patterns run in linear time, as
long as they have neither look-around nor back-references.
"""

from collections.abc import Iterator
from itertools import islice
from typing import Final

from jsonschema_rs import (
    Draft202012Validator,
    FancyRegexOptions,
    ReferencingError,
    ValidationError,
    ValidationErrorKind,
)

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.errors import BrokenSchema, InvalidValue, Issue, NotJson
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.locating import located
from interruptgen_runtime.core.patterns import engine_schema
from interruptgen_runtime.core.reading import read_json

MAX_ISSUES: Final = 100
"""How many issues of one value are reported."""

_BACKTRACKING: Final = FancyRegexOptions(backtrack_limit=100_000)
"""A few milliseconds for a string. Where it is reached the whole value is refused, even below
`not`, so that a costly string cannot turn a refusal into an acceptance."""

_UNDECIDED: Final = (
    ValidationErrorKind.BacktrackLimitExceeded,
    ValidationErrorKind.RegexEngineFailure,
)


class Checker:
    """Checks values against one JSON Schema document, given as JSON text."""

    def __init__(self, text: str) -> None:
        schema = engine_schema(text)
        self._originals = schema.originals
        try:
            self._validator = Draft202012Validator(
                schema.document,
                validate_formats=False,
                offline=True,
                mask="the value",
                pattern_options=_BACKTRACKING,
            )
        except (ValidationError, ReferencingError, ValueError) as error:
            raise BrokenSchema(str(error).partition("\n")[0]) from error

    def check(self, value: object) -> Checked:
        """Read a value and check it; a value that is no JSON is an issue, not an exception."""
        if value is ABSENT:
            return Checked(ABSENT, (Issue((), "a value is required"),))
        try:
            return self.judge(read_json(value))
        except NotJson as error:
            return Checked(None, (Issue(error.path, error.message),))

    def judge(self, read: Json) -> Checked:
        """Check a value that has been read already."""
        if self._validator.is_valid(read):
            return Checked(read)
        errors = self._validator.iter_errors(read)
        issues = (issue for error in errors for issue in self._explain(read, error))
        return Checked(read, tuple(islice(issues, MAX_ISSUES)))

    def read(self, value: object, refusal: type[InvalidValue]) -> Json:
        """Return a value as it is read; raises `refusal` with the issues if there are any."""
        try:
            read = read_json(value)
        except NotJson as error:
            raise refusal((Issue(error.path, error.message),)) from None
        issues = self.judge(read).issues
        if issues:
            raise refusal(issues)
        return read

    def may_accept(self, value: object) -> bool:
        """Tell whether a value is accepted, or cannot be decided on.

        That is the answer to give where refusing the value would open a gate.
        """
        try:
            read = read_json(value)
        except NotJson:
            return True
        if self._validator.is_valid(read):
            return True
        return any(isinstance(e.kind, _UNDECIDED) for e in self._validator.iter_errors(read))

    def _explain(self, value: Json, error: ValidationError) -> Iterator[Issue]:
        """Place an issue at the member that is missing or too many, rather than at its object."""
        path = located(value, error.instance_path, error.instance)
        match error.kind:
            case ValidationErrorKind.Required(property=name):
                yield Issue((*path, name), "is required")
            case (
                ValidationErrorKind.AdditionalProperties(unexpected=names)
                | ValidationErrorKind.UnevaluatedProperties(unexpected=names)
            ):
                yield from (Issue((*path, name), "is not expected here") for name in names)
            case ValidationErrorKind.Pattern(pattern=pattern) if pattern in self._originals:
                yield Issue(path, error.message.replace(pattern, self._originals[pattern]))
            case _:
                yield Issue(path, error.message)
