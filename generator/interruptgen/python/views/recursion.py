"""Definitions that contain themselves: which no alias can spell, and which cover everything."""

from collections.abc import Iterator, Mapping, Set

from interruptgen.python.views.shapes import (
    ANY,
    Array,
    Key,
    Map,
    Ref,
    Scalar,
    Shape,
    references,
)

_KINDS = frozenset({"string", "number", "boolean", "null", "array", "object"})


def endless(shapes: Mapping[Key, Shape]) -> Set[Key]:
    """Return the definitions that contain themselves with no class in between."""
    below = {key: set(references(shape, into_objects=False)) for key, shape in shapes.items()}
    return {key for key in shapes if key in _reached(below, key)}


def everything(shapes: Mapping[Key, Shape], suspects: Set[Key]) -> Set[Key]:
    """Return those of `suspects` that cover every JSON value, by way of themselves.

    All are taken to do so until one is found that does not, given that the others do.
    """
    believed = set(suspects)
    while True:
        refuted = {key for key in believed if not _covers_all(shapes[key], shapes, believed)}
        if not refuted:
            return believed
        believed -= refuted


def _covers_all(shape: Shape, shapes: Mapping[Key, Shape], believed: Set[Key]) -> bool:
    return shape == ANY or set(_kinds(shape, shapes, believed, set())) >= _KINDS


def _kinds(
    shape: Shape, shapes: Mapping[Key, Shape], believed: Set[Key], seen: set[Key]
) -> Iterator[str]:
    """Yield the JSON types of which `shape` covers every value."""
    for atom in shape.atoms:
        match atom:
            case Scalar(kind):
                yield kind
            case Array(items) if _is_all(items, believed):
                yield "array"
            case Map(values) if _is_all(values, believed):
                yield "object"
            case Ref(key) if key not in seen:
                seen.add(key)
                yield from _kinds(shapes[key], shapes, believed, seen)
            case _:
                pass


def _is_all(shape: Shape, believed: Set[Key]) -> bool:
    return shape == ANY or any(
        isinstance(atom, Ref) and atom.key in believed for atom in shape.atoms
    )


def _reached(below: Mapping[Key, Set[Key]], start: Key) -> Set[Key]:
    found: set[Key] = set()
    waiting = [start]
    while waiting:
        fresh = below[waiting.pop()] - found
        found |= fresh
        waiting.extend(fresh)
    return found
