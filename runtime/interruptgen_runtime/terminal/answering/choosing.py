"""Steps and pending decisions -> which decision each step is for, and what is wrong with it."""

from collections.abc import Sequence
from dataclasses import dataclass

from interruptgen_runtime.core.errors import InterruptError
from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.terminal.answering.steps import Step
from interruptgen_runtime.terminal.checking import Path
from interruptgen_runtime.terminal.pending.asked import Asked, Kind


class NoSuchDecision(Exception):
    """An id names no pending decision, or more than one."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An answer that was not taken, and where in it that has its reason."""

    interrupt_id: str
    name: str
    path: Path
    message: str

    def to_json(self) -> JsonObject:
        """Return it as the command prints it."""
        return {
            "id": self.interrupt_id,
            "name": self.name,
            "path": [*self.path],
            "message": self.message,
        }


def assign(
    steps: Sequence[Step], decisions: Sequence[Asked], *, to_all: bool
) -> list[tuple[Step, Asked]]:
    """Say which decision each step is for; raises `NoSuchDecision`.

    A step without an id is for the only decision or, where `to_all`, for every one that no
    other step names.
    """
    named = [(step, find(step.selector, decisions)) for step in steps if step.selector is not None]
    taken = {asked.id for _, asked in named}
    if len(taken) < len(named):
        raise NoSuchDecision("one decision is answered twice")
    rest = [step for step in steps if step.selector is None]
    if not rest:
        return named
    if len(rest) > 1:
        raise NoSuchDecision("only one answer can go without an id")
    able = [asked for asked in decisions if asked.handle is not None]
    free = [asked for asked in able if asked.id not in taken]
    if not free:
        raise NoSuchDecision("nothing is left to answer")
    if len(free) > 1 and not to_all:
        raise NoSuchDecision(
            f"{len(free)} decisions are pending: give an id with --{rest[0].verb}, or --all"
        )
    return [*named, *((rest[0], asked) for asked in free)]


def find(selector: str, decisions: Sequence[Asked]) -> Asked:
    """Find a decision by its id, its number in the list, or its name; raises `NoSuchDecision`.

    Where a word could mean two of them, it means none.
    """
    found = {
        asked.id: asked
        for number, asked in enumerate(decisions, 1)
        if selector in (asked.id, str(number), asked.name)
    }
    if not found:
        raise NoSuchDecision(f"nothing that is pending is called {selector}")
    if len(found) > 1:
        raise NoSuchDecision(f"{selector} could mean {len(found)} decisions: give the id of one")
    return next(iter(found.values()))


def stage(step: Step, asked: Asked) -> list[Refusal]:
    """Stage an answer; returns why it is not taken."""
    handle = asked.handle
    if handle is None:
        return [_refusal(asked, (), asked.problem or "it cannot be answered")]
    wants_decision = asked.kind is Kind.APPROVAL
    if step.verb in ("approve", "reject") and not wants_decision:
        return [_refusal(asked, (), "is no call to approve: use --resolve")]
    try:
        taken = handle.cancel() if step.verb == "cancel" else handle.stage(step.answer)
    except InterruptError as error:
        return [_refusal(asked, (), str(error))]
    if taken:
        return []
    problems = [_refusal(asked, one.path, one.message) for one in handle.problems]
    return problems or [_refusal(asked, (), "it was not taken")]


def _refusal(asked: Asked, path: Path, message: str) -> Refusal:
    return Refusal(asked.id, asked.name, path, message)
