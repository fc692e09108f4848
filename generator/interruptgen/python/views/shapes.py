"""What a schema says about form alone: shapes, which are unions of atoms.

A shape covers every instance of the schema it was read from and may cover more. Shapes know
nothing about Python or about the tool that spells them.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from interruptgen.model import Pointer

ScalarKind: TypeAlias = Literal["string", "integer", "number", "boolean", "null"]
ConstantKind: TypeAlias = Literal["string", "integer", "boolean"]


@dataclass(frozen=True)
class Key:
    """The identity of a definition in one build: a document (`scope`) and a pointer inside it."""

    scope: str
    pointer: Pointer


@dataclass(frozen=True)
class Anything:
    """Every JSON value; always alone in its shape."""


@dataclass(frozen=True)
class Scalar:
    """Every value of one JSON type; `number` covers the integers."""

    kind: ScalarKind


@dataclass(frozen=True)
class Constant:
    """One value. `kind` keeps `1` and `true` apart, which Python holds to be equal."""

    kind: ConstantKind
    value: str | int | bool


@dataclass(frozen=True)
class Array:
    """An array of any length whose items have one shape."""

    items: "Shape"


@dataclass(frozen=True)
class Tuple:
    """An array of exactly these items."""

    items: "tuple[Shape, ...]"


@dataclass(frozen=True)
class Map:
    """An object that declares no properties: any keys, values of one shape."""

    values: "Shape"


@dataclass(frozen=True)
class Field:
    """A declared property of an object."""

    key: str
    shape: "Shape"
    required: bool
    description: str | None = None


@dataclass(frozen=True)
class Object:
    """An object with declared properties; `closed` when no other key is allowed.

    `pointer` is the place in its document that identifies it, `name` the class name it asks for.
    """

    fields: tuple[Field, ...]
    closed: bool
    pointer: Pointer
    name: str
    description: str | None = None


@dataclass(frozen=True)
class Ref:
    """Whatever the definition `key` covers."""

    key: Key


Atom: TypeAlias = Anything | Scalar | Constant | Array | Tuple | Map | Object | Ref


@dataclass(frozen=True)
class Shape:
    """A union: a value is covered when one of the atoms covers it."""

    atoms: tuple[Atom, ...]

    def only(self) -> Atom | None:
        """Return the atom of a shape that has exactly one."""
        return self.atoms[0] if len(self.atoms) == 1 else None


_MAX_BRANCHES = 100
"""Longer unions help no reader, and Python's own parser and type checkers fail on them."""

NULL = Scalar("null")
ANY = Shape((Anything(),))
NEVER = Shape(())
ANY_ARRAY = Array(ANY)
ANY_OBJECT = Map(ANY)


def single(atom: Atom) -> Shape:
    """Return the shape of one atom."""
    return Shape((atom,))


def join(shapes: Iterable[Shape]) -> Shape:
    """Return a shape that covers what any of `shapes` covers, without what others absorb.

    Where more than 100 branches would be left, besides constants, it is anything.
    """
    atoms = dict.fromkeys(atom for shape in shapes for atom in shape.atoms)
    if Anything() in atoms:
        return ANY
    if {Constant("boolean", True), Constant("boolean", False)} <= atoms.keys():
        atoms[Scalar("boolean")] = None
    left = tuple(atom for atom in atoms if not _is_absorbed(atom, atoms))
    branches = sum(not isinstance(atom, Constant) for atom in left)
    return Shape(left) if branches <= _MAX_BRANCHES else ANY


def _is_absorbed(atom: Atom, atoms: dict[Atom, None]) -> bool:
    match atom:
        case Constant(kind="integer") | Scalar(kind="integer"):
            absorbing: tuple[Atom, ...] = (Scalar("integer"), Scalar("number"))
        case Constant(kind=kind):
            absorbing = (Scalar(kind),)
        case Array() | Tuple():
            absorbing = (ANY_ARRAY,)
        case Map():
            absorbing = (ANY_OBJECT,)
        case _:
            absorbing = ()
    return any(other != atom and other in atoms for other in absorbing)


def undescribed(shape: Shape) -> Shape:
    """Return the shape without the descriptions of its objects."""
    return Shape(
        tuple(
            replace(atom, description=None) if isinstance(atom, Object) else atom
            for atom in shape.atoms
        )
    )


def children(atom: Atom) -> tuple[Shape, ...]:
    """Return the shapes directly inside `atom`."""
    match atom:
        case Array(items):
            return (items,)
        case Tuple(many):
            return many
        case Map(values):
            return (values,)
        case Object(fields):
            return tuple(field.shape for field in fields)
        case _:
            return ()


def nested(shape: Shape) -> Iterator[Shape]:
    """Yield `shape` and every shape inside of it."""
    yield shape
    for atom in shape.atoms:
        for child in children(atom):
            yield from nested(child)


def references(shape: Shape, *, into_objects: bool = True) -> Iterator[Key]:
    """Yield the definitions that `shape` names, in the order of their appearance.

    Without `into_objects` those that the fields of an object name are left out.
    """
    for atom in shape.atoms:
        if isinstance(atom, Ref):
            yield atom.key
        elif into_objects or not isinstance(atom, Object):
            for child in children(atom):
                yield from references(child, into_objects=into_objects)


def placed(shape: Shape, pointer: Pointer, name: str, description: str | None) -> Shape:
    """Give the object of `shape` another place, where there is exactly one object.

    `description`, where there is one, replaces the object's own.
    """
    objects = [atom for atom in shape.atoms if isinstance(atom, Object)]
    if len(objects) != 1:
        return shape
    text = description or objects[0].description
    moved = replace(objects[0], pointer=pointer, name=name, description=text)
    return Shape(tuple(moved if isinstance(atom, Object) else atom for atom in shape.atoms))
