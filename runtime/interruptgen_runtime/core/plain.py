"""A value -> is it JSON of the kind that Python and JavaScript write alike."""

from collections.abc import Iterable
from typing import Final, TypeGuard

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.kinds import is_array, is_object
from interruptgen_runtime.core.numbers import MAX_SAFE_INTEGER, is_alike

_CONTAINERS: Final = frozenset({dict, list})
_PLAIN: Final = _CONTAINERS | {int, float, str, bool, type(None)}
_TEXT: Final = frozenset({str})


def is_plain(value: object, max_depth: int) -> TypeGuard[Json]:
    """Tell whether `value` is of exact JSON types and at most `max_depth` containers deep.

    Object keys are strings, and every number is written alike in both languages: no integral
    float, no integer that a double would round, no exponent. The caller has made sure that the
    value has no cycle. `False` only means that a slower and exact way has to be taken.

    Goes level by level, because sets of types are built much faster than Python calls a function
    for each value.
    """
    level: list[object] = [value]
    for _ in range(max_depth + 1):
        kinds = set(map(type, level))
        if not (kinds <= _PLAIN and _are_alike(level, kinds)):
            return False
        if kinds.isdisjoint(_CONTAINERS):
            return True
        keys, level = _open(level)
        if not _TEXT.issuperset(map(type, keys)):
            return False
    return False


def _are_alike(values: Iterable[object], kinds: set[type]) -> bool:
    if int in kinds:
        integers = [value for value in values if type(value) is int]
        if min(integers) < -MAX_SAFE_INTEGER or max(integers) > MAX_SAFE_INTEGER:
            return False
    if float in kinds:
        return all(is_alike(value) for value in values if type(value) is float)
    return True


def _open(containers: Iterable[object]) -> tuple[list[object], list[object]]:
    """Return all keys and all children of the containers among some values."""
    keys: list[object] = []
    children: list[object] = []
    for container in containers:
        if is_object(container):
            keys += container
            children += container.values()
        elif is_array(container):
            children += container
    return keys, children
