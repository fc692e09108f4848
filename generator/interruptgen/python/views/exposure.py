"""Declarations -> the classes that may be given a value that their own schema did not accept.

pydantic takes the branch of a union that fits best, which need not be the one by which the value
is valid. Such a class must give back unchanged whatever it accepts; every other class may leave
out a `None` where its schema has no null.
"""

from collections.abc import Iterable, Iterator, Set
from itertools import combinations

from interruptgen.python.views.declarations import Declaration, Declarations
from interruptgen.python.views.overlap import Overlap
from interruptgen.python.views.shapes import (
    Array,
    Atom,
    Field,
    Key,
    Map,
    Ref,
    Shape,
    Tuple,
    children,
    references,
)


class Exposure:
    """Finds the exposed classes of one module."""

    def __init__(self, declarations: Declarations) -> None:
        self._declared = declarations.declared
        self._own = tuple(declarations.own())
        self._overlap = Overlap(self._declared)
        self._marks = {one.key: tuple(self._marked(one)) for one in self._own}

    def exposed(self) -> Set[Key]:
        """Return the classes that are exposed, foreign ones as well."""
        return self._below(key for marks in self._marks.values() for key in marks)

    def copies(self) -> Iterator[tuple[str, Key]]:
        """Yield each document that must not use a foreign class, and the class.

        The foreign class is exposed only here, and it would lose something.
        """
        exposed = self.exposed()
        for one in self._own:
            used = set(references(one.shape)) if one.key in exposed else set[Key]()
            for key in {*used, *self._marks[one.key]}:
                if self._declared[key].is_foreign and self._is_fragile(key):
                    yield one.owner, key

    def omits_none(self, field: Field) -> bool:
        """Tell whether an optional field can have `None` as its default, and leave it out."""
        return not field.required and not self._overlap.covers_null(field.shape)

    def _is_fragile(self, key: Key) -> bool:
        objects = (self._declared[found].object for found in self._below([key]))
        return any(self.omits_none(field) for one in objects if one for field in one.fields)

    def _below(self, start: Iterable[Key]) -> Set[Key]:
        found: set[Key] = set()
        waiting = list(start)
        while waiting:
            key = waiting.pop()
            if key not in found:
                found.add(key)
                waiting.extend(references(self._declared[key].shape))
        return found

    def _marked(self, one: Declaration) -> Iterator[Key]:
        """Yield what stands in unions of which two branches might accept the same value."""
        for shape in _shapes(one.shape):
            atoms = self._overlap.flat(shape)
            pairs = [*_pairs(atoms, (Ref, Map)), *_pairs(atoms, (Array, Tuple))]
            alike = [pair for pair in pairs if self._overlap.atoms(*pair)]
            for pair in alike:
                yield from references(Shape(pair))
            if alike:
                yield from (key for key in references(shape) if self._declared[key].object is None)


def _pairs(atoms: Iterable[Atom], kind: tuple[type, ...]) -> Iterator[tuple[Atom, Atom]]:
    return combinations((atom for atom in atoms if isinstance(atom, kind)), 2)


def _shapes(shape: Shape) -> Iterator[Shape]:
    yield shape
    for atom in shape.atoms:
        for child in children(atom):
            yield from _shapes(child)
