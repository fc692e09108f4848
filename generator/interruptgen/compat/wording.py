"""A finding and who sends -> a sentence for the reviewer of the change."""

import json
from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from interruptgen.compat.comparison import Finding
from interruptgen.model import Json, Pointer
from interruptgen.rules import compatibility as rules
from interruptgen.schema.canonical import canonical

Version: TypeAlias = Literal["old", "new"]
"""The version before a change, and the one after it."""

_SHOWN: Final = 60
_LISTED: Final = 5

_SAID: Final[Mapping[str, tuple[str, str]]] = {
    rules.MISSING_PROPERTY.code: (
        "`{want}`{of} is required now{by}, and was not before",
        "`{want}`{of} may be missing now, and was required before{by}",
    ),
    rules.REFUSED_TYPE.code: (
        "{name} has to be {want} now, and was {have} before",
        "{name} may be {have} now, and had to be {want} before",
    ),
    rules.REFUSED_VALUE.code: (
        "{name} cannot be {less} any more",
        "{name} may be {less} now, which was refused before",
    ),
    rules.UNDECLARED_PROPERTY.code: (
        "{name} has a schema now, and was an undeclared key with any value before",
        "{name} is an undeclared key with any value now, and had a schema before",
    ),
    rules.REFUSED_ALTERNATIVE.code: (
        "{name} has lost an alternative of `{keyword}`",
        "{name} has an alternative of `{keyword}` now that it did not have before",
    ),
    rules.EXCLUDED_VALUE.code: (
        "some values{of} are refused by `{keyword}` now, and were accepted before",
        "some values{of} may be sent now that `{keyword}` refused before",
    ),
    rules.REFUSED_NAME.code: (
        "properties{of} can have fewer names now",
        "properties{of} can have names now that were refused before",
    ),
    rules.UNMET_SCHEMA.code: (
        "there is a schema now, and was none before",
        "there is no schema now, and was one before",
    ),
}
"""By the code of a rule: what is said where the newer side receives, and where the older does."""

_BEYOND: Final = (
    "{name} is refused now, and was accepted before",
    "{name} may be there now, and was refused before",
)
"""What is said where a schema takes nothing at all: a property, or an item beyond the last."""

_CONDITIONAL: Final = frozenset({"then", "else", "dependentRequired", "dependentSchemas"})
_NAMED: Final = frozenset(
    {"properties", "patternProperties", "$defs", "dependentRequired", "dependentSchemas"}
)
"""The keywords below which a name stands, which may be that of a keyword."""

_OTHER: Final = (
    "`{keyword}`{of} is {want} now, and was {have} before",
    "`{keyword}`{of} is {have} now, and was {want} before",
)


def worded(finding: Finding, sender: Version) -> str:
    """Say what has changed; `sender` is the version that A is of, the other one receives."""
    if finding.suspected is rules.UNDECIDED_COMPATIBILITY:
        return f"{_name(finding)} could not be compared in full"
    about = _BEYOND if finding.keyword == "false" else _SAID.get(finding.suspected.code, _OTHER)
    said = about[sender == "new"]
    said = said.format(
        name=_name(finding),
        of=f" of {_name(finding)}" if finding.path else "",
        by=_by(finding.b),
        keyword=finding.keyword,
        have=_value(finding.have, finding.keyword),
        want=_value(finding.want, finding.keyword),
        less=_less(finding),
    )
    is_open = finding.rule is rules.UNDECIDED_COMPATIBILITY
    return f"{said}; whether that refuses anything is not known" if is_open else said


def _by(place: Pointer) -> str:
    """Return the keyword that makes a demand only of some values, as a part of a sentence."""
    is_name, found = False, ""
    for token in place:
        if not is_name and token in _CONDITIONAL:
            found = f" by `{token}`"
        is_name = not is_name and token in _NAMED
    return found


def _name(finding: Finding) -> str:
    """Return the path of the part in the value, as one writes it in a text."""
    text = ""
    is_item = finding.keyword == "false" and isinstance(finding.want, int)
    for token in (*finding.path, *([int(str(finding.want))] if is_item else [])):
        text += f"[{token}]" if isinstance(token, int) else f".{'…' if token is None else token}"
    return f"`{text.removeprefix('.')}`" if text else "the value"


def _value(value: Json, keyword: str) -> str:
    """Return what a schema says by a keyword, as a part of a sentence."""
    if value is None:
        return "anything" if keyword == "type" else "not given"
    if keyword == "required" and isinstance(value, str):
        return value
    if keyword == "type" and isinstance(value, str | list):
        return " or ".join(f"`{one}`" for one in (value if isinstance(value, list) else [value]))
    return _shown(value)


def _less(finding: Finding) -> str:
    """Return the values that were or are refused, where both sides list theirs."""
    have, want = finding.have, finding.want
    if isinstance(have, list) and isinstance(want, list):
        known = {canonical(one) for one in want}
        refused = [one for one in have if canonical(one) not in known]
        more = [f"{len(refused) - _LISTED} others"] if len(refused) > _LISTED else []
        return ", ".join([*(_shown(one) for one in refused[:_LISTED]), *more])
    return f"anything but {_shown(want)}"


def _shown(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text}`" if len(text) <= _SHOWN else f"`{text[:_SHOWN]}…`"
