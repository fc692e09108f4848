"""A value that was received -> the same value in the one form that every reader expects."""

import re
from typing import Final

from interruptgen_runtime.core.errors import NotJson
from interruptgen_runtime.core.json_types import Json, Path
from interruptgen_runtime.core.kinds import is_array, is_object
from interruptgen_runtime.core.numbers import as_double
from interruptgen_runtime.core.plain import is_plain

MAX_DEPTH: Final = 128
"""Containers inside containers. Validators recurse: a much deeper value would end the process."""

_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def read_json(value: object) -> Json:
    """Check that a value is JSON, and return it with `3.0` read as `3` at any depth.

    Integers are kept exactly. Raises `NotJson`, with the place, for what is not JSON, for numbers
    that no double carries, for lone surrogates, and for more than 128 containers inside one
    another.
    """
    return value if is_plain(value, MAX_DEPTH) else _read(value, ())


def _read(value: object, path: Path) -> Json:
    if is_object(value):
        _check_depth(path)
        return {
            (name := _read_name(key, path)): _read(child, (*path, name))
            for key, child in value.items()
        }
    if is_array(value):
        _check_depth(path)
        return [_read(child, (*path, index)) for index, child in enumerate(value)]
    try:
        return _read_scalar(value)
    except NotJson as error:
        raise NotJson(error.message, path) from None


def _check_depth(path: Path) -> None:
    if len(path) >= MAX_DEPTH:
        raise NotJson(f"more than {MAX_DEPTH} arrays and objects inside one another", path)


def _read_name(key: object, path: Path) -> str:
    if not isinstance(key, str):
        raise NotJson(f"an object key must be a string, not {type(key).__name__}", path)
    try:
        return _read_text(key)
    except NotJson as error:
        raise NotJson(error.message, path) from None


def _read_scalar(value: object) -> Json:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return _read_text(value)
    if isinstance(value, int):
        as_double(value)
        return int(value)
    if isinstance(value, float):
        double = as_double(value)
        return int(double) if double.is_integer() else double
    raise NotJson(f"{type(value).__name__} is not a JSON type")


def _read_text(text: str) -> str:
    if _SURROGATE.search(text):
        raise NotJson("a string with a lone surrogate cannot be written in UTF-8")
    return str.__str__(text)
