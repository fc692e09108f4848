"""The text of `interrupts.accepted.toml` -> the changes that somebody has accepted, and back."""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from interruptgen.diagnostics import Diagnostic, Place
from interruptgen.rules.revisions import UNUSABLE_ACCEPTS

ACCEPTS_NAME = "interrupts.accepted.toml"
"""The name of the file, beside the configuration."""

_KEYS = ("code", "definition", "reason")
_FINGERPRINT = re.compile(r"[0-9a-f]{16}")
_HEADING = """\
# Changes that `interruptgen diff` finds and that somebody has accepted: `interruptgen accept`.
"""


@dataclass(frozen=True, order=True)
class Accept:
    """A change that is accepted: what it is, and why."""

    fingerprint: str
    code: str
    definition: str
    reason: str

    def is_of(self, code: str, definition: str) -> bool:
        """Tell whether it says what a change is: whoever reviewed it believed that."""
        return (self.code, self.definition) == (code, definition)


def load_accepts(text: str) -> dict[str, Accept] | tuple[Diagnostic, ...]:
    """Read the file, by fingerprint, or say what is wrong with it."""
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return (UNUSABLE_ACCEPTS.at(Place(ACCEPTS_NAME), f"cannot be read as TOML: {error}"),)
    faults = tuple(_faults(text, tables))
    return faults or {
        fingerprint: Accept(fingerprint, table["code"], table["definition"], table["reason"])
        for fingerprint, table in tables.items()
    }


def dump_accepts(accepts: Mapping[str, Accept]) -> str:
    """Return the text of the file: sorted by fingerprint, so that two branches seldom conflict."""
    return _HEADING + "".join(
        f"\n[{json.dumps(one.fingerprint)}]\n"
        + "".join(f"{key} = {_text(getattr(one, key))}\n" for key in _KEYS)
        for one in sorted(accepts.values())
    )


def _text(text: str) -> str:
    """Write a text as TOML does, which knows what JSON does, and forbids one thing more."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _faults(text: str, tables: Mapping[str, Any]) -> Iterator[Diagnostic]:
    for fingerprint, table in tables.items():
        place = Place(ACCEPTS_NAME, _line(text, fingerprint))
        if not _FINGERPRINT.fullmatch(fingerprint) or not isinstance(table, dict):
            message = f"`{fingerprint}` is no fingerprint of a finding"
            hint = "`interruptgen accept` writes the file"
            yield UNUSABLE_ACCEPTS.at(place, message, hint=hint)
            continue
        entry = cast("dict[str, Any]", table)
        for key in _KEYS:
            value = entry.get(key)
            if not isinstance(value, str) or not value.strip():
                message = f"the entry `{fingerprint}` has no text for `{key}`"
                yield UNUSABLE_ACCEPTS.at(place, message)
        for key in entry.keys() - set(_KEYS):
            yield UNUSABLE_ACCEPTS.at(place, f"`{key}` means nothing here")


def _line(text: str, fingerprint: str) -> int:
    """Return the line of a table's heading, 1 where it is not found."""
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("[") and fingerprint in line:
            return number
    return 1
