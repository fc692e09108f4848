"""What the rules find, and how a validator's verdict becomes findings."""

from dataclasses import dataclass
from typing import TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.contract import Checked, Validator
from interruptgen_runtime.core.error_records import ItemErrorCode, ItemErrorSource
from interruptgen_runtime.core.json_types import Json


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong with the answer to an interrupt, or with the interrupt itself."""

    code: ItemErrorCode
    message: str
    source: ItemErrorSource = "client"
    path: tuple[str, ...] | None = None


Findings: TypeAlias = tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class ValidatorFailure:
    """A validator that raised instead of giving a verdict."""

    message: str


Verdict: TypeAlias = Checked | ValidatorFailure


def verdict_on(validator: Validator | None, value: Json | Absent, plain: bool) -> Verdict:
    """Ask a validator about a value; without a validator, every value is accepted as it is.

    `plain` says that the value, if there is one, is known to be plain JSON.
    """
    if validator is None:
        return Checked(value)
    try:
        return validator.judge(value) if plain and value is not ABSENT else validator.check(value)
    except Exception as error:
        return ValidatorFailure(str(error))


def findings_of(verdict: Verdict, code: ItemErrorCode, label: str) -> Findings:
    """Return a finding for each issue, or one for a validator that failed."""
    if isinstance(verdict, ValidatorFailure):
        message = f"{label} could not be validated: {verdict.message}"
        return (Finding("invalid-response-schema", message, "server"),)
    return tuple(
        Finding(code, f"{label}: {issue.message}", path=tuple(map(str, issue.path)))
        for issue in verdict.issues
    )


def passed_on(verdict: Verdict) -> Json | Absent:
    """Return the value that an accepted verdict passes on; a failure passes on nothing."""
    return verdict.value if isinstance(verdict, Checked) else ABSENT
