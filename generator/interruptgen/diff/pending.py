"""A pair of definitions -> what becomes of the decisions that are pending during the deploy.

The server judges an answer by the version that it was asked with, and accepts it if it satisfies
the present version as well; else it asks an `upgrade` that the application may have registered for
one of the versions that the definition keeps, and refuses the answer as stale where there is none.
A version that the lock no longer has is refused at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interruptgen.compat.comparison import Comparison, Finding, Verdict
from interruptgen.compat.slots import decision
from interruptgen.diagnostics import Rule
from interruptgen.diff.changes import Change, Definition, Pair, Witness, subject_of, where_of
from interruptgen.diff.definitions import Catalog
from interruptgen.diff.judging import accepts_all, includes
from interruptgen.diff.sides import Memory
from interruptgen.diff.signatures import slot_key
from interruptgen.lock import hashes
from interruptgen.model import Interrupt, Schema, Slot, SlotName, Tool
from interruptgen.rules.changes_in_flight import (
    PENDING_ACCEPTED,
    PENDING_STALE,
    PENDING_UNDECIDED,
    PENDING_UPGRADED,
)
from interruptgen.rules.compatibility import UNDECIDED_COMPATIBILITY
from interruptgen.schema.canonical import canonical


def compare_pending(catalog: Catalog, memory: Memory) -> Iterator[Change]:
    """Predict the outcome for every definition that decisions may be pending on."""
    for definition, package in catalog.removed:
        if is_asked(definition):
            subject = subject_of(definition, package)
            message = f"decisions pending on {subject.label} will be stale: it was removed"
            where = where_of(definition, "old")
            before = _hashes(hashes(definition).items())
            identity = ("removed",)
            yield Change(
                PENDING_STALE,
                subject,
                message,
                where,
                identity=identity,
                hint=_ANSWER,
                before=before,
            )
    for pair in catalog.pairs:
        yield from _outcome(pair, memory)


def is_asked(definition: Definition) -> bool:
    """Tell whether a person, or the client, is asked something that can be pending."""
    if isinstance(definition, Interrupt):
        return True
    return definition.approval is not None or definition.runs_on == "client"


def short(hash: str) -> str:
    """Return the beginning of a hash, which is enough to tell it from others."""
    return hash.removeprefix("sha256:")[:8]


def _outcome(pair: Pair, memory: Memory) -> Iterator[Change]:
    changed = _changed(pair)
    reason = _no_longer_asked(pair)
    if reason:
        yield _change(pair, changed, _Outcome(PENDING_STALE, reason, ("unasked",), hint=_ANSWER))
    elif changed:
        yield _change(pair, changed, _judged(pair, memory))


def _changed(pair: Pair) -> dict[str, tuple[str | None, str | None]]:
    """Return the hashes that differ, of those that a pending decision is bound to."""
    if not is_asked(pair.old):
        return {}
    old, new = hashes(pair.old), hashes(pair.new)
    slots = dict.fromkeys([*old, *new])
    return {
        slot: (old.get(slot), new.get(slot)) for slot in slots if old.get(slot) != new.get(slot)
    }


def _no_longer_asked(pair: Pair) -> str | None:
    if not isinstance(pair.old, Tool) or not isinstance(pair.new, Tool):
        return None
    if pair.old.approval and not pair.new.approval:
        return "it no longer asks for approval"
    if pair.old.runs_on == "client" and pair.new.runs_on == "server":
        return "it no longer runs on the client"
    if pair.old.approval and pair.old.runs_on != pair.new.runs_on:
        return "it runs on the client now"
    return None


@dataclass(frozen=True)
class _Outcome:
    """What will happen, and why; `finding` shows it by an answer, if there is one."""

    rule: Rule
    reason: str
    identity: tuple[str, ...] = ()
    slot: SlotName | None = None
    hint: str | None = None
    finding: Finding | None = None


def _judged(pair: Pair, memory: Memory) -> _Outcome:
    if _is_pruned(pair, memory):
        reason = "the lock has forgotten the version"
        return _Outcome(PENDING_STALE, reason, ("pruned",), hint=_RESTORE)
    undecided: _Outcome | None = None
    for slot, comparison in _answers(pair):
        broken = next((one for one in comparison.findings if one.is_breaking), None)
        if broken:
            rule = PENDING_UPGRADED if pair.new.keep_versions else PENDING_STALE
            what = "arguments" if slot == "input" else "answers"
            reason = f"the present {slot} schema refuses {what} that were right"
            identity = (slot, *_identity(comparison))
            return _Outcome(rule, reason, identity, slot, finding=broken)
        if any(one.rule is UNDECIDED_COMPATIBILITY for one in comparison.findings):
            reason = f"whether the present {slot} schema takes every answer cannot be told"
            undecided = undecided or _Outcome(PENDING_UNDECIDED, reason, (slot,), slot)
    if undecided:
        return undecided
    reason = "the schemas accept the same as before" if _is_same(pair) else _SATISFIED
    return _Outcome(PENDING_ACCEPTED, reason)


def _identity(comparison: Comparison) -> Iterator[str]:
    for one in comparison.findings:
        if one.is_breaking:
            yield canonical([one.suspected.code, one.keyword, [*one.path], one.have, one.want])


def _is_pruned(pair: Pair, memory: Memory) -> bool:
    """Tell whether the lock is of the present version and does not have the one before."""
    versions = memory.hashes(pair.new.section, pair.new.id)
    return bool(versions) and versions[0] == hashes(pair.new) and hashes(pair.old) not in versions


def _is_same(pair: Pair) -> bool:
    """Tell whether the schemas mean the same, as where a text or a spelling has changed."""
    old, new = ({slot.name: slot for slot in one.slots()} for one in (pair.old, pair.new))
    return old.keys() == new.keys() and all(
        accepts_all(one.schema, other.schema).verdict is Verdict.HOLDS
        for name in old
        for one, other in ((old[name], new[name]), (new[name], old[name]))
    )


def _answers(pair: Pair) -> Iterator[tuple[SlotName, Comparison]]:
    """Yield what an answer is made of, each with whether the present schema takes the old ones.

    A decision without a schema carries nothing, and nothing satisfies no schema.
    """
    for name, old, new in _parts(pair.old, pair.new):
        if name in ("approve", "reject") and new and not old:
            yield name, includes(decision(new.schema), decision(None))
        else:
            yield name, accepts_all(_schema(new), _schema(old))


def _parts(old: Definition, new: Definition) -> Iterator[tuple[SlotName, Slot | None, Slot | None]]:
    if isinstance(old, Interrupt) and isinstance(new, Interrupt):
        yield "response", old.response, new.response
    if not isinstance(old, Tool) or not isinstance(new, Tool):
        return
    yield "input", old.input, new.input
    if old.approval and new.approval:
        yield "approve", old.approval.approve, new.approval.approve
        yield "reject", old.approval.reject, new.approval.reject
    if old.runs_on == "client":
        yield "output", old.output, new.output


def _schema(slot: Slot | None) -> Schema | None:
    return slot.schema if slot else None


_RESTORE = "restore the lock from git, and build without `--prune`"
_ANSWER = "have them answered before the deploy, or ask again what was asked"
_SATISFIED = "every answer satisfies the present version"
_FATES: Mapping[Rule, str] = {
    PENDING_ACCEPTED: "are accepted",
    PENDING_UPGRADED: "have to be upgraded, or are stale",
    PENDING_STALE: "will be stale",
    PENDING_UNDECIDED: "may be stale",
}
_HINTS: Mapping[Rule, str | None] = {
    PENDING_ACCEPTED: None,
    PENDING_UPGRADED: "register an `upgrade` for the version with the server",
    PENDING_STALE: "accept what was accepted before, or `keepVersions` and register an `upgrade`",
    PENDING_UNDECIDED: "look at both schemas; each answer is judged when it comes",
}


def _change(
    pair: Pair, changed: Mapping[str, tuple[str | None, str | None]], outcome: _Outcome
) -> Change:
    found = outcome.finding
    witness = found.witness if found else None
    keys = slot_key(outcome.slot) if outcome.slot else ()
    return Change(
        outcome.rule,
        pair.subject,
        f"decisions pending on {pair.subject.label} {_FATES[outcome.rule]}: {outcome.reason}",
        pair.inside("new", *keys) if keys else pair.at_new,
        slot=outcome.slot,
        identity=outcome.identity,
        hint=outcome.hint or _HINTS[outcome.rule],
        before=_hashes((slot, old) for slot, (old, _) in changed.items()),
        after=_hashes((slot, new) for slot, (_, new) in changed.items()),
        witness=Witness(witness.value, "old", "new") if witness else None,
        other=pair.at_old,
    )


def _hashes(pairs: Iterable[tuple[str, str | None]]) -> str | None:
    """Return the short hashes of slots, each with its slot."""
    return ", ".join(f"{slot} {short(hash)}" for slot, hash in pairs if hash) or None
