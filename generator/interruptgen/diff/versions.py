"""What both locks remember -> which earlier versions have lost their classes, or are forgotten."""

from collections.abc import Iterator

from interruptgen.diff.changes import Change, Pair, Subject, Where
from interruptgen.diff.sides import Memory
from interruptgen.model import Section
from interruptgen.report.text import plural
from interruptgen.rules.changes_in_code import DROPPED_VERSIONS
from interruptgen.rules.changes_in_flight import FORGOTTEN_VERSIONS

_SECTIONS: tuple[Section, ...] = ("interrupts", "tools")


def compare_kept(pair: Pair, before: Memory) -> Iterator[Change]:
    """Find that fewer earlier versions have classes; `before` is what there are versions of."""
    earlier = len(before.hashes(pair.old.section, pair.old.id)) - 1
    had, has = (min(earlier, one.keep_versions) for one in (pair.old, pair.new))
    if has < had:
        count = plural(had - has, "earlier version")
        yield Change(
            DROPPED_VERSIONS,
            pair.subject,
            f"there are no classes any more for {count} of {pair.subject.label}",
            pair.inside("new", "keepVersions"),
            identity=(str(had), str(has)),
            hint="code that upgrades their answers imports them: keep as many versions as before",
            before=f"keepVersions: {pair.old.keep_versions}",
            after=f"keepVersions: {pair.new.keep_versions}",
            other=pair.inside("old", "keepVersions"),
        )


def compare_memory(before: Memory, after: Memory) -> Iterator[Change]:
    """Find versions that the lock has forgotten, of definitions that it still has."""
    for section in _SECTIONS:
        for id in before.entries.get(section, {}):
            now = after.hashes(section, id)
            _, *earlier = before.hashes(section, id)
            lost = [one for one in earlier if one not in now] if now else []
            if lost:
                yield _forgotten(section, id, len(lost), after)


def _forgotten(section: Section, id: str, count: int, after: Memory) -> Change:
    entry = after.entries[section][id]
    subject = Subject(section, id, str(entry.get("package")))
    return Change(
        FORGOTTEN_VERSIONS,
        subject,
        f"the lock has forgotten {plural(count, 'earlier version')} of {subject.label}",
        Where("new", str(entry.get("source")), (section, id), is_key=True),
        identity=(str(count),),
        hint="decisions that were asked with one and are still pending will be stale",
    )
