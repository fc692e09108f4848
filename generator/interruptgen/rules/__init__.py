"""Every rule there is, by code."""

from collections.abc import Mapping
from types import MappingProxyType

from interruptgen.diagnostics import Rule
from interruptgen.rules import (
    changes_for_people,
    changes_in_code,
    changes_in_flight,
    compatibility,
    configuration,
    decisions,
    definitions,
    files,
    language,
    lock,
    names,
    output,
    references,
    revisions,
    schemas,
    yaml_syntax,
)

_FAMILIES = (
    files,
    yaml_syntax,
    language,
    definitions,
    names,
    schemas,
    references,
    decisions,
    output,
    lock,
    configuration,
    revisions,
    compatibility,
    changes_in_code,
    changes_in_flight,
    changes_for_people,
)

RULES: Mapping[str, Rule] = MappingProxyType(
    {rule.code: rule for family in _FAMILIES for rule in family.RULES}
)
"""The rules in the order of their codes' families; `explain` and the documentation read it."""
