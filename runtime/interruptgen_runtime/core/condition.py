"""The arguments of a call -> does a person have to be asked."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.lazy import lazy_module

if TYPE_CHECKING:
    from interruptgen_runtime.core import checker
else:
    checker = lazy_module("interruptgen_runtime.core", "checker")


@dataclass(frozen=True, eq=False)
class Condition:
    """A JSON Schema over a tool's arguments: calls that it matches need an approval."""

    text: str = field(repr=False)
    """The schema, as JSON text."""

    def matches(self, arguments: Mapping[str, Json]) -> bool:
        """Tell whether a call with these arguments needs an approval.

        Arguments that cannot be decided on match: ones that are not JSON, or on which a pattern
        gives up.
        """
        return self._checker.may_accept(dict(arguments))

    @cached_property
    def _checker(self) -> "checker.Checker":
        return checker.Checker(self.text)
