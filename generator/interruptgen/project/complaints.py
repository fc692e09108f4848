"""What is wrong with a setting -> the words for it."""

import re
from pathlib import PurePosixPath
from typing import TypeAlias, cast

from jsonschema_rs import ValidationError, ValidationErrorKind

Way: TypeAlias = tuple[str | int, ...]
"""The keys and indexes that lead to a setting."""

_NOT_A_NAME = re.compile(r"[\x00-\x1f\x7f]")
_KINDS = {"array": "a list", "string": "a text", "object": "a table"}


def named(way: Way) -> str:
    """Return what a setting is called in a finding."""
    match way:
        case ():
            return "the configuration"
        case (str(key),):
            return f"`{key}`"
        case (str(key), int(index), *_):
            return f"item {index + 1} of `{key}`"
        case _:
            return "`" + ".".join(map(str, way)) + "`"


def complaint(error: ValidationError) -> str:
    """Say what is wrong with the value of a setting."""
    match error.kind:
        case ValidationErrorKind.Type(types=types):
            return f"must be {' or '.join(_KINDS.get(name, name) for name in types)}"
        case ValidationErrorKind.Enum(options=options):
            return f"must be one of {', '.join(map(str, cast('list[object]', options)))}"
        case ValidationErrorKind.MinItems() | ValidationErrorKind.MinLength():
            return "must not be empty"
        case ValidationErrorKind.UniqueItems():
            return "says the same thing twice"
        case ValidationErrorKind.MaxItems(limit=limit) | ValidationErrorKind.MaxLength(limit=limit):
            counted = "items" if isinstance(error.instance, list) else "characters"
            return f"has more than {limit:,} {counted}"
        case _:
            return error.message


def path_fault(text: str) -> str | None:
    """Say why a path leads out of the project, or is none; None where it is in order."""
    path = PurePosixPath(text)
    if _NOT_A_NAME.search(text):
        return "has a control character"
    if "\\" in text:
        return "has a backslash: write paths with forward slashes"
    if path.is_absolute() or re.match(r"[A-Za-z]:", text) or text.startswith("~"):
        return "is not relative to the folder of the configuration"
    if ".." in path.parts:
        return "leaves the folder of the configuration"
    return None
