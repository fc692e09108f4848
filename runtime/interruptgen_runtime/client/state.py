"""STATE_SNAPSHOT and STATE_DELTA -> the state that an agent shares with its clients.

States are never changed: a delta makes a new one, which shares all that the delta does not touch.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from interruptgen_runtime.client.history.reading import objects, text_member
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.reading import MAX_DEPTH

MAX_STATE: Final = 64_000_000
"""Characters of text, and other values, that a state may grow to by copies of its own parts.

Each copy may double it, so that a few short deltas could fill any memory when it is written.
"""

_Change: TypeAlias = Callable[[JsonObject | list[Json], str], None]


def next_state(state: Json, event: JsonObject) -> Json:
    """Return the state after an event; raises `PeerError` for a delta that does not fit it."""
    if event["type"] == "STATE_SNAPSHOT" and "snapshot" in event:
        return event["snapshot"]
    if event["type"] == "STATE_DELTA":
        return patched(state, objects(event.get("delta")))
    return state


def patched(state: Json, operations: list[JsonObject]) -> Json:
    """Apply a JSON Patch (RFC 6902); raises `PeerError` if an operation fails.

    So it does for a state that would get too deep or, by copies of its parts, too large.
    """
    root: Json = {"": state}
    for index, operation in enumerate(operations):
        try:
            root = _applied(root, operation)
            after = _get(root, [""])
        except (KeyError, IndexError, ValueError, TypeError):
            raise PeerError(f"operation {index} of a state delta does not fit the state") from None
        if operation["op"] == "copy" and _is_larger(after, MAX_STATE):
            raise PeerError(f"operation {index} of a state delta makes the state too large")
    return _get(root, [""])


def _applied(root: Json, operation: JsonObject) -> Json:
    kind, steps = operation["op"], _steps(text_member(operation, "path"))
    if kind in ("move", "copy"):
        source = _steps(text_member(operation, "from"))
        value = _get(root, source)
        return _add(_changed(root, source, _remove) if kind == "move" else root, steps, value)
    if kind == "add":
        return _add(root, steps, operation["value"])
    if kind == "remove":
        return _changed(root, steps, _remove) if len(steps) > 1 else {"": None}
    there = _get(root, steps)
    if kind == "replace":
        return _changed(root, steps, _setting(operation["value"], len(steps)))
    if kind != "test" or not _same(there, operation["value"]):
        raise ValueError(kind)
    return root


def _steps(path: str) -> list[str]:
    if path and not path.startswith("/"):
        raise ValueError(path)
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")]


def _index(step: str, bound: int) -> int:
    if not step.isdecimal() or not step.isascii() or (len(step) > 1 and step[0] == "0"):
        raise ValueError(step)
    if len(step) > len(str(bound)) or int(step) >= bound:
        raise IndexError(step)
    return int(step)


def _get(root: Json, steps: Sequence[str]) -> Json:
    value = root
    for step in steps:
        if isinstance(value, dict):
            value = value[step]
        elif isinstance(value, list):
            value = value[_index(step, len(value))]
        else:
            raise TypeError(step)
    return value


def _changed(root: Json, steps: Sequence[str], change: _Change) -> Json:
    """Return a value that is changed at a place; only the containers on the way there are new."""
    ways = [_get(root, steps[:length]) for length in range(len(steps))]
    below = _copied(ways.pop())
    change(below, steps[-1])
    for container, step in zip(reversed(ways), reversed(steps[:-1]), strict=True):
        above = _copied(container)
        _set(above, step, below)
        below = above
    return below


def _copied(container: Json) -> JsonObject | list[Json]:
    if isinstance(container, dict):
        return {**container}
    if isinstance(container, list):
        return [*container]
    raise TypeError


def _add(root: Json, steps: Sequence[str], value: Json) -> Json:
    setting = _setting(value, len(steps))

    def add(parent: JsonObject | list[Json], last: str) -> None:
        if isinstance(parent, dict):
            setting(parent, last)
        else:
            place = len(parent) if last == "-" else _index(last, len(parent) + 1)
            parent.insert(place, None)
            setting(parent, str(place))

    return _changed(root, steps, add)


def _setting(value: Json, depth: int) -> _Change:
    """Return the change that puts a value at a place with so many steps above it."""
    if not _fits(value, MAX_DEPTH + 1 - depth):
        raise ValueError(depth)
    return lambda parent, last: _set(parent, last, value)


def _set(parent: JsonObject | list[Json], last: str, value: Json) -> None:
    if isinstance(parent, dict):
        parent[last] = value
    else:
        parent[_index(last, len(parent))] = value


def _remove(parent: JsonObject | list[Json], last: str) -> None:
    if isinstance(parent, dict):
        del parent[last]
    else:
        del parent[_index(last, len(parent))]


def _children(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _fits(value: Json, levels: int) -> bool:
    """Tell whether no more than so many containers are inside one another."""
    level = [value] if isinstance(value, dict | list) else []
    while level and levels > 0:
        children = (child for container in level for child in _children(container))
        level = [child for child in children if isinstance(child, dict | list)]
        levels -= 1
    return not level


def _is_larger(value: Json, limit: int) -> bool:
    waiting = [value]
    while waiting and limit >= 0:
        one = waiting.pop()
        limit -= len(one) if isinstance(one, str) else 1
        waiting += _children(one)
        if isinstance(one, dict):
            limit -= sum(map(len, one))
    return limit < 0


def _same(one: Json, other: Json) -> bool:
    """Tell whether two values are equal as JSON, where true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
