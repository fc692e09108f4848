"""What a resume is checked against: validators, and the hashes that a pause has to carry."""

from dataclasses import dataclass
from typing import Protocol

from interruptgen_runtime.core.absent import Absent
from interruptgen_runtime.core.errors import Issue
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.records import record


@record()
class Checked:
    """A value as it is passed on, and the issues with it; without issues it is accepted."""

    value: Json | Absent
    issues: tuple[Issue, ...] = ()


class Validator(Protocol):
    """Checks answers; `Schema` is one."""

    def check(self, value: object) -> Checked:
        """Return the value as it is passed on, and the issues; `ABSENT` if there was no value.

        Whatever it raises means that the validator itself is broken, and refuses the answer.
        """
        ...

    def judge(self, read: Json) -> Checked:
        """Do the same for a value that is JSON for certain, in the form that `read_json` gives."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContract:
    """What answers to pauses of a tool are checked against."""

    name: str
    input: Validator | None
    output: Validator | None
    approve: Validator | None
    reject: Validator | None
    input_hash: str
    output_hash: str
    approval_hash: str
    response_hash: str | None
    allow_edits: bool = True


@record(kw_only=True)
class GenericContract:
    """What the answer to a generic interrupt is checked against."""

    definition_id: str
    key: str
    response: Validator | None
