"""A value -> its canonical JSON text, or `NotJson` with the place that has none."""

import re
from collections.abc import Iterator, Mapping
from json.encoder import encode_basestring
from typing import Final, TypeAlias

from interruptgen_runtime.core.errors import NotJson
from interruptgen_runtime.core.kinds import is_array, is_object
from interruptgen_runtime.core.numbers import number_text

_Steps: TypeAlias = Iterator[tuple[str | int, object]]

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def write_exactly(value: object, max_depth: int) -> str:
    """Write a value in canonical form, however exotic its numbers, keys and strings are.

    Does not recurse, so that neither the depth of the value nor that of the caller's stack
    matters. Raises `NotJson`.
    """
    writer = _Writer(max_depth)
    try:
        writer.write(value)
    except NotJson as error:
        raise NotJson(error.message, tuple(writer.keys)) from None
    return "".join(writer.parts)


class _Writer:
    """The text so far, the containers that are open, and the keys that lead to the current one."""

    def __init__(self, max_depth: int) -> None:
        self.parts: list[str] = []
        self.keys: list[str | int] = []
        self._max_depth = max_depth
        self._open: list[tuple[object, _Steps]] = []

    def write(self, value: object) -> None:
        self._write_one(value)
        while self._open:
            step = next(self._open[-1][1], None)
            del self.keys[len(self._open) - 1 :]
            if step is None:
                self._open.pop()
            else:
                self.keys.append(step[0])
                self._write_one(step[1])

    def _write_one(self, value: object) -> None:
        if is_object(value):
            self._enter(value, self._members(_sorted_names(value), value))
        elif is_array(value):
            self._enter(value, self._elements(value))
        else:
            self.parts.append(_scalar_text(value))

    def _enter(self, container: object, steps: _Steps) -> None:
        if any(container is ancestor for ancestor, _ in self._open):
            raise NotJson("a value that contains itself is not JSON")
        if len(self._open) == self._max_depth:
            raise NotJson(f"more than {self._max_depth} arrays and objects inside one another")
        self._open.append((container, steps))

    def _members(self, names: list[str], members: Mapping[object, object]) -> _Steps:
        separator = "{"
        for name in names:
            self.parts.append(f"{separator}{_string_text(name)}:")
            separator = ","
            yield name, members[name]
        self.parts.append("}" if names else "{}")

    def _elements(self, elements: list[object]) -> _Steps:
        separator = "["
        for index, element in enumerate(elements):
            self.parts.append(separator)
            separator = ","
            yield index, element
        self.parts.append("]" if elements else "[]")


def _sorted_names(members: Mapping[object, object]) -> list[str]:
    """Sort the keys of an object by UTF-16 code units."""
    units: dict[bytes, str] = {}
    for name in members:
        if not isinstance(name, str):
            raise NotJson(f"an object key must be a string, not {type(name).__name__}")
        units[name.encode("utf-16-be", "surrogatepass")] = name
    if len(units) < len(members):
        raise NotJson("two object keys are the same text in UTF-16")
    return [units[unit] for unit in sorted(units)]


def _scalar_text(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _string_text(value)
    if isinstance(value, int | float):
        return number_text(value)
    raise NotJson(f"{type(value).__name__} is not a JSON type")


def _string_text(text: str) -> str:
    """Quote a string as `JSON.stringify` does, lone surrogates escaped, pairs put together."""
    quoted = encode_basestring(text)
    if not _SURROGATE.search(quoted):
        return quoted
    paired = quoted.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
    return _SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", paired)
