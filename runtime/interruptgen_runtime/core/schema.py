"""A JSON Schema as generated code holds it: the contract, its hash, and the class that types it."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.envelope import UNDEFINED_SCHEMA_HASH
from interruptgen_runtime.core.errors import InvalidIncoming, InvalidOutgoing, Issue, LocalError
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.lazy import lazy_module

if TYPE_CHECKING:
    from interruptgen_runtime.core import checker, views
else:
    checker = lazy_module("interruptgen_runtime.core", "checker")
    views = lazy_module("interruptgen_runtime.core", "views")

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True, eq=False)
class Schema(Generic[T]):
    """A JSON Schema 2020-12 document that stands alone, with the pydantic class for its values.

    The schema is the contract and the class its typed view: every value is checked against the
    document first. `text` is the document in canonical form and `hash` the digest of that text,
    as generated; it is never computed again. `view` returns the class, and is called at first
    use, so that generated modules are cheap to import.
    """

    view: Callable[[], type[T]] = field(repr=False)
    hash: str
    text: str = field(repr=False)

    @cached_property
    def document(self) -> Json:
        """The schema as a value, to be read only."""
        document: Json = json.loads(self.text)
        return document

    def check(self, value: object) -> Checked:
        """Return a value as it is read (`3.0` as `3`) together with the issues it has.

        `ABSENT` and values that are not JSON are refused like all others.
        """
        return self._checker.check(value)

    def judge(self, read: Json) -> Checked:
        """Do the same for a value that `read_json` has returned, without reading it again."""
        return self._checker.judge(read)

    def issues(self, value: object) -> tuple[Issue, ...]:
        """Return why the schema refuses a value: nothing if it accepts it, at most 100 issues."""
        return self._checker.check(value).issues

    def accepts(self, value: object) -> bool:
        """Tell whether the schema accepts a value."""
        return not self.issues(value)

    def parse(self, value: object) -> T:
        """Check a value that was received and give it its type.

        Raises `InvalidIncoming` with the issues, and `ViewMismatch` if the generated class does
        not fit the schema.
        """
        return self._view.load(self._checker.read(value, InvalidIncoming))

    def dump(self, value: T) -> Json:
        """Return the JSON value of an instance of the class, checked against the schema.

        Raises `InvalidOutgoing` with the issues, and `LocalError` for an instance of another
        class.
        """
        return self._checker.read(self._view.unload(value), InvalidOutgoing)

    @cached_property
    def _checker(self) -> "checker.Checker":
        return checker.Checker(self.text)

    @cached_property
    def _view(self) -> "views.View[T]":
        return views.View(self.view())


def hash_of(schema: Schema[Any] | None) -> str:
    """Return the hash that the wire has for a tool's schema, or for its absence."""
    return UNDEFINED_SCHEMA_HASH if schema is None else schema.hash


def _no_class() -> type[Any]:
    raise LocalError("the values of this schema have no class")


@dataclass(frozen=True, kw_only=True, eq=False)
class UntypedSchema(Schema[Json]):
    """A schema without a class: its values stay plain JSON."""

    view: Callable[[], type[Json]] = field(default=_no_class, repr=False)

    def parse(self, value: object) -> Json:
        """Check a value that was received; raises `InvalidIncoming` with the issues."""
        return self._checker.read(value, InvalidIncoming)

    def dump(self, value: Json) -> Json:
        """Check a value that is about to be sent; raises `InvalidOutgoing` with the issues."""
        return self._checker.read(value, InvalidOutgoing)
