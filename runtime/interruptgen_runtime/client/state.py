"""STATE_SNAPSHOT and STATE_DELTA -> the state that an agent shares with its clients."""

import copy

from interruptgen_runtime.client.history.reading import objects, text_member
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject


def next_state(state: Json, event: JsonObject) -> Json:
    """Return the state after an event; raises `PeerError` for a delta that does not fit it."""
    if event["type"] == "STATE_SNAPSHOT" and "snapshot" in event:
        return event["snapshot"]
    if event["type"] == "STATE_DELTA":
        return patched(state, objects(event.get("delta")))
    return state


def patched(state: Json, operations: list[JsonObject]) -> Json:
    """Apply a JSON Patch (RFC 6902) to a copy; raises `PeerError` if an operation fails."""
    root: JsonObject = {"": copy.deepcopy(state)}
    for index, operation in enumerate(operations):
        try:
            _apply(root, operation)
        except (KeyError, IndexError, ValueError, TypeError):
            raise PeerError(f"operation {index} of a state delta does not fit the state") from None
    return root[""]


def _apply(root: JsonObject, operation: JsonObject) -> None:
    kind, path = operation["op"], text_member(operation, "path")
    if kind in ("move", "copy"):
        source = text_member(operation, "from")
        value = copy.deepcopy(_get(root, source))
        if kind == "move":
            _remove(root, source)
        _add(root, path, value)
    elif kind == "remove":
        _remove(root, path)
    elif kind == "add":
        _add(root, path, operation["value"])
    elif kind == "replace":
        _get(root, path)
        _replace(root, path, operation["value"])
    elif kind != "test" or not _same(_get(root, path), operation["value"]):
        raise ValueError(kind)


def _steps(path: str) -> list[str]:
    if path and not path.startswith("/"):
        raise ValueError(path)
    return [step.replace("~1", "/").replace("~0", "~") for step in path.split("/")]


def _index(step: str, bound: int) -> int:
    if not step.isdecimal() or not step.isascii() or (len(step) > 1 and step[0] == "0"):
        raise ValueError(step)
    if int(step) >= bound:
        raise IndexError(step)
    return int(step)


def _get(root: JsonObject, path: str) -> Json:
    value: Json = root
    for step in _steps(path):
        if isinstance(value, dict):
            value = value[step]
        elif isinstance(value, list):
            value = value[_index(step, len(value))]
        else:
            raise TypeError(step)
    return value


def _parent(root: JsonObject, path: str) -> tuple[Json, str]:
    *above, last = _steps(path)
    return (_get(root, "/".join(above)) if above else root), last


def _add(root: JsonObject, path: str, value: Json) -> None:
    parent, last = _parent(root, path)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        parent.insert(len(parent) if last == "-" else _index(last, len(parent) + 1), value)
    else:
        raise TypeError(last)


def _replace(root: JsonObject, path: str, value: Json) -> None:
    parent, last = _parent(root, path)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        parent[_index(last, len(parent))] = value


def _remove(root: JsonObject, path: str) -> None:
    parent, last = _parent(root, path)
    if isinstance(parent, dict):
        del parent[last]
    elif isinstance(parent, list):
        del parent[_index(last, len(parent))]
    else:
        raise TypeError(last)


def _same(one: Json, other: Json) -> bool:
    """Tell whether two values are equal as JSON, where true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other
