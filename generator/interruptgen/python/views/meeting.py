"""Two shapes -> a shape that covers whatever both cover.

Leaving one of the two out is always sound, because a shape may cover too much. That is what
happens where the exact answer would not end or would not help a reader.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from interruptgen.python.views.shapes import (
    ANY,
    NEVER,
    Array,
    Atom,
    Constant,
    Field,
    Map,
    Object,
    Ref,
    Scalar,
    Shape,
    Tuple,
    join,
    single,
)

Expand: TypeAlias = Callable[[Ref], Shape]


@dataclass(frozen=True)
class Meeting:
    """Meets shapes; `expand` gives what a reference stands for."""

    expand: Expand

    def of(self, left: Shape, right: Shape) -> Shape:
        """Return a shape that covers what both cover.

        Merged objects keep the place of `right`, unless that is one object for several of `left`.
        """
        keeps_left = _objects(left) > 1 >= _objects(right)
        return self._shapes(left, right, outermost=True, keeps_left=keeps_left)

    def _shapes(
        self, left: Shape, right: Shape, *, outermost: bool, keeps_left: bool = False
    ) -> Shape:
        if left in (ANY, right):
            return right
        if right == ANY:
            return left
        pairs = ((one, other) for one in left.atoms for other in right.atoms)
        return join(self._atoms(one, other, outermost, keeps_left) for one, other in pairs)

    def _atoms(self, left: Atom, right: Atom, outermost: bool, keeps_left: bool) -> Shape:
        if left == right:
            return single(right)
        if isinstance(left, Ref) or isinstance(right, Ref):
            return self._references(left, right, outermost)
        match left, right:
            case (Scalar() | Constant(), Scalar() | Constant()):
                return _scalars(left, right)
            case (Array() | Tuple(), Array() | Tuple()):
                return self._arrays(left, right)
            case (Map() | Object(), Map() | Object()):
                return self._objects(left, right, keeps_left)
            case _:
                return NEVER

    def _references(self, left: Atom, right: Atom, outermost: bool) -> Shape:
        """Expand the references, but do not merge two of them inside of something.

        Below the outermost level that might go on for ever, and the later of two references for
        the same property is nearly always the narrower.
        """
        if isinstance(left, Ref) and isinstance(right, Ref) and not outermost:
            return single(right)
        return self._shapes(self._expanded(left), self._expanded(right), outermost=outermost)

    def _expanded(self, atom: Atom) -> Shape:
        return self.expand(atom) if isinstance(atom, Ref) else single(atom)

    def _arrays(self, left: Array | Tuple, right: Array | Tuple) -> Shape:
        match left, right:
            case Array(), Array():
                return single(Array(self._inner(left.items, right.items)))
            case Tuple(), Tuple() if len(left.items) != len(right.items):
                return NEVER
            case _:
                items = self._pairwise(left, right)
                return NEVER if NEVER in items else single(Tuple(items))

    def _pairwise(self, left: Array | Tuple, right: Array | Tuple) -> tuple[Shape, ...]:
        length = max(len(side.items) for side in (left, right) if isinstance(side, Tuple))
        pairs = zip(_items(left, length), _items(right, length), strict=True)
        return tuple(self._inner(one, other) for one, other in pairs)

    def _objects(self, left: Map | Object, right: Map | Object, keeps_left: bool) -> Shape:
        match left, right:
            case Map(), Map():
                return single(Map(self._inner(left.values, right.values)))
            case Object(), Object():
                place = left if keeps_left else right
                return self._merged(left, replace(right, pointer=place.pointer, name=place.name))
            case Object(), _:
                return single(left)
            case _:
                return single(right)

    def _merged(self, left: Object, right: Object) -> Shape:
        fields = tuple(self._fields(left.fields, right.fields))
        if any(field.required and field.shape == NEVER for field in fields):
            return NEVER
        merged = replace(
            right,
            fields=tuple(field for field in fields if field.shape != NEVER),
            closed=left.closed or right.closed,
            description=right.description or left.description,
        )
        return single(merged)

    def _fields(self, left: Iterable[Field], right: Iterable[Field]) -> Iterator[Field]:
        others = {field.key: field for field in right}
        for field in left:
            other = others.pop(field.key, None)
            yield self._field(field, other) if other else field
        yield from others.values()

    def _field(self, left: Field, right: Field) -> Field:
        return Field(
            key=left.key,
            shape=self._inner(left.shape, right.shape),
            required=left.required or right.required,
            description=right.description or left.description,
        )

    def _inner(self, left: Shape, right: Shape) -> Shape:
        return self._shapes(left, right, outermost=False)


def _objects(shape: Shape) -> int:
    return sum(isinstance(atom, Object) for atom in shape.atoms)


def _items(side: Array | Tuple, length: int) -> tuple[Shape, ...]:
    return side.items if isinstance(side, Tuple) else (side.items,) * length


def _scalars(left: Scalar | Constant, right: Scalar | Constant) -> Shape:
    """Return the narrower of the two where one includes the other."""
    if isinstance(left, Scalar) and _includes(left, right):
        return single(right)
    if isinstance(right, Scalar) and _includes(right, left):
        return single(left)
    return NEVER


def _includes(wide: Scalar, narrow: Scalar | Constant) -> bool:
    return wide.kind == narrow.kind or (wide.kind == "number" and narrow.kind == "integer")
