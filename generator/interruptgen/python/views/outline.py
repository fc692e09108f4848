"""The schemas of a package -> what its `models.py` offers to callers: classes, fields, types.

The same declarations that the module is written from, not its text, so that two versions can be
compared.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from interruptgen.model import Pointer, Schema
from interruptgen.naming import field_names
from interruptgen.python.views.declarations import Declaration, Declarations
from interruptgen.python.views.definitions import Document
from interruptgen.python.views.shapes import (
    Anything,
    Array,
    Atom,
    Constant,
    Map,
    Object,
    Ref,
    Scalar,
    Shape,
    Tuple,
)

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


@dataclass(frozen=True)
class OutlinedField:
    """A field of a class: `type` names what it holds, a member of a union in each item."""

    key: str
    name: str
    is_required: bool
    type: tuple[str, ...]


@dataclass(frozen=True)
class OutlinedClass:
    """A class or an alias of `models.py`.

    `owner` is the class of the document's root, `schema` that document and `pointer` the place in
    it. An alias has no fields, and a `type`.
    """

    name: str
    owner: str
    pointer: Pointer
    schema: Schema
    fields: tuple[OutlinedField, ...]
    type: tuple[str, ...]


def outlined(
    sources: Iterable[Document], declarations: Declarations
) -> Mapping[str, OutlinedClass]:
    """Return the classes and aliases that a module declares for its documents, by name."""
    schemas = {one.name: one.schema for one in sources}
    own = list(declarations.own())
    reserved = declarations.names()
    return {
        one.name: OutlinedClass(
            name=one.name,
            owner=one.owner,
            pointer=one.pointer,
            schema=schemas[one.owner],
            fields=tuple(_fields(one, declarations, reserved)),
            type=() if one.object else _spelled(one.shape, declarations),
        )
        for one in own
        if one.owner in schemas
    }


def _fields(
    one: Declaration, declarations: Declarations, reserved: frozenset[str]
) -> Iterator[OutlinedField]:
    fields = one.object.fields if one.object else ()
    names = field_names([field.key for field in fields], reserved)
    for field in fields:
        type = _spelled(field.shape, declarations)
        yield OutlinedField(field.key, names[field.key], field.required, type)


def _spelled(shape: Shape, declarations: Declarations) -> tuple[str, ...]:
    """Return the members of a union, sorted: their order means nothing."""
    return tuple(sorted({_atom(atom, declarations) for atom in shape.atoms})) or ("Never",)


def _atom(atom: Atom, declarations: Declarations) -> str:
    match atom:
        case Anything():
            return "Json"
        case Scalar(kind):
            return _SCALARS[kind]
        case Constant(kind, value):
            return f"Literal[{json.dumps(value) if kind != 'boolean' else str(value)}]"
        case Ref(key):
            return declarations.name(key)
        case Object(name=name):
            return name
        case Array() | Tuple() | Map():
            return _container(atom, declarations)


def _container(atom: Array | Tuple | Map, declarations: Declarations) -> str:
    match atom:
        case Array(items):
            return f"list[{_union(items, declarations)}]"
        case Tuple(items):
            return f"tuple[{', '.join(_union(item, declarations) for item in items) or '()'}]"
        case Map(values):
            return f"dict[str, {_union(values, declarations)}]"


def _union(shape: Shape, declarations: Declarations) -> str:
    return " | ".join(_spelled(shape, declarations))
