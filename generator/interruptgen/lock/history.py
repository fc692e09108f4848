"""A fresh lock and the locks before it -> the fresh lock with the earlier versions it remembers.

A version becomes an earlier one only if the lock at git HEAD holds it (without one: the lock on
disk), so that rebuilding while a schema is being edited leaves no traces.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from interruptgen.lock.entries import Entry, Lock, Version
from interruptgen.model import Section


def with_history(fresh: Lock, on_disk: Lock | None, committed: Lock | None) -> Lock:
    """Give each entry of `fresh` its earlier versions.

    What the lock on disk remembers stays as it is while the definition has not changed since, so
    that a check needs no history and what was pruned stays away.
    """
    return replace(
        fresh,
        interrupts=_remember(fresh, on_disk, committed, "interrupts"),
        tools=_remember(fresh, on_disk, committed, "tools"),
    )


def _remember(
    fresh: Lock, on_disk: Lock | None, committed: Lock | None, section: Section
) -> Mapping[str, Entry]:
    base = committed or on_disk
    remembered: dict[str, Entry] = {}
    for id, entry in fresh.section(section).items():
        same = on_disk.section(section).get(id) if on_disk else None
        before = base.section(section).get(id) if base else None
        if same and same.current.hashes == entry.current.hashes:
            earlier = same.earlier
        else:
            earlier = tuple(_earlier(entry.current, before))
        remembered[id] = replace(entry, earlier=earlier)
    return remembered


def _earlier(current: Version, before: Entry | None) -> Iterator[Version]:
    if before:
        for version in (before.current, *before.earlier):
            if version.hashes != current.hashes:
                yield version
