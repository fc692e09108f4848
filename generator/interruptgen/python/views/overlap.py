"""Two parts of a union -> whether one of them might accept a value that belongs to the other."""

from collections.abc import Mapping, Set
from dataclasses import dataclass

from interruptgen.python.views.declarations import Declaration
from interruptgen.python.views.definitions import Form
from interruptgen.python.views.shapes import (
    NULL,
    Anything,
    Array,
    Atom,
    Constant,
    Field,
    Key,
    Map,
    Object,
    Ref,
    Scalar,
    Shape,
    Tuple,
)


@dataclass(frozen=True)
class _Token:
    """All values of a JSON type, or one of them."""

    kind: str
    value: str | int | bool | None = None


_NULL = _Token("null")


class Overlap:
    """Compares shapes by what their Python types accept; `declared` is what they refer to."""

    def __init__(self, declared: Mapping[Key, Declaration]) -> None:
        self._declared = declared

    def flat(self, shape: Shape) -> tuple[Atom, ...]:
        """Return the atoms of a shape with aliases and roots replaced by theirs."""
        found: dict[Atom, None] = {}
        waiting = list(reversed(shape.atoms))
        seen: set[Key] = set()
        while waiting:
            atom = waiting.pop()
            if isinstance(atom, Ref) and self._declared[atom.key].form is not Form.CLASS:
                if atom.key not in seen:
                    seen.add(atom.key)
                    waiting.extend(reversed(self._declared[atom.key].shape.atoms))
            else:
                found[atom] = None
        return tuple(found)

    def covers_null(self, shape: Shape) -> bool:
        """Tell whether null is among the values of a shape."""
        return not {NULL, Anything()}.isdisjoint(self.flat(shape))

    def atoms(self, left: Atom, right: Atom) -> bool:
        """Tell whether two different parts of a union might accept the same value."""
        match left, right:
            case Ref(one), Ref(other):
                return self._objects(self._declared[one].object, self._declared[other].object)
            case Tuple(one), Tuple(other):
                return len(one) == len(other)
            case _:
                return True

    def _objects(self, left: Object | None, right: Object | None) -> bool:
        if left is None or right is None:
            return True
        ours = {field.key: field for field in left.fields}
        theirs = {field.key: field for field in right.fields}
        if _shuts_out(left, ours, theirs) or _shuts_out(right, theirs, ours):
            return False
        return not any(self._tells_apart(ours[key], theirs[key]) for key in ours.keys() & theirs)

    def _tells_apart(self, left: Field, right: Field) -> bool:
        """Tell whether no object can have both properties, and neither can do without."""
        if not left.required and not right.required:
            return False
        ours, theirs = self._tokens(left), self._tokens(right)
        return not any(_meet(one, other) for one in ours for other in theirs)

    def _tokens(self, field: Field) -> Set[_Token]:
        """Return what the Python type of a field accepts, with the `None` of its default."""
        tokens = {_token(atom) for atom in self.flat(field.shape)}
        return tokens if field.required else {*tokens, _NULL}


def _shuts_out(closed: Object, ours: Mapping[str, Field], theirs: Mapping[str, Field]) -> bool:
    """Tell whether the other object always has a key that the closed one never has."""
    return closed.closed and any(
        field.required and key not in ours for key, field in theirs.items()
    )


def _token(atom: Atom) -> _Token:
    match atom:
        case Constant(kind, value):
            return _Token("number" if kind == "integer" else kind, value)
        case Scalar(kind):
            return _Token("number" if kind == "integer" else kind)
        case Array() | Tuple():
            return _Token("array")
        case Anything():
            return _Token("any")
        case Map() | Object() | Ref():
            return _Token("object")


def _meet(left: _Token, right: _Token) -> bool:
    if "any" in (left.kind, right.kind):
        return True
    if left.kind != right.kind:
        return False
    return left.value is None or right.value is None or left.value == right.value
