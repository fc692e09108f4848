"""A JSON Schema validator's verdict on a value -> one violation for each fault."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from jsonschema_rs import ValidationError, ValidationErrorKind

from interruptgen.model import Json, Pointer

_NUMBER = re.compile(r"\+?[0-9]{1,40}")


class Judge(Protocol):
    """The part of a jsonschema-rs validator that is used here."""

    def is_valid(self, instance: object) -> bool:
        """Tell whether the schema accepts the value."""
        ...

    def iter_errors(self, instance: object) -> Iterator[ValidationError]:
        """Yield what the schema has against the value."""
        ...


@dataclass(frozen=True)
class Violation:
    """One fault: the value, where it stands in what was judged, and the keyword it violates.

    `schema_path` leads to the keyword in the schema.
    """

    pointer: Pointer
    value: Json
    kind: ValidationErrorKind
    schema_path: Pointer


def violations(judge: Judge, value: Json) -> list[Violation]:
    """Return what is wrong, at most one violation for each place and missing or unknown key.

    Of the alternatives of an `anyOf` the one is taken that the value was probably meant for.
    """
    if judge.is_valid(value):
        return []
    found: dict[tuple[Pointer, str], Violation] = {}
    for error in judge.iter_errors(value):
        for leaf in _leaves(error):
            pointer, inner = _located(value, leaf)
            key = (pointer, _detail(leaf.kind))
            if key not in found or isinstance(leaf.kind, ValidationErrorKind.Type):
                found[key] = Violation(pointer, inner, leaf.kind, tuple(leaf.schema_path))
    return list(found.values())


def value_at(value: Json, pointer: Pointer) -> Json:
    """Return the value that a pointer leads to, which must be there."""
    for token in pointer:
        if isinstance(value, dict) and isinstance(token, str):
            value = value[token]
        elif isinstance(value, list) and isinstance(token, int):
            value = value[token]
    return value


def _located(value: Json, error: ValidationError) -> tuple[Pointer, Json]:
    """Return where an error was found in `value`, and what stands there.

    The path of jsonschema-rs lacks empty keys, and has numbers for keys that look like numbers.
    """
    candidates = _follow(value, tuple(error.instance_path))
    first = next(candidates, ((), value))
    if first[1] == error.instance:
        return first
    return next((one for one in candidates if one[1] == error.instance), first)


def _follow(value: Json, path: Pointer) -> Iterator[tuple[Pointer, Json]]:
    if not path:
        yield (), value
    for key, inner in _members(value):
        rest = path[1:] if path and _is_named(key, path[0]) else path if key == "" else None
        if rest is not None:
            yield from (((key, *below), found) for below, found in _follow(inner, rest))


def _members(value: Json) -> Iterator[tuple[str | int, Json]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _is_named(key: str | int, token: str | int) -> bool:
    if isinstance(key, str) and isinstance(token, int):
        return _NUMBER.fullmatch(key) is not None and int(key) == token
    return key == token


def _detail(kind: ValidationErrorKind) -> str:
    match kind:
        case ValidationErrorKind.Required(property=name):
            return f"missing {name}"
        case ValidationErrorKind.AdditionalProperties():
            return "unknown"
        case _:
            return ""


def _leaves(error: ValidationError) -> Iterator[ValidationError]:
    match error.kind:
        case ValidationErrorKind.AnyOf(context=branches):
            meant = _meant(error, branches)
        case _:
            meant = None
    if meant is None:
        yield error
        return
    for inner in meant:
        yield from _leaves(inner)


def _meant(
    error: ValidationError, branches: list[list[ValidationError]]
) -> list[ValidationError] | None:
    """Choose the branch that takes the value's type, or else gets furthest into the value."""
    ranks = [_rank(error.instance_path, branch) for branch in branches]
    best = max(ranks)
    takes_type = best[0]
    return branches[ranks.index(best)] if takes_type and ranks.count(best) == 1 else None


def _rank(path: list[str | int], branch: list[ValidationError]) -> tuple[bool, bool, int]:
    here = [error.kind for error in branch if error.instance_path == path]
    takes_type = not any(isinstance(kind, ValidationErrorKind.Type) for kind in here)
    takes_value = not any(isinstance(kind, ValidationErrorKind.Enum) for kind in here)
    return takes_type, takes_value, max(len(error.instance_path) for error in branch)
