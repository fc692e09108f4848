"""A schema document and values -> does it accept them, and what it holds against those it refuses.

The verdict is that of jsonschema-rs, which the runtime has as well. Only a refused value is looked
at a second time, by jsonschema, whose errors name their places exactly. Its patterns are Python's,
which mean something else and may backtrack for years: they are left to jsonschema-rs.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import import_module
from itertools import islice
from typing import Any, Final, Protocol

from jsonschema_rs import Draft202012Validator, FancyRegexOptions

from interruptgen.model import Json, JsonObject, Pointer
from interruptgen.schema.patterns import engine_document
from interruptgen.schema.walk import walk

MAX_FAULTS: Final = 100
"""How many faults of one value are named."""

_BACKTRACKING: Final = FancyRegexOptions(backtrack_limit=100_000)
"""What the runtime allows a pattern that cannot run in linear time."""

_SHOWN = 60
"""How many characters of a value stand in a message."""


class _Error(Protocol):
    message: str
    instance: Json

    @property
    def absolute_path(self) -> Iterable[str | int]: ...


@dataclass(frozen=True)
class Fault:
    """What is wrong with a part of a value."""

    path: Pointer
    message: str

    @property
    def pointer(self) -> str:
        """The path as a JSON Pointer (RFC 6901), empty for the whole value."""
        tokens = (str(token).replace("~", "~0").replace("/", "~1") for token in self.path)
        return "".join(f"/{token}" for token in tokens)

    def __str__(self) -> str:
        return f"at `{self.pointer}`: {self.message}" if self.path else self.message


class Judge:
    """Judges values by one schema of JSON Schema 2020-12, formats as annotations."""

    def __init__(self, document: JsonObject) -> None:
        self._document = document
        self._verdicts = _validator(document)

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        return self._verdicts.is_valid(value)

    def faults(self, value: Json) -> tuple[Fault, ...]:
        """Return what the schema holds against a value, nothing if it accepts it.

        At most 100 faults are named.
        """
        if self.accepts(value):
            return ()
        return tuple(self._explained(value)) or tuple(self._unexplained(value))

    def _explained(self, value: Json) -> Iterator[Fault]:
        if any("patternProperties" in schema for _, schema in walk(self._document)):
            return
        try:
            errors: list[_Error] = list(islice(self._explanations.iter_errors(value), MAX_FAULTS))
        except RecursionError:
            return
        for error in sorted(errors, key=lambda error: [str(one) for one in error.absolute_path]):
            yield Fault(tuple(error.absolute_path), _worded(error))

    def _unexplained(self, value: Json) -> Iterator[Fault]:
        for error in islice(self._verdicts.iter_errors(value), MAX_FAULTS):
            yield Fault(tuple(error.instance_path), error.message)

    @cached_property
    def _explanations(self) -> Any:
        """Import the library when something has to be explained: it takes a while to start."""
        library: Any = import_module("jsonschema")
        extended = library.validators.extend(library.Draft202012Validator, {"pattern": _pattern})
        return extended(self._document)


def _validator(document: JsonObject) -> Draft202012Validator:
    return Draft202012Validator(
        engine_document(document),
        validate_formats=False,
        offline=True,
        pattern_options=_BACKTRACKING,
    )


def _pattern(validator: object, pattern: str, instance: Json, schema: object) -> Iterator[Any]:
    """Judge a text by a pattern, in the place of jsonschema's own function."""
    del validator, schema
    if not _of_pattern(pattern).is_valid(instance):
        library: Any = import_module("jsonschema")
        yield library.ValidationError(f"{instance!r} does not match {pattern!r}")


@lru_cache(maxsize=256)
def _of_pattern(pattern: str) -> Draft202012Validator:
    return _validator({"pattern": pattern})


def _worded(error: _Error) -> str:
    """Return the message with the value as JSON, where it begins with the value as Python."""
    shown = repr(error.instance)
    if not error.message.startswith(shown):
        return error.message
    value = json.dumps(error.instance, ensure_ascii=False)
    if len(value) > _SHOWN:
        value = f"{value[:_SHOWN]}…"
    return value + error.message[len(shown) :]
