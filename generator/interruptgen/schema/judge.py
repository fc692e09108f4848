"""A schema document and values -> does it accept them, and what it holds against those it refuses.

The verdict is that of jsonschema-rs, which the runtime has as well. Only a refused value is looked
at a second time, by jsonschema, whose errors name their places exactly.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from typing import Any, Protocol

import jsonschema_rs

from interruptgen.model import Json, JsonObject, Pointer

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
        self._verdicts = jsonschema_rs.Draft202012Validator(document)

    def accepts(self, value: Json) -> bool:
        """Tell whether the schema accepts a value."""
        return self._verdicts.is_valid(value)

    def faults(self, value: Json) -> tuple[Fault, ...]:
        """Return what the schema holds against a value, nothing if it accepts it."""
        if self.accepts(value):
            return ()
        return tuple(self._explained(value)) or tuple(self._unexplained(value))

    def _explained(self, value: Json) -> Iterator[Fault]:
        try:
            errors: list[_Error] = list(self._explanations.iter_errors(value))
        except (re.error, RecursionError):  # a pattern that only ECMAScript has, or a deep value
            return
        for error in sorted(errors, key=lambda error: [str(one) for one in error.absolute_path]):
            yield Fault(tuple(error.absolute_path), _worded(error))

    def _unexplained(self, value: Json) -> Iterator[Fault]:
        for error in self._verdicts.iter_errors(value):
            yield Fault(tuple(error.instance_path), error.message)

    @cached_property
    def _explanations(self) -> Any:
        """Import the library when something has to be explained: it takes a while to start."""
        return import_module("jsonschema").Draft202012Validator(self._document)


def _worded(error: _Error) -> str:
    """Return the message with the value as JSON, where it begins with the value as Python."""
    shown = repr(error.instance)
    if not error.message.startswith(shown):
        return error.message
    value = json.dumps(error.instance, ensure_ascii=False)
    if len(value) > _SHOWN:
        value = f"{value[:_SHOWN]}…"
    return value + error.message[len(shown) :]
