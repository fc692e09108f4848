"""A fresh lock and the locks before it -> the fresh lock with the earlier versions it remembers.

A version becomes an earlier one only if the lock at git HEAD holds it (without one: the lock on
disk), so that rebuilding while a schema is being edited leaves no traces. During a merge, what the
other side holds counts as well: its versions may have been deployed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from interruptgen.lock.entries import Entry, Lock
from interruptgen.model import Interrupt, Model, Package, Section, Tool, Version


def with_history(fresh: Lock, on_disk: Lock | None, committed: Sequence[Lock]) -> Lock:
    """Give each entry of `fresh` its earlier versions, newest first, one side after the other.

    `committed` is the lock at HEAD and, during a merge, that of what is merged. Outside of a merge,
    what the lock on disk remembers stays as it is while the definition has not changed since, so
    that a check needs no history and what was pruned stays away.
    """
    return replace(
        fresh,
        interrupts=_remember(fresh, on_disk, committed, "interrupts"),
        tools=_remember(fresh, on_disk, committed, "tools"),
    )


def recalled(model: Model, history: Lock) -> Model:
    """Tell each definition of a model its earlier versions."""
    return Model(tuple(_recalled(package, history) for package in model.packages))


def _recalled(package: Package, history: Lock) -> Package:
    interrupts = tuple(replace(one, earlier=_versions(one, history)) for one in package.interrupts)
    tools = tuple(replace(one, earlier=_versions(one, history)) for one in package.tools)
    return replace(package, interrupts=interrupts, tools=tools)


def _versions(definition: Interrupt | Tool, history: Lock) -> tuple[Version, ...]:
    entry = history.section(definition.section).get(definition.id)
    return entry.earlier if entry else ()


def _remember(
    fresh: Lock, on_disk: Lock | None, committed: Sequence[Lock], section: Section
) -> Mapping[str, Entry]:
    bases = committed or ([on_disk] if on_disk else [])
    is_merge = len(committed) > 1
    remembered: dict[str, Entry] = {}
    for id, entry in fresh.section(section).items():
        same = on_disk.section(section).get(id) if on_disk else None
        if same and same.current.hashes == entry.current.hashes and not is_merge:
            earlier = same.earlier
        else:
            before = [lock.section(section)[id] for lock in bases if id in lock.section(section)]
            earlier = tuple(_earlier(entry.current, before))
        remembered[id] = replace(entry, earlier=earlier)
    return remembered


def _earlier(current: Version, before: Iterable[Entry]) -> Iterator[Version]:
    """Yield the versions of all sides, each once, without the current one."""
    seen = [current.hashes]
    for entry in before:
        for version in (entry.current, *entry.earlier):
            if version.hashes not in seen:
                seen.append(version.hashes)
                yield version
