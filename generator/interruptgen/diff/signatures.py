"""A pair of definitions -> what callers of its generated names have to change."""

from collections.abc import Iterator

from interruptgen.diff.changes import Change, Definition, Pair, SideName
from interruptgen.model import Interrupt, SlotName, Tool
from interruptgen.rules.changes_in_code import CHANGED_SIGNATURE, NARROWED_PHASE, RENAMED_CLASS

_KEYS: dict[SlotName, tuple[str, ...]] = {
    "payload": ("payloadSchema",),
    "response": ("responseSchema",),
    "input": ("inputSchema",),
    "output": ("outputSchema",),
    "approve": ("approvalSchema", "approve"),
    "reject": ("approvalSchema", "reject"),
}


def compare_signatures(pair: Pair) -> Iterator[Change]:
    """Find names, slots and modes of a definition that are not as they were."""
    yield from _names(pair)
    yield from _slots(pair)
    if isinstance(pair.old, Interrupt) and isinstance(pair.new, Interrupt):
        yield from _phases(pair, pair.old.phases, pair.new.phases)
    if isinstance(pair.old, Tool) and isinstance(pair.new, Tool):
        yield from _mode(pair, pair.old, pair.new)


def slot_key(slot: SlotName) -> tuple[str, ...]:
    """Return the keys that lead to a slot's schema in a definition."""
    return _KEYS[slot]


def slots_of(definition: Definition) -> dict[SlotName, str]:
    """Return the class of each slot by its name; a schema for both decisions counts twice."""
    found: dict[SlotName, str] = {slot.name: slot.class_name for slot in definition.slots()}
    approval = definition.approval if isinstance(definition, Tool) else None
    if approval and approval.reject:
        found["reject"] = approval.reject.class_name
    return found


def decides_alike(definition: Definition) -> bool:
    """Tell whether both decisions on a call have one schema, or none."""
    approval = definition.approval if isinstance(definition, Tool) else None
    return approval is None or approval.approve is approval.reject


def _names(pair: Pair) -> Iterator[Change]:
    old, new = pair.old, pair.new
    names = [("variable", old.variable, new.variable), ("class", old.class_name, new.class_name)]
    for kind, before, after in names:
        if before != after:
            message = f"the {kind} `{before}` is `{after}` now"
            yield _renamed(pair, kind, before, after, message)


def _renamed(pair: Pair, kind: str, before: str, after: str, message: str) -> Change:
    return Change(
        RENAMED_CLASS,
        pair.subject,
        message,
        pair.at_new,
        identity=(kind, before, after),
        hint="callers import the old name; `x-name` keeps one",
        before=before,
        after=after,
        other=pair.at_old,
    )


def _slots(pair: Pair) -> Iterator[Change]:
    before, after = slots_of(pair.old), slots_of(pair.new)
    for slot, key in _KEYS.items():
        is_new = slot in after
        is_told = slot == "reject" and decides_alike(pair.new if is_new else pair.old)
        if is_told or (slot in before) == is_new:
            continue
        what = "has a" if is_new else "no longer has a"
        side: SideName = "new" if is_new else "old"
        yield Change(
            CHANGED_SIGNATURE,
            pair.subject,
            f"{pair.subject.label} {what} schema for its {slot}",
            pair.inside(side, *key[:1]),
            slot=slot,
            identity=("slot", "added" if is_new else "removed"),
            hint=_CALLS[slot],
            before=before.get(slot),
            after=after.get(slot),
            other=pair.at_old if is_new else pair.at_new,
        )


_CALLS: dict[SlotName, str] = {
    "payload": "code that raises the interrupt passes a `payload` or does not",
    "response": "code that resolves the interrupt, or reads the answer, passes or gets a model",
    "input": "the implementation of the tool takes another argument",
    "output": "the implementation of the tool returns something else",
    "approve": "code that approves a call passes a `payload` or does not",
    "reject": "code that rejects a call passes a `payload` or does not",
}


def _phases(pair: Pair, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[Change]:
    lost = [phase for phase in old if phase not in new] if new and old else []
    if new and not old:
        lost = ["any other phase"]
    if lost:
        yield Change(
            NARROWED_PHASE,
            pair.subject,
            f"{pair.subject.label} may no longer be raised in {', '.join(lost)}",
            pair.inside("new", "phase"),
            identity=tuple(lost),
            hint="code that raises it there fails when it runs",
            before=", ".join(old) or "any phase",
            after=", ".join(new),
            other=pair.inside("old", "phase"),
        )


def _mode(pair: Pair, old: Tool, new: Tool) -> Iterator[Change]:
    if old.runs_on != new.runs_on:
        yield Change(
            CHANGED_SIGNATURE,
            pair.subject,
            f"{pair.subject.label} runs on the {new.runs_on} now, not on the {old.runs_on}",
            pair.inside("new", "runsOn"),
            identity=("runsOn", new.runs_on),
            hint="both sides have to be deployed together: implement it there first",
            before=old.runs_on,
            after=new.runs_on,
            other=pair.inside("old", "runsOn"),
        )
