"""The schema of an answer -> the parts that a person fills in, and what is wrong with an answer."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.terminal.checking import Problem, check_of


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerSchemas:
    """The schemas of the parts of an answer; `ABSENT` where there is no such part.

    A decision about a call has a payload for each branch, and perhaps edited arguments; every
    other answer is a `response`.
    """

    response: Json | Absent = ABSENT
    approve: Json | Absent = ABSENT
    reject: Json | Absent = ABSENT
    edited: Json | Absent = ABSENT

    def without_edits(self) -> "AnswerSchemas":
        """Return the schemas of a decision that may not edit arguments."""
        return replace(self, edited=ABSENT)


BARE: Final = AnswerSchemas()
"""Those of a plain yes or no."""

_MEMBERS: Final = frozenset({"approved", "payload", "editedArgs"})


def read_decision_schemas(response: Json | Absent) -> AnswerSchemas | None:
    """Take the schema of a decision apart, as the interrupt protocol composes it.

    `None` if it is something else; the parts have references of their own, and stand alone.
    """
    branches = response.get("oneOf") if isinstance(response, dict) else None
    if not isinstance(branches, list) or len(branches) != 2:
        return None
    approve, reject = (_properties(branch) for branch in branches)
    if (_approved(approve), _approved(reject)) != (True, False):
        return None
    return AnswerSchemas(
        approve=approve.get("payload", ABSENT),
        reject=reject.get("payload", ABSENT),
        edited=approve.get("editedArgs", ABSENT),
    )


def decision_faults(answer: Json) -> tuple[Problem, ...]:
    """Return what keeps an answer from being a decision at all, whatever its schemas are.

    A member that is not known is a fault: the answer may mean more than it would be taken for.
    """
    approved = answer.get("approved") if isinstance(answer, dict) else None
    if not isinstance(answer, dict) or not isinstance(approved, bool):
        return (Problem((), "a decision has to say whether the call is `approved`"),)
    known = _MEMBERS if approved else _MEMBERS - {"editedArgs"}
    faults = [Problem((name,), "is not expected here") for name in answer if name not in known]
    if approved and not isinstance(answer.get("editedArgs", {}), dict):
        faults.append(Problem(("editedArgs",), "has to be an object"))
    return tuple(faults)


def decision_problems(schemas: AnswerSchemas, answer: Json) -> Iterator[Problem]:
    """Yield what is wrong with a decision."""
    faults = decision_faults(answer)
    yield from faults
    if faults or not isinstance(answer, dict):
        return
    payload = schemas.approve if answer["approved"] is True else schemas.reject
    yield from _part_problems(answer, "payload", payload)
    if payload is not ABSENT and "payload" not in answer:
        yield Problem(("payload",), "is required")
    yield from _part_problems(answer, "editedArgs", schemas.edited)


def response_problems(schemas: AnswerSchemas, answer: Json) -> tuple[Problem, ...]:
    """Return what is wrong with a response; nothing where its schema cannot be used."""
    check = None if schemas.response is ABSENT else check_of(schemas.response)
    return () if check is None else check(answer)


def _part_problems(answer: JsonObject, name: str, schema: Json | Absent) -> Iterator[Problem]:
    if name not in answer:
        return
    if schema is ABSENT:
        yield Problem((name,), "is not expected here")
        return
    check = check_of(schema)
    for problem in () if check is None else check(answer[name]):
        yield Problem((name, *problem.path), problem.message)


def _properties(branch: Json) -> JsonObject:
    properties = branch.get("properties") if isinstance(branch, dict) else None
    return properties if isinstance(properties, dict) else {}


def _approved(properties: JsonObject) -> Json:
    approved = properties.get("approved")
    return approved.get("const") if isinstance(approved, dict) else None
