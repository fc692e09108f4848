"""A JSON Schema validator's verdict on a value -> one violation for each fault."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from jsonschema_rs import ValidationError, ValidationErrorKind

from interruptgen.model import Json, Pointer


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
            pointer = tuple(leaf.instance_path)
            key = (pointer, _detail(leaf.kind))
            if key not in found or isinstance(leaf.kind, ValidationErrorKind.Type):
                at = tuple(leaf.schema_path)
                found[key] = Violation(pointer, value_at(value, pointer), leaf.kind, at)
    return list(found.values())


def value_at(value: Json, pointer: Pointer) -> Json:
    """Return the value that a pointer leads to, which must be there."""
    for token in pointer:
        if isinstance(value, dict) and isinstance(token, str):
            value = value[token]
        elif isinstance(value, list) and isinstance(token, int):
            value = value[token]
    return value


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
    """Choose the branch that takes the value's type and gets furthest into it."""
    path = error.instance_path
    fitting = [
        branch
        for branch in branches
        if not any(
            isinstance(one.kind, ValidationErrorKind.Type) and one.instance_path == path
            for one in branch
        )
    ]
    deepest = max((_depth(branch) for branch in fitting), default=0)
    best = [branch for branch in fitting if _depth(branch) == deepest]
    return best[0] if len(best) == 1 else None


def _depth(branch: list[ValidationError]) -> int:
    return max((len(error.instance_path) for error in branch), default=0)
