"""The documents of a package -> all definitions that its classes are made of, as shapes."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import dataclass
from enum import StrEnum

from interruptgen.model import Origin, Schema, Slot
from interruptgen.python.views.homes import Homes
from interruptgen.python.views.reading import Reader
from interruptgen.python.views.recursion import endless, everything
from interruptgen.python.views.shapes import (
    ANY,
    ANY_OBJECT,
    Anything,
    Key,
    Object,
    Ref,
    Scalar,
    Shape,
    references,
    single,
)


class Form(StrEnum):
    """How a definition is spelled in Python."""

    CLASS = "class"
    """A class with fields."""
    EXTENSION = "extension"
    """A shared class under another name."""
    ROOT = "root"
    """A `RootModel`."""
    ALIAS = "alias"
    """A name for a type."""
    INLINE = "inline"
    """Not at all: its type stands where it is used."""


@dataclass(frozen=True)
class Document:
    """A slot's or a shared schema's document: `name` is the class of its root."""

    key: Key
    name: str
    schema: Schema
    is_slot: bool


@dataclass(frozen=True)
class Definition:
    """A root or a member of `$defs`; `owner` is the root's class name where it was read.

    `wanted` is the class name that it asks for, and a root gets. A foreign definition is only
    looked at: another package defines its class.
    """

    key: Key
    owner: str
    wanted: str
    shape: Shape
    form: Form
    description: str | None
    is_root: bool
    is_foreign: bool


def documents(slots: Iterable[Slot], homes: Homes) -> list[Document]:
    """Return the documents whose classes a package with these slots defines, in order."""
    shared = [Document(key, name, one.schema, False) for key, name, one in homes.hosted()]
    own = [Document(Key(slot.class_name, ()), slot.class_name, slot.schema, True) for slot in slots]
    return [*shared, *own]


def define(
    sources: Iterable[Document],
    keys: Callable[[Origin], Key | None],
    copied: Set[tuple[str, Key]] = frozenset(),
) -> Mapping[Key, Definition]:
    """Return the definitions that `sources` reach, in the order of their discovery.

    `keys` gives the identity of a shared schema by its origin; `copied` tells for which
    documents (by name) which shared schemas are read as if they belonged to the document.
    """
    collection = _Collection({source.key: source for source in sources})
    for source in collection.documents.values():
        collection.collect(source, _known_to(source.name, keys, copied))
    collection.simplify()
    return collection.definitions()


def _known_to(
    name: str, keys: Callable[[Origin], Key | None], copied: Set[tuple[str, Key]]
) -> Callable[[Origin], Key | None]:
    def known(origin: Origin) -> Key | None:
        key = keys(origin)
        return None if key is None or (name, key) in copied else key

    return known


class _Collection:
    """What has been read of a package's documents."""

    def __init__(self, sources: Mapping[Key, Document]) -> None:
        self.documents = sources
        self._readers: dict[Key, Reader] = {}
        self._shapes: dict[Key, Shape] = {}
        self._foreign: set[Key] = set()

    def collect(self, source: Document, keys: Callable[[Origin], Key | None]) -> None:
        """Read the root of a document and what it reaches.

        What only the shared schemas of other packages reach is read last, and is foreign.
        """
        reader = Reader(source.schema, source.name, source.key, keys)
        self._readers[source.key] = reader
        self._shapes[source.key] = reader.root()
        borders = self._reach(reader, [source.key], source.name)
        own = set(self._shapes)
        for key in borders:
            self._read(reader, key)
        self._reach(reader, borders, None)
        self._foreign |= self._shapes.keys() - own

    def simplify(self) -> None:
        """Read what covers every JSON value, by way of itself, as anything."""
        for key in everything(self._shapes, endless(self._shapes)):
            self._shapes[key] = ANY

    def definitions(self) -> Mapping[Key, Definition]:
        """Return all that has been read."""
        recursive = endless(self._shapes)
        return {key: self._definition(key, key in recursive) for key in self._shapes}

    def _read(self, reader: Reader, key: Key) -> None:
        if key not in self._shapes and key not in self.documents:
            self._readers[key] = reader
            self._shapes[key] = reader.definition(key)

    def _reach(self, reader: Reader, start: Iterable[Key], scope: str | None) -> list[Key]:
        """Read all that `start` reaches, inside of `scope` alone where there is one.

        Returns what is outside of it and has not been read.
        """
        borders: list[Key] = []
        waiting = [key for key in start if key in self._shapes]
        while waiting:
            for found in references(self._shapes[waiting.pop(0)]):
                if found in self._shapes or found in self.documents:
                    continue
                if scope is not None and found.scope != scope:
                    borders.append(found)
                    continue
                self._read(reader, found)
                waiting.append(found)
        return borders

    def _definition(self, key: Key, is_recursive: bool) -> Definition:
        document = self.documents.get(key)
        reader = self._readers[key]
        shape = self._shapes[key]
        form = Form.ROOT if is_recursive else _form(shape)
        if document and document.is_slot:
            form, shape = self._slot(shape, key, form)
        elif form is Form.INLINE and (document or key.scope != reader.owner):
            form = Form.ALIAS
        return Definition(
            key=key,
            owner=reader.owner,
            wanted=document.name if document else reader.place(key).name,
            shape=shape,
            form=form,
            description=reader.description(key),
            is_root=document is not None,
            is_foreign=key in self._foreign,
        )

    def _slot(self, shape: Shape, key: Key, form: Form) -> tuple[Form, Shape]:
        """Make the root of a slot a class, whatever it covers."""
        if form is Form.CLASS:
            return form, shape
        if shape == single(ANY_OBJECT):
            return Form.CLASS, single(Object((), closed=False, pointer=(), name=key.scope))
        target = shape
        while isinstance(only := target.only(), Ref):
            target = self._shapes[only.key]
        is_class = target != shape and _form(target) is Form.CLASS
        return Form.EXTENSION if is_class else Form.ROOT, shape


def _form(shape: Shape) -> Form:
    match shape.atoms:
        case (Object(),):
            return Form.CLASS
        case () | (Anything() | Scalar() | Ref(),):
            return Form.INLINE
        case _:
            return Form.ALIAS
