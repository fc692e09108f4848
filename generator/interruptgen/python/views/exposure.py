"""Declarations -> the classes that may be given a value that their own schema did not accept.

pydantic takes the branch of a union that fits best, which need not be the one by which the value
is valid. What stands in such a union must give back unchanged whatever it accepts; elsewhere a
class may leave out a `None` where its schema has no null, and tell `true` from `false` by literals.
"""

from collections.abc import Iterable, Iterator, Set

from interruptgen.python.views.declarations import Declaration, Declarations
from interruptgen.python.views.overlap import Overlap, is_ambiguous
from interruptgen.python.views.shapes import Field, Key, Shape, nested, references


class Exposure:
    """Finds the exposed classes of one module."""

    def __init__(self, declarations: Declarations) -> None:
        self._declared = declarations.declared
        self._own = tuple(declarations.own())
        self.overlap = Overlap(self._declared)
        self._marks = {one.key: tuple(self._marked(one)) for one in self._own}

    def exposed(self) -> Set[Key]:
        """Return what is exposed, foreign classes as well."""
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
        """Tell whether a field may have `None` for its default, because null is not valid."""
        return not field.required and not self.overlap.covers_null(field.shape)

    def _is_fragile(self, key: Key) -> bool:
        """Tell whether anything below `key` may give back other than what it accepted."""
        below = [self._declared[found] for found in self._below([key])]
        fields = (field for one in below if one.object for field in one.object.fields)
        atoms = (atom for one in below for shape in nested(one.shape) for atom in shape.atoms)
        return any(map(self.omits_none, fields)) or any(map(is_ambiguous, atoms))

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
        for shape in nested(one.shape):
            rivals = list(self.overlap.rivals(shape))
            for pair in rivals:
                yield from references(Shape(pair))
            if rivals or self.overlap.confuses_truth(shape):
                yield from (key for key in references(shape) if self._declared[key].object is None)
