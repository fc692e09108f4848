"""A slot of a compiled definition, and values -> are they accepted, and do they come back alike.

A value is judged by the slot's schema. Then it is read into the generated class and written again,
which must give the same canonical text.
"""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from interruptgen.instances.in_memory import imported
from interruptgen.model import Interrupt, Json, JsonObject, Model, Slot, SlotName, Tool
from interruptgen.schema.approval import decision_envelope
from interruptgen.schema.canonical import canonical
from interruptgen.schema.judge import Fault, Judge
from interruptgen.schema.walk import is_deeper

MAX_DEPTH = 128
"""How deep a value may be nested: what the runtime reads."""

Role: TypeAlias = SlotName | Literal["decision"]


@dataclass(frozen=True)
class Target:
    """What values are held against: a schema document, and its generated class if it has one."""

    definition: str
    role: Role
    document: JsonObject
    package: str
    class_name: str | None


@dataclass(frozen=True)
class Verdict:
    """What one value came to: `unchanged` is None where the value is not accepted."""

    valid: bool
    unchanged: bool | None
    errors: tuple[Fault, ...] = ()


def targets(model: Model) -> Iterator[Target]:
    """Yield everything that values can be held against, in the order of the sources."""
    for package in model.packages:
        for definition in package.definitions():
            for role, slot in _slots(definition):
                document, name = slot.schema.document, slot.class_name
                yield Target(definition.id, role, document, package.name, name)
            if isinstance(definition, Tool) and definition.approval:
                envelope = _envelope(definition)
                yield Target(definition.id, "decision", envelope, package.name, None)


@contextmanager
def checking(target: Target, files: Mapping[str, str]) -> "Generator[Check, None, None]":
    """Load what `target` needs from the rendered `files`, for as long as values are checked."""
    judge = Judge(target.document)
    if target.class_name is None:
        yield Check(judge, None)
        return
    with imported(files, f"{target.package}/models.py") as module:
        view: Any = getattr(module, target.class_name)
        yield Check(judge, TypeAdapter(view))


@dataclass(frozen=True)
class Check:
    """Holds values against one target; made by `checking`."""

    judge: Judge
    view: "TypeAdapter[Any] | None" = field(repr=False)

    def value(self, value: Json) -> Verdict:
        """Judge one value by the schema, then send it through the class and back."""
        if is_deeper(value, MAX_DEPTH):
            fault = Fault((), f"is nested more than {MAX_DEPTH} deep, which the runtime refuses")
            return Verdict(False, None, (fault,))
        try:
            before = canonical(value)
            faults = self.judge.faults(value)
        except (ValueError, OverflowError, RecursionError) as error:
            fault = Fault((), f"is not a value that JSON can carry: {error}")
            return Verdict(False, None, (fault,))
        if faults:
            return Verdict(False, None, faults)
        return self._round_trip(value, before)

    def _round_trip(self, value: Json, before: str) -> Verdict:
        if self.view is None:
            return Verdict(True, True)
        try:
            text = to_json(_with_integers(value))
            read = self.view.validate_json(text, strict=True, by_alias=True, by_name=False)
            after = self.view.dump_python(read, mode="json", by_alias=True, exclude_defaults=True)
        except ValidationError as refusal:
            faults = [Fault(one["loc"], one["msg"]) for one in refusal.errors()]
            return Verdict(True, False, tuple(faults))
        except PydanticSerializationError as error:
            return Verdict(True, False, (Fault((), str(error)),))
        if canonical(after) == before:
            return Verdict(True, True)
        return Verdict(True, False, (Fault((), f"comes back as {canonical(after)}"),))


def _slots(definition: Interrupt | Tool) -> Iterator[tuple[Role, Slot]]:
    """Yield each slot under each of its roles: one schema may serve both branches."""
    if isinstance(definition, Interrupt):
        named: list[tuple[Role, Slot | None]] = [
            ("payload", definition.payload),
            ("response", definition.response),
        ]
    else:
        approval = definition.approval
        named = [
            ("input", definition.input),
            ("output", definition.output),
            ("approve", approval.approve if approval else None),
            ("reject", approval.reject if approval else None),
        ]
    for role, slot in named:
        if slot:
            yield role, slot


def _envelope(tool: Tool) -> JsonObject:
    """Return the decision envelope, where each slot's document keeps its own `#/$defs`.

    The wire's envelope holds the same documents without an `$id`, so that a reference in them
    leads nowhere there.
    """
    approve = tool.approval.approve if tool.approval else None
    reject = tool.approval.reject if tool.approval else None
    return decision_envelope(
        _standing_alone(tool.input, "input"),
        _standing_alone(approve, "approve"),
        _standing_alone(reject, "reject"),
    )


def _standing_alone(slot: Slot | None, name: str) -> JsonObject | None:
    return {"$id": f"urn:interruptgen:{name}", **slot.schema.document} if slot else None


def _with_integers(value: Json) -> Json:
    """Return the value with 3.0 as 3: one number to JSON Schema and to JavaScript."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [_with_integers(item) for item in value]
    if isinstance(value, dict):
        return {key: _with_integers(item) for key, item in value.items()}
    return value
