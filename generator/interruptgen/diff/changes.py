"""What a comparison finds: one `Change` for each thing that is not as it was."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, TypeAlias

from interruptgen.diagnostics import Rule
from interruptgen.model import Interrupt, Json, Origin, Package, Pointer, Schema, Section, Tool

Definition: TypeAlias = Interrupt | Tool
SideName: TypeAlias = Literal["old", "new"]


class Category(StrEnum):
    """What a change touches, the strictest first."""

    SOURCE = "source"
    """Names and types of generated code."""
    WIRE = "wire"
    """Values between sides that were built before and after."""
    IN_FLIGHT = "in-flight"
    """Decisions that are pending while the change is deployed."""
    ADVISORY = "advisory"
    """What a person sees, and whether one is asked."""
    SAFE = "safe"
    """Nothing that any program or pending decision depends on."""


@dataclass(frozen=True, order=True)
class Subject:
    """What has changed: a definition, a shared schema (`$defs`), or a package as a whole."""

    kind: Literal["packages", "$defs", "interrupts", "tools"]
    id: str
    package: str

    @property
    def label(self) -> str:
        """The subject in the words of a finding."""
        word = {"packages": "package", "$defs": "shared schema", "interrupts": "interrupt"}
        return f"{word.get(self.kind, 'tool')} `{self.id}`"

    @property
    def key(self) -> str:
        """What the subject is called in a list: `interrupts.choose-itinerary`."""
        return f"{self.kind}.{self.id}"


@dataclass(frozen=True)
class Where:
    """Where a finding stands: a pointer in a source file of one of the sides.

    `is_key` tells that it is about a key, rather than about its value.
    """

    side: SideName
    path: str
    pointer: Pointer = ()
    is_key: bool = False


@dataclass(frozen=True)
class Witness:
    """A value that shows a finding: one side takes it, and the other one does not.

    To take it is to accept it, or, for an `input`, to ask a person about such a call.
    """

    value: Json
    accepted_by: SideName
    refused_by: SideName
    is_call: bool = False


@dataclass(frozen=True)
class Change:
    """One difference, not yet judged.

    `identity` tells the change from others of its rule and subject, whatever else changes: it is
    made of names, pointers and values, never of lines. `before` and `after` are what stood there.
    """

    rule: Rule
    subject: Subject
    message: str
    where: Where
    slot: str | None = None
    identity: tuple[str, ...] = ()
    hint: str | None = None
    before: str | None = None
    after: str | None = None
    witness: Witness | None = None
    other: Where | None = None
    """Where the other side has what the finding is about."""


@dataclass(frozen=True)
class Pair:
    """A definition that both sides have under one id, with the packages it is in."""

    old: Definition
    new: Definition
    old_package: Package
    new_package: Package

    @property
    def subject(self) -> Subject:
        """The definition as the subject of a finding."""
        return subject_of(self.new, self.new_package)

    @property
    def at_old(self) -> Where:
        """Where the definition begins on the old side."""
        return where_of(self.old, "old")

    @property
    def at_new(self) -> Where:
        """Where the definition begins on the new side."""
        return where_of(self.new, "new")

    def inside(self, side: SideName, *keys: str) -> Where:
        """Return where the value of a key of the definition stands, or would stand."""
        origin = (self.old if side == "old" else self.new).origin
        return Where(side, origin.path, (*origin.pointer, *keys))


def subject_of(definition: Definition, package: Package) -> Subject:
    """Return a definition as the subject of a finding."""
    section: Section = definition.section
    return Subject(section, definition.id, package.name)


def where_of(definition: Definition, side: SideName) -> Where:
    """Return where the id of a definition stands."""
    return Where(side, definition.origin.path, definition.origin.pointer, is_key=True)


def where_in(schema: Schema, pointer: Sequence[str | int], side: SideName) -> Where:
    """Return where a part of a compiled schema document was written.

    A member of the document's `$defs` may come from another place, or another file.
    """
    origin: Origin = schema.origin
    rest = tuple(pointer)
    if len(rest) >= 2 and rest[0] == "$defs" and rest[1] in schema.origins:
        origin, rest = schema.origins[str(rest[1])], rest[2:]
    return Where(side, origin.path, (*origin.pointer, *rest))
