"""A pair of definitions -> what a person is asked, whether one is asked, and what is only text."""

from collections.abc import Iterator, Mapping

from interruptgen.compat.comparison import Comparison, Verdict
from interruptgen.diagnostics import Rule
from interruptgen.diff.changes import Change, Definition, Pair, SideName, Witness
from interruptgen.diff.judging import includes
from interruptgen.diff.places import Sources
from interruptgen.model import Approval, Json, JsonObject, Schema, Tool
from interruptgen.rules.changes_for_people import (
    APPROVAL_ASKED_LESS,
    APPROVAL_ASKED_MORE,
    APPROVAL_REMOVED,
    CHANGED_DESCRIPTION,
    CHANGED_EXAMPLES,
    CHANGED_EXPIRY,
    CHANGED_MESSAGE,
    CHANGED_REASON,
    EDITS_ALLOWED,
    EDITS_REFUSED,
)
from interruptgen.schema.canonical import canonical

_KEYS: Mapping[str, tuple[Rule, str | None]] = {
    "message": (CHANGED_MESSAGE, "people decide on this text: see that it still says what happens"),
    "reason": (CHANGED_REASON, "clients may choose what they show by it"),
    "expiresAfter": (
        CHANGED_EXPIRY,
        "decisions that are pending keep the time that they were given",
    ),
    "title": (CHANGED_DESCRIPTION, None),
    "description": (CHANGED_DESCRIPTION, None),
    "annotations": (CHANGED_DESCRIPTION, None),
    "icons": (CHANGED_DESCRIPTION, None),
    "_meta": (CHANGED_DESCRIPTION, None),
    "examples": (CHANGED_EXAMPLES, None),
    "rejects": (CHANGED_EXAMPLES, None),
}
"""The keys outside of schemas, what a change of each is, and what to think of."""

_SHOWN = 200
_LOOK = "nobody is asked where somebody was: see that this is meant"


def compare_attention(pair: Pair, sources: Sources) -> Iterator[Change]:
    """Find changes of what is shown and asked."""
    if isinstance(pair.old, Tool) and isinstance(pair.new, Tool):
        yield from _approval(pair, pair.old.approval, pair.new.approval)
    before, after = sources.block("old", pair.old), sources.block("new", pair.new)
    for key in _KEYS:
        if before.get(key) != after.get(key):
            yield _text(pair, key, before.get(key), after.get(key))


def _text(pair: Pair, key: str, before: Json, after: Json) -> Change:
    rule, hint = _KEYS[key]
    done = "was added" if before is None else "was removed" if after is None else "was changed"
    side: SideName = "old" if after is None else "new"
    return Change(
        rule,
        pair.subject,
        f"`{key}` of {pair.subject.label} {done}",
        pair.inside(side, key),
        identity=(key, _shown(before) or "", _shown(after) or ""),
        hint=hint,
        before=_shown(before),
        after=_shown(after),
        other=None if before is None or after is None else pair.inside("old", key),
    )


def _shown(value: Json) -> str | None:
    if value is None:
        return None
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def _approval(pair: Pair, old: Approval | None, new: Approval | None) -> Iterator[Change]:
    if old and not new:
        message = f"{pair.subject.label} runs without approval now"
        yield _gate(pair, APPROVAL_REMOVED, message, ("needsApproval",), _LOOK)
    elif new and not old:
        message = f"{pair.subject.label} needs approval now"
        yield _gate(pair, APPROVAL_ASKED_MORE, message, ("needsApproval",))
    elif old and new:
        yield from _condition(pair, old, new)
        yield from _edits(pair, old, new)


def _condition(pair: Pair, old: Approval, new: Approval) -> Iterator[Change]:
    """Compare the conditions as far as calls reach that the schema of the input takes."""
    before, after = _inputs(pair.old), _inputs(pair.new)
    less = includes(_asked({}, new.condition), _asked(before, old.condition))
    more = includes(_asked({}, old.condition), _asked(after, new.condition))
    at = ("needsApproval",)
    if less.verdict is not Verdict.HOLDS:
        witness = _call(less, "old", "new")
        said = "not asked about any more" if witness else "perhaps not asked about any more"
        message = f"some calls of {pair.subject.label} are {said}"
        yield _gate(pair, APPROVAL_ASKED_LESS, message, at, _LOOK, witness)
    if more.verdict is not Verdict.HOLDS:
        witness = _call(more, "new", "old")
        said = "are asked about" if witness else "may be asked about"
        message = f"more calls of {pair.subject.label} {said}"
        yield _gate(pair, APPROVAL_ASKED_MORE, message, at, witness=witness)


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
        yield _gate(pair, EDITS_ALLOWED, message, ("allowEdits",), hint)
    if old.allow_edits and not new.allow_edits:
        message = f"the arguments of {pair.subject.label} may no longer be edited"
        hint = "a decision with edits that is pending during the deploy is refused"
        yield _gate(pair, EDITS_REFUSED, message, ("allowEdits",), hint)


def _gate(
    pair: Pair,
    rule: Rule,
    message: str,
    at: tuple[str, ...],
    hint: str | None = None,
    witness: Witness | None = None,
) -> Change:
    """Say that a gate is not as it was; `at` is the key that it is opened and closed by."""
    old, new = pair.old, pair.new
    approvals = [one.approval if isinstance(one, Tool) else None for one in (old, new)]
    before, after = (_gate_text(one, at[0]) for one in approvals)
    return Change(
        rule,
        pair.subject,
        message,
        pair.inside("new", *at),
        identity=(before, after),
        hint=hint,
        before=before,
        after=after,
        witness=witness,
        other=pair.inside("old", *at),
    )


def _gate_text(approval: Approval | None, key: str) -> str:
    if approval is None:
        return "no approval"
    if key == "allowEdits":
        return "edits allowed" if approval.allow_edits else "no edits"
    condition = approval.condition
    return f"asked when {condition.text}" if condition else "always asked"
