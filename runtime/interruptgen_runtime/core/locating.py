"""Where jsonschema-rs says that an error is -> where it is in the value.

Its path lacks empty keys, and has numbers for keys that look like numbers (`"01"` becomes 1).
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from interruptgen_runtime.core.json_types import Json, Path

_NUMBER: Final = re.compile(r"\+?[0-9]{1,40}")


def located(value: Json, path: Sequence[str | int], culprit: object) -> Path:
    """Return the path of `culprit`, the part of `value` that the error is about."""
    candidates = _follow(value, tuple(path))
    first = next(candidates, None)
    if first is None:
        return tuple(path)
    if first[1] == culprit:
        return first[0]
    return next((found for found, inner in candidates if inner == culprit), first[0])


def _follow(value: Json, path: Path) -> Iterator[tuple[Path, Json]]:
    """Yield every way through `value` that jsonschema-rs would call `path`."""
    if not path:
        yield (), value
    for token, inner, rest in _steps(value, path):
        for found, culprit in _follow(inner, rest):
            yield (token, *found), culprit


def _steps(value: Json, path: Path) -> Iterator[tuple[str | int, Json, Path]]:
    """Yield each member that the path may lead through, and what remains of the path."""
    if isinstance(value, list) and path:
        index = path[0]
        if isinstance(index, int) and index < len(value):
            yield index, value[index], path[1:]
    elif isinstance(value, dict):
        for key, inner in value.items() if path else ():
            if _is_called(key, path[0]):
                yield key, inner, path[1:]
        if "" in value:
            yield "", value[""], path


def _is_called(key: str, token: str | int) -> bool:
    return key == token or (
        isinstance(token, int) and _NUMBER.fullmatch(key) is not None and int(key) == token
    )
