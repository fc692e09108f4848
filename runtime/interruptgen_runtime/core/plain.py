"""A value -> is it JSON of the kind that Python and JavaScript write alike."""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, TypeGuard

from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.numbers import MAX_SAFE_INTEGER, is_alike

_Test: TypeAlias = Callable[[Any, int], bool]

_ALWAYS: Final = frozenset({str, bool, type(None)})
_TEXT: Final = frozenset({str})


def is_plain(value: object, max_depth: int) -> TypeGuard[Json]:
    """Tell whether `value` is of exact JSON types and at most `max_depth` containers deep.

    Object keys are strings, and every number is written alike in both languages: no integral
    float, no integer that a double would round, no exponent. `False` only means that a slower and
    exact way has to be taken.
    """
    return _are_plain((value,), max_depth)


def _are_plain(values: Iterable[object], room: int) -> bool:
    """Look at the values in one array or object; `room` is how many may be inside one another."""
    for value in values:
        kind = type(value)
        if kind in _ALWAYS:
            continue
        test = _TESTS.get(kind)
        if test is None or not test(value, room):
            return False
    return True


def _is_plain_object(members: dict[object, object], room: int) -> bool:
    if not room or not _TEXT.issuperset(map(type, members)):
        return False
    return _are_plain(members.values(), room - 1)


def _is_plain_array(elements: list[object], room: int) -> bool:
    return room > 0 and _are_plain(elements, room - 1)


_TESTS: Final[dict[type, _Test]] = {
    int: lambda number, _: -MAX_SAFE_INTEGER <= number <= MAX_SAFE_INTEGER,
    float: lambda number, _: is_alike(number),
    dict: _is_plain_object,
    list: _is_plain_array,
}
