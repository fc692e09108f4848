"""A pair of tools -> who is asked about a call, and what may be edited, that was not so before."""

from collections.abc import Iterator

from interruptgen.compat.comparison import Comparison, Verdict
from interruptgen.diagnostics import Rule
from interruptgen.diff.changes import Change, Definition, Pair, SideName, Witness
from interruptgen.diff.judging import includes
from interruptgen.diff.loopholes import loopholes
from interruptgen.model import Approval, Json, JsonObject, Schema, Tool
from interruptgen.rules.changes_for_people import (
    APPROVAL_ASKED_LESS,
    APPROVAL_ASKED_MORE,
    APPROVAL_REMOVED,
    EDITS_ALLOWED,
    EDITS_REFUSED,
)

_LOOK = "nobody is asked where somebody was: see that this is meant"
_ASK = "change the condition with the input, so that it asks about such calls as well"
_NOTHING: JsonObject = {"not": {}}


def compare_gates(pair: Pair) -> Iterator[Change]:
    """Find changes of what a person is asked about a tool, and may change."""
    if not isinstance(pair.old, Tool) or not isinstance(pair.new, Tool):
        return
    old, new = pair.old.approval, pair.new.approval
    if old and not new:
        message = f"{pair.subject.label} runs without approval now"
        yield _gate(pair, APPROVAL_REMOVED, message, "needsApproval", _LOOK)
    elif new and not old:
        message = f"{pair.subject.label} needs approval now"
        yield _gate(pair, APPROVAL_ASKED_MORE, message, "needsApproval")
    elif old and new:
        yield from _condition(pair, old, new)
        yield from _edits(pair, old, new)


def _condition(pair: Pair, old: Approval, new: Approval) -> Iterator[Change]:
    """Compare the conditions as far as calls reach that the schema of the input takes."""
    before, after = _inputs(pair.old), _inputs(pair.new)
    less = includes(_asked({}, new.condition), _asked(before, old.condition))
    more = includes(_asked({}, old.condition), _asked(after, new.condition))
    if less.verdict is not Verdict.HOLDS:
        witness = _call(less, "old", "new")
        said = "not asked about any more" if witness else "perhaps not asked about any more"
        message = f"some calls of {pair.subject.label} are {said}"
        yield _gate(pair, APPROVAL_ASKED_LESS, message, "needsApproval", _LOOK, witness)
    elif new.condition and before != after:
        yield from _by_input(pair, (before, after), (old, new))
    if more.verdict is not Verdict.HOLDS:
        witness = _call(more, "new", "old")
        said = "are asked about" if witness else "may be asked about"
        message = f"more calls of {pair.subject.label} {said}"
        yield _gate(pair, APPROVAL_ASKED_MORE, message, "needsApproval", witness=witness)


def _by_input(
    pair: Pair, inputs: tuple[JsonObject, JsonObject], approvals: tuple[Approval, Approval]
) -> Iterator[Change]:
    """Find what a condition does not ask about because the input is another one now."""
    (before, after), (old, new) = inputs, approvals
    asked_before, asked_now = _asked(before, old.condition), _asked(after, new.condition)
    if _is_void(asked_now) and not _is_void(asked_before):
        message = f"no call of {pair.subject.label} can be such that it is asked about"
        yield _loophole(pair, message)
        return
    for found in loopholes(before, after, new.condition.document if new.condition else {}):
        yield _loophole(pair, found)


def _loophole(pair: Pair, message: str) -> Change:
    return Change(
        APPROVAL_ASKED_LESS,
        pair.subject,
        message,
        pair.inside("new", "needsApproval"),
        identity=(message,),
        hint=_ASK,
    )


def _is_void(document: JsonObject) -> bool:
    return includes(_NOTHING, document).verdict is Verdict.HOLDS


def _inputs(definition: Definition) -> JsonObject:
    slot = definition.input if isinstance(definition, Tool) else None
    return slot.schema.document if slot else {}


def _asked(inputs: JsonObject, condition: Schema | None) -> JsonObject:
    """Return a document for the calls that are asked about.

    Where the two schemas have definitions of one name, the inputs are left out: more calls than
    can be made are not fewer than are made.
    """
    if condition is None:
        return inputs
    mine, theirs = _members(inputs), _members(condition.document)
    if not inputs or mine.keys() & theirs.keys():
        return condition.document
    members: JsonObject = {**mine, **theirs}
    parts: list[Json] = [
        {key: value for key, value in one.items() if key != "$defs"}
        for one in (inputs, condition.document)
    ]
    return {"allOf": parts, "$defs": members} if members else {"allOf": parts}


def _members(document: JsonObject) -> JsonObject:
    members = document.get("$defs")
    return members if isinstance(members, dict) else {}


def _call(comparison: Comparison, accepted: SideName, refused: SideName) -> Witness | None:
    shown = next((one.witness for one in comparison.findings if one.witness), None)
    return Witness(shown.value, accepted, refused, is_call=True) if shown else None


def _edits(pair: Pair, old: Approval, new: Approval) -> Iterator[Change]:
    if new.allow_edits and not old.allow_edits:
        hint = (
            "whoever approves may change the arguments: every input that the schema takes can run"
        )
        message = f"the arguments of {pair.subject.label} may be edited now"
        yield _gate(pair, EDITS_ALLOWED, message, "allowEdits", hint)
    if old.allow_edits and not new.allow_edits:
        message = f"the arguments of {pair.subject.label} may no longer be edited"
        hint = "a decision with edits that is pending during the deploy is refused"
        yield _gate(pair, EDITS_REFUSED, message, "allowEdits", hint)


def _gate(
    pair: Pair,
    rule: Rule,
    message: str,
    key: str,
    hint: str | None = None,
    witness: Witness | None = None,
) -> Change:
    """Say that a gate is not as it was; `key` is what it is opened and closed by."""
    approvals = [one.approval if isinstance(one, Tool) else None for one in (pair.old, pair.new)]
    before, after = (_gate_text(one, key) for one in approvals)
    return Change(
        rule,
        pair.subject,
        message,
        pair.inside("new", key),
        identity=(before, after),
        hint=hint,
        before=before,
        after=after,
        witness=witness,
        other=pair.inside("old", key),
    )


def _gate_text(approval: Approval | None, key: str) -> str:
    if approval is None:
        return "no approval"
    if key == "allowEdits":
        return "edits allowed" if approval.allow_edits else "no edits"
    condition = approval.condition
    return f"asked when {condition.text}" if condition else "always asked"
