"""An answer and what it has to satisfy -> the payload to send, or why it is refused."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Protocol, TypeAlias

from interruptgen_runtime.client.answers import Answer, Decision, Value
from interruptgen_runtime.client.staging.copying import copied
from interruptgen_runtime.client.terms import ApprovalTerms, QuestionTerms, Terms, ToolTerms
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.contract import Checked
from interruptgen_runtime.core.error_records import ItemErrorCode
from interruptgen_runtime.core.errors import InvalidOutgoing, Issue, LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.core.wire import written


class Deferred:
    """Stands for a verdict that is not there yet; each one is equal to itself only."""


class Judge(Protocol):
    """Checks a JSON value against a schema."""

    def check(self, schema: Schema[Any], value: Json) -> Checked | Deferred:
        """Return the value as it is passed on and the issues, or a promise of both."""
        ...


class SchemaJudge:
    """Lets the schema itself decide."""

    def check(self, schema: Schema[Any], value: Json) -> Checked:
        """Return the value as it is read, and the issues."""
        return schema.check(value)


SCHEMA_JUDGE: Final = SchemaJudge()


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer can be sent with this payload."""

    payload: Json


@dataclass(frozen=True, slots=True)
class Refused:
    """The answer cannot be sent, and why."""

    code: ItemErrorCode
    issues: tuple[Issue, ...]


@dataclass(frozen=True, slots=True)
class Waiting:
    """The answer waits for a verdict; `then` goes on with it."""

    on: Deferred
    then: "Callable[[Checked], Outcome]"


Outcome: TypeAlias = Accepted | Refused | Waiting
Next: TypeAlias = Callable[[Json, Json], Outcome]
"""Goes on with a value that was accepted: as it was given, and as the judge passes it on."""


def judge_answer(terms: Terms | None, answer: Answer, judge: Judge) -> Outcome:
    """Check an answer against the terms; without terms, every JSON value is accepted.

    The payload is a copy of what was given. An approval also takes a `Value` that is a decision in
    its JSON form, and an interrupt without terms takes a `Decision`. Raises `NotJson` for what is
    no JSON, and `LocalError` for an instance of another class than the schema's and for a decision
    where none is asked for.
    """
    match terms, answer:
        case ApprovalTerms(), _:
            decision = answer if isinstance(answer, Decision) else _read_decision(answer.given)
            return _judge_decision(terms, decision, judge)
        case QuestionTerms(response=schema), Value(given=given):
            return _check(judge, schema, given, "invalid-payload", lambda own, _: Accepted(own))
        case ToolTerms(output=schema), Value(given=given):
            return _check(judge, schema, given, "invalid-tool-output", _pass_on)
        case None, Value(given=given):
            return Accepted(_snapshot(given))
        case None, Decision():
            return Accepted(_decision(answer.approved, answer.edited_args, answer.payload))
        case _:
            raise LocalError("a decision was given where none is asked for")


def _judge_decision(terms: ApprovalTerms, decision: Decision | None, judge: Judge) -> Outcome:
    """Check the edited arguments first, then the payload; rejecting drops edited arguments."""
    if decision is None:
        return _refuse("invalid-payload", "a decision has to say whether the call is `approved`")
    if decision.edited_args is ABSENT or not decision.approved:
        return _judge_branch(terms, decision, ABSENT, judge)
    if not terms.allow_edits:
        return _refuse("invalid-edited-args", "the arguments of this call may not be edited")
    if terms.input is None:
        return _refuse("invalid-edited-args", "the tool has no schema for edited arguments")
    return _check(
        judge,
        terms.input,
        decision.edited_args,
        "invalid-edited-args",
        lambda _, edited: _judge_branch(terms, decision, edited, judge),
    )


def _judge_branch(
    terms: ApprovalTerms, decision: Decision, edited: Json | Absent, judge: Judge
) -> Outcome:
    """Check the payload: required where the decision has a schema, refused where it has none."""
    approved = decision.approved
    schema, doing = (terms.approve, "approving") if approved else (terms.reject, "rejecting")
    if schema is None:
        if decision.payload is not ABSENT:
            return _refuse("invalid-payload", f"{doing} this call takes no payload")
        return Accepted(_decision(approved, edited, ABSENT))
    if decision.payload is ABSENT:
        return _refuse("invalid-payload", f"{doing} this call requires a payload")
    return _check(
        judge,
        schema,
        decision.payload,
        "invalid-payload",
        lambda _, payload: Accepted(_decision(approved, edited, payload)),
    )


def _check(
    judge: Judge, schema: Schema[Any] | None, given: object, code: ItemErrorCode, then: Next
) -> Outcome:
    """Take the JSON value of what was given, and go on if the judge accepts it."""
    try:
        value = _json_of(schema, given)
    except InvalidOutgoing as error:
        return Refused(code, error.issues)
    if schema is None:
        return then(value, value)

    def decided(checked: Checked) -> Outcome:
        if checked.issues:
            return Refused(code, checked.issues)
        return then(value, value if checked.value is ABSENT else checked.value)

    verdict = judge.check(schema, value)
    return Waiting(verdict, decided) if isinstance(verdict, Deferred) else decided(verdict)


def _json_of(schema: Schema[Any] | None, given: object) -> Json:
    """Return the value of an instance of the schema's class, or a copy of a JSON value.

    Raises `InvalidOutgoing` for an instance that the schema refuses.
    """
    if schema is None or _has_json_type(given):
        return _snapshot(given)
    return schema.dump(given)


def _has_json_type(given: object) -> bool:
    return isinstance(given, dict | list | str | int | float | None)


def _snapshot(given: object) -> Json:
    return copied(read_json(given))


def _pass_on(_: Json, passed: Json) -> Outcome:
    return Accepted(passed)


def _refuse(code: ItemErrorCode, message: str) -> Refused:
    return Refused(code, (Issue((), message),))


def _decision(approved: bool, edited: object, payload: object) -> JsonObject:
    """Write a decision as it stands on the wire."""
    return written(
        {
            "approved": approved,
            "editedArgs": ABSENT if edited is ABSENT else _snapshot(edited),
            "payload": ABSENT if payload is ABSENT else _snapshot(payload),
        }
    )


def _read_decision(given: object) -> Decision | None:
    """Read a decision that was given as JSON; members that are not known are dropped."""
    value = read_json(given)
    approved = value.get("approved") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(approved, bool):
        return None
    return Decision(approved, value.get("editedArgs", ABSENT), value.get("payload", ABSENT))
