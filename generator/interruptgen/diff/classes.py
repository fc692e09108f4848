"""Two models -> which classes of `models.py`, and which fields of them, are not as they were."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from interruptgen.diff.changes import Change, Pair, SideName, Subject, Where, where_in
from interruptgen.diff.definitions import Catalog
from interruptgen.diff.signatures import slots_of
from interruptgen.diff.successors import successors
from interruptgen.diff.types import is_wider, renamed
from interruptgen.model import Package
from interruptgen.python.views import OutlinedClass, outline
from interruptgen.python.views.outline import OutlinedField
from interruptgen.rules.changes_for_people import WIDENED_FIELD_TYPE
from interruptgen.rules.changes_in_code import (
    CHANGED_FIELD_TYPE,
    REMOVED_FIELD,
    RENAMED_CLASS,
    REQUIRED_FIELD,
)

_LITERAL = "Literal["
_CLASS = "a class with fields"
_SHOWN = 200

_Owners = Mapping[str, tuple[Subject, str | None]]


def compare_classes(catalog: Catalog) -> Iterator[Change]:
    """Find the changes in the classes of each package that both sides have."""
    before = {package.name: package for package in catalog.old.packages}
    for package in catalog.new.packages:
        old = before.get(package.name)
        if old and (old.shared, *old.slots()) != (package.shared, *package.slots()):
            pairs = [pair for pair in catalog.pairs if pair.new_package is package]
            yield from _Comparison(catalog, old, package, pairs).changes()


@dataclass(frozen=True)
class _Comparison:
    """The classes of one package, before and after."""

    catalog: Catalog
    old: Package
    new: Package
    pairs: list[Pair]

    @cached_property
    def before(self) -> Mapping[str, OutlinedClass]:
        return outline(self.catalog.old, self.old)

    @cached_property
    def after(self) -> Mapping[str, OutlinedClass]:
        return outline(self.catalog.new, self.new)

    @cached_property
    def roots(self) -> Mapping[str, tuple[str, ...]]:
        """The classes of the slots that had a class: one for each slot, where it had several."""
        found: dict[str, dict[str, None]] = {}
        for pair in self.pairs:
            after = slots_of(pair.new)
            for slot, old in slots_of(pair.old).items():
                if slot in after:
                    found.setdefault(old, {})[after[slot]] = None
        return {old: tuple(names) for old, names in found.items()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The new names of old classes."""
        roots = {old: names[0] for old, names in self.roots.items()}
        return successors(self.before, self.after, roots)

    @cached_property
    def owners(self) -> _Owners:
        """The definition and the slot of each root that both sides have, by its old class."""
        found: dict[str, tuple[Subject, str | None]] = {}
        for shared in self.old.shared:
            found[shared.class_name] = Subject("$defs", shared.key, self.new.name), None
        for pair in self.pairs:
            kept = slots_of(pair.new)
            for slot, name in slots_of(pair.old).items():
                if slot in kept:
                    found.setdefault(name, (pair.subject, slot))
        return found

    def changes(self) -> Iterator[Change]:
        """Compare the classes of what both sides have; of what is gone, that is said elsewhere."""
        for one in self.before.values():
            if one.owner in self.owners:
                yield from self._class(one, *self.owners[one.owner])

    def _class(self, one: OutlinedClass, subject: Subject, slot: str | None) -> Iterator[Change]:
        name = self.names.get(one.name)
        if name != one.name and one.name not in self.after:
            yield self._gone(one, subject, slot)
        other = self.after.get(name or one.name)
        if other is None:
            return
        if one.type or other.type:
            yield from self._alias(one, other, subject, slot)
            return
        kept = _kept(one, other)
        for field in one.fields:
            yield from self._field((one, other), field, kept.get(field.key), (subject, slot))
        known = {field.key for field in kept.values()}
        for field in other.fields:
            if field.key not in known and field.is_required:
                yield self._required(other, field, subject, slot)

    def _gone(self, one: OutlinedClass, subject: Subject, slot: str | None) -> Change:
        name = self.names.get(one.name)
        every = self.roots.get(one.name) or ((name,) if name else ())
        listed = " and ".join(f"`{each}`" for each in every)
        became = f"is {listed} now" if every else "is gone"
        return Change(
            RENAMED_CLASS,
            subject,
            f"the class `{one.name}` {became}",
            where_in(one.schema, one.pointer, "old"),
            slot=slot,
            identity=("class", one.name, name or ""),
            hint="callers import the old name; `x-name` keeps one" if name else None,
            before=one.name,
            after=", ".join(every) or None,
        )

    def _alias(
        self, one: OutlinedClass, other: OutlinedClass, subject: Subject, slot: str | None
    ) -> Iterator[Change]:
        before = renamed(one.type, self.names)
        if before != other.type:
            is_alias = bool(before and other.type)
            is_mild = is_alias and is_wider(other.type, before)
            yield Change(
                WIDENED_FIELD_TYPE if is_mild else CHANGED_FIELD_TYPE,
                subject,
                f"`{other.name}` was {_named(one.type)} and is {_named(other.type)}",
                where_in(other.schema, other.pointer, "new"),
                slot=slot,
                identity=(one.name, *before, "", *other.type),
                before=_type(one.type) or _CLASS,
                after=_type(other.type) or _CLASS,
                other=where_in(one.schema, one.pointer, "old"),
            )

    def _field(
        self,
        classes: tuple[OutlinedClass, OutlinedClass],
        field: OutlinedField,
        now: OutlinedField | None,
        owner: tuple[Subject, str | None],
    ) -> Iterator[Change]:
        (one, other), (subject, slot) = classes, owner
        if now is None or now.name != field.name:
            yield self._removed(one, field, subject, slot, now)
            return
        if now.is_required and not field.is_required:
            yield self._required(other, now, subject, slot)
        before, after = _whole(field, self.names), _whole(now, {})
        if now.is_required and not field.is_required:
            before, after = renamed(field.type, self.names), now.type
        if before != after:
            yield self._typed((one, field, before), (other, now, after), subject, slot)

    def _removed(
        self,
        one: OutlinedClass,
        field: OutlinedField,
        subject: Subject,
        slot: str | None,
        now: OutlinedField | None,
    ) -> Change:
        became = f"is `{now.name}` now" if now else "is gone"
        return Change(
            REMOVED_FIELD,
            subject,
            f"the field `{field.name}` of `{one.name}` {became}",
            _place(one, field, "old"),
            slot=slot,
            identity=(one.name, field.name, now.name if now else ""),
            hint="keep the property, optional, until no caller uses it",
            before=field.name,
            after=now.name if now else None,
        )

    def _required(
        self, other: OutlinedClass, field: OutlinedField, subject: Subject, slot: str | None
    ) -> Change:
        return Change(
            REQUIRED_FIELD,
            subject,
            f"the field `{field.name}` of `{other.name}` is required now",
            _place(other, field, "new"),
            slot=slot,
            identity=(other.name, field.name),
            hint="callers that construct the class must pass it: leave it out of `required`",
            after=f"{field.name}: {_type(field.type)}",
        )

    def _typed(
        self,
        old: tuple[OutlinedClass, OutlinedField, tuple[str, ...]],
        new: tuple[OutlinedClass, OutlinedField, tuple[str, ...]],
        subject: Subject,
        slot: str | None,
    ) -> Change:
        (one, field, before), (other, now, after) = old, new
        return Change(
            WIDENED_FIELD_TYPE if is_wider(after, before) else CHANGED_FIELD_TYPE,
            subject,
            f"the field `{now.name}` of `{other.name}` was `{_type(before)}`, is `{_type(after)}`",
            _place(other, now, "new"),
            slot=slot,
            identity=(other.name, now.name, *before, "", *after),
            before=_type(before),
            after=_type(after),
            other=_place(one, field, "old"),
        )


def _kept(one: OutlinedClass, other: OutlinedClass) -> dict[str, OutlinedField]:
    """Return the fields that are still there, by their old keys: of the same key, or of the same
    name where the key is gone, which is a matter of the wire alone.
    """
    by_key = {field.key: field for field in other.fields}
    keys = {field.key for field in one.fields}
    by_name = {field.name: field for field in other.fields if field.key not in keys}
    found = {field.key: by_key.get(field.key, by_name.get(field.name)) for field in one.fields}
    return {key: field for key, field in found.items() if field}


def _named(type: tuple[str, ...]) -> str:
    return f"`{_type(type)}`" if type else _CLASS


def _whole(field: OutlinedField, names: Mapping[str, str]) -> tuple[str, ...]:
    """Return the type of a field, with `absent` among its members where it may be left out."""
    type = renamed(field.type, names)
    return type if field.is_required else tuple(sorted({*type, "absent"}))


def _place(one: OutlinedClass, field: OutlinedField, side: SideName) -> Where:
    return where_in(one.schema, (*one.pointer, "properties", field.key), side)


def _type(type: tuple[str, ...]) -> str:
    """Return a type as one writes it, its literals in one."""
    literals = [one[len(_LITERAL) : -1] for one in type if one.startswith(_LITERAL)]
    others = [one for one in type if not one.startswith(_LITERAL)]
    text = " | ".join([*([f"{_LITERAL}{', '.join(literals)}]"] if literals else []), *others])
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
