"""Pairs of definitions -> schemas that have changed and that nothing else has been said of."""

from collections.abc import Collection, Iterable, Iterator

from interruptgen.diff.changes import Change, Pair
from interruptgen.diff.pending import is_asked, short
from interruptgen.diff.signatures import slot_key
from interruptgen.rules.changes_for_people import COMPATIBLE_SCHEMA


def compare_quietly(pairs: Iterable[Pair], told: Collection[Change]) -> Iterator[Change]:
    """Find schemas with a new hash, of what nobody is asked about: the rest is in flight."""
    known = {(one.subject, one.slot) for one in told}
    for pair in pairs:
        if is_asked(pair.old):
            continue
        before = {slot.name: slot.schema for slot in pair.old.slots()}
        for slot in pair.new.slots():
            old, subject = before.get(slot.name), pair.subject
            if old and old.hash != slot.schema.hash and (subject, slot.name) not in known:
                yield Change(
                    COMPATIBLE_SCHEMA,
                    subject,
                    f"the {slot.name} schema of {subject.label} is another one, and fits the old",
                    pair.inside("new", *slot_key(slot.name)),
                    slot=slot.name,
                    identity=(old.hash, slot.schema.hash),
                    before=short(old.hash),
                    after=short(slot.schema.hash),
                    other=pair.inside("old", *slot_key(slot.name)),
                )
