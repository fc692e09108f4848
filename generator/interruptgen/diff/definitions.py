"""Two models -> which packages and definitions came, went or moved, and the pairs that stayed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from interruptgen.diff.changes import Change, Definition, Pair, Subject, Where, subject_of, where_of
from interruptgen.lock import hashes
from interruptgen.model import Model, Package, Section, Tool
from interruptgen.rules.changes_for_people import ADDED_DEFINITION, RENAMED_DEFINITION
from interruptgen.rules.changes_in_code import MOVED_DEFINITION, REMOVED_DEFINITION, REMOVED_PACKAGE
from interruptgen.schema.canonical import UNDEFINED_HASH

_Home = tuple[Definition, Package]


@dataclass(frozen=True)
class Catalog:
    """Both models with their definitions by section and id."""

    old: Model
    new: Model

    @cached_property
    def before(self) -> Mapping[tuple[Section, str], _Home]:
        """The definitions of the old side."""
        return _homes(self.old)

    @cached_property
    def after(self) -> Mapping[tuple[Section, str], _Home]:
        """The definitions of the new side."""
        return _homes(self.new)

    @cached_property
    def pairs(self) -> tuple[Pair, ...]:
        """The definitions that both sides have, in the order of the new side."""
        kept = [key for key in self.after if key in self.before]
        return tuple(
            Pair(self.before[key][0], self.after[key][0], self.before[key][1], self.after[key][1])
            for key in kept
        )

    @cached_property
    def removed(self) -> tuple[_Home, ...]:
        """The definitions that the old side alone has."""
        return tuple(home for key, home in self.before.items() if key not in self.after)

    @cached_property
    def added(self) -> tuple[_Home, ...]:
        """The definitions that the new side alone has."""
        return tuple(home for key, home in self.after.items() if key not in self.before)

    @cached_property
    def gone(self) -> Mapping[str, Package]:
        """The packages that the new side does not have, by name."""
        kept = {package.name for package in self.new.packages}
        return {one.name: one for one in self.old.packages if one.name not in kept}


def compare_definitions(catalog: Catalog) -> Iterator[Change]:
    """Find what came, went or moved."""
    for package in catalog.gone.values():
        yield _gone(package, catalog)
    renames = dict(_renames(catalog))
    for definition, package in catalog.removed:
        yield _removed(definition, package, renames.get((definition.section, definition.id)))
    for pair in catalog.pairs:
        old = pair.old_package.name
        if old != pair.new_package.name and old not in catalog.gone:
            yield _moved(pair)
    names = {(one.section, one.id): id for (_, id), one in renames.items()}
    for definition, package in catalog.added:
        yield _added(definition, package, names.get((definition.section, definition.id)))


def _homes(model: Model) -> dict[tuple[Section, str], _Home]:
    return {
        (definition.section, definition.id): (definition, package)
        for package in model.packages
        for definition in package.definitions()
    }


def _gone(package: Package, catalog: Catalog) -> Change:
    ids: list[tuple[Section, str]] = [(one.section, one.id) for one in package.definitions()]
    homes = sorted({catalog.after[id][1].name for id in ids if id in catalog.after})
    moved = f"; what it defined is in {_listed(homes)}" if homes else ""
    return Change(
        REMOVED_PACKAGE,
        Subject("packages", package.name, package.name),
        f"the package `{package.name}` is gone{moved}",
        Where("old", package.path, ("package",)),
        hint=f"say `package: {package.name}` in the file, to keep the name that callers import",
        before=package.name,
        after=", ".join(homes) or None,
    )


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _removed(definition: Definition, package: Package, renamed: Definition | None) -> Change:
    subject = subject_of(definition, package)
    hint = "keep it until nothing uses it and no decision on it is pending"
    if renamed:
        hint = f"`{renamed.id}` has the same schemas: to rename it, keep the old id for a while"
    message = f"{subject.label} was removed, and `{definition.variable}` and its classes with it"
    where = where_of(definition, "old")
    return Change(REMOVED_DEFINITION, subject, message, where, hint=hint, before=definition.id)


def _moved(pair: Pair) -> Change:
    old, new = pair.old_package.name, pair.new_package.name
    return Change(
        MOVED_DEFINITION,
        pair.subject,
        f"{pair.subject.label} moved from the package `{old}` to `{new}`",
        pair.at_new,
        identity=(old, new),
        hint="import it from its new package, or leave it where it was",
        before=old,
        after=new,
        other=pair.at_old,
    )


def _added(definition: Definition, package: Package, renamed: str | None) -> Change:
    subject = subject_of(definition, package)
    where = where_of(definition, "new")
    if renamed is None:
        message = f"{subject.label} is new{_gate(definition)}"
        return Change(ADDED_DEFINITION, subject, message, where, after=definition.id)
    message = f"{subject.label} looks like `{renamed}` under another id: the schemas are the same"
    return Change(
        RENAMED_DEFINITION,
        subject,
        message,
        where,
        identity=(renamed,),
        hint="to sides built before, and to pending decisions, it is another definition",
        before=renamed,
        after=definition.id,
    )


def _gate(definition: Definition) -> str:
    """Say of a tool whether a person is asked: whoever reviews it wants to know."""
    if not isinstance(definition, Tool):
        return ""
    if definition.approval is None:
        return ", and runs without approval"
    return ", and needs approval" + (" at times" if definition.approval.condition else "")


def _renames(catalog: Catalog) -> Iterator[tuple[tuple[Section, str], Definition]]:
    """Guess what became of removed definitions: the one that is new and has the same hashes."""
    candidates = [definition for definition, _ in catalog.added]
    for definition, _ in catalog.removed:
        mine = hashes(definition)
        if set(mine.values()) <= {UNDEFINED_HASH}:
            continue
        same = [
            one for one in candidates if one.section == definition.section and hashes(one) == mine
        ]
        if len(same) == 1:
            candidates.remove(same[0])
            yield (definition.section, definition.id), same[0]
