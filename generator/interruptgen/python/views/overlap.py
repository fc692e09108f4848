"""The branches of a union -> whether one might accept a value that is valid by another.

What counts is what pydantic accepts for the Python types, even in its strict mode: `None` where
it is a default, and `1` for `Literal[True]`, as `true` for `Literal[1]`.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import combinations
from typing import TypeAlias

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

_Token: TypeAlias = tuple[str, str | int | None]
"""A JSON type and one of its values, or None for all of them."""


class Overlap:
    """Compares shapes; `declared` is what they refer to."""

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

    def rivals(self, shape: Shape) -> Iterator[tuple[Atom, Atom]]:
        """Yield the pairs of branches that might accept the same object or array."""
        atoms = self.flat(shape)
        for kind in ((Ref, Map), (Array, Tuple)):
            for left, right in combinations((atom for atom in atoms if isinstance(atom, kind)), 2):
                if self._meet(left, right):
                    yield left, right

    def confuses_truth(self, shape: Shape) -> bool:
        """Tell whether a literal in one branch might accept a number or boolean of another.

        Literals that stand in one and the same `Literal` do not get into each other's way.
        """
        atoms = {atom for atom in self.flat(shape) if isinstance(atom, Scalar | Constant)}
        kinds = {atom.kind for atom in atoms}
        is_mixed = "boolean" in kinds and not kinds.isdisjoint({"integer", "number"})
        beside = atoms.difference(shape.atoms)
        spaces = {atom for atom in atoms if isinstance(atom, Scalar)} | beside
        return (
            is_mixed
            and any(is_ambiguous(atom) for atom in atoms)
            and any(atom.kind in ("boolean", "integer", "number") for atom in spaces)
        )

    def _meet(self, left: Atom, right: Atom) -> bool:
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
        if _shuts_out(left, right.fields) or _shuts_out(right, left.fields):
            return False
        return not any(self._tells_apart(ours[key], theirs[key]) for key in ours.keys() & theirs)

    def _tells_apart(self, left: Field, right: Field) -> bool:
        """Tell whether no object can have both properties, and not both can be absent."""
        if not left.required and not right.required:
            return False
        ours, theirs = self._tokens(left), self._tokens(right)
        return not any(_covers_one(one, other) for one in ours for other in theirs)

    def _tokens(self, field: Field) -> Set[_Token]:
        """Return what the Python type of a field accepts, with the `None` of its default."""
        tokens = {token for atom in self.flat(field.shape) for token in _tokens(atom)}
        return tokens if field.required else {*tokens, ("null", None)}


def is_ambiguous(atom: Atom) -> bool:
    """Tell whether the literal of a value accepts another value too: `true` and 1, `false` and 0.

    Pydantic compares in Python, where they are equal.
    """
    match atom:
        case Constant("boolean"):
            return True
        case Constant("integer", value):
            return value in (0, 1)
        case _:
            return False


def _shuts_out(closed: Object, others: Iterable[Field]) -> bool:
    """Tell whether the other object always has a key that the closed one never has."""
    ours = {field.key for field in closed.fields}
    return closed.closed and any(field.required and field.key not in ours for field in others)


def _tokens(atom: Atom) -> tuple[_Token, ...]:
    match atom:
        case Constant("string", value):
            return (("string", value),)
        case Constant(_, value) if is_ambiguous(atom):
            return (("number", int(value)), ("boolean", int(value)))
        case Constant(_, value):
            return (("number", value),)
        case Scalar(kind):
            return (("number" if kind == "integer" else kind, None),)
        case _:
            return ((_kind(atom), None),)


def _kind(atom: Atom) -> str:
    match atom:
        case Array() | Tuple():
            return "array"
        case Anything():
            return "any"
        case _:
            return "object"


def _covers_one(left: _Token, right: _Token) -> bool:
    """Tell whether the two have a value in common."""
    if "any" in (left[0], right[0]):
        return True
    return left[0] == right[0] and (None in (left[1], right[1]) or left[1] == right[1])
