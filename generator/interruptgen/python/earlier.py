"""A package of the model -> what `earlier.py` lays out: the versions whose pauses may be answered.

A version is named after the digest of its hashes, so that its name stays when others come and go.
What it shares with the present version is taken from there.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from interruptgen import naming
from interruptgen.model import (
    Interrupt,
    JsonObject,
    Origin,
    Package,
    Schema,
    Slot,
    SlotName,
    Tool,
    Version,
)
from interruptgen.python.expressions import Arguments, reference, view
from interruptgen.python.literals import string
from interruptgen.schema.canonical import canonical, hash_json

_ANSWERS: Mapping[str, tuple[tuple[SlotName, str], ...]] = {
    "interrupts": (("response", "Json"),),
    "tools": (
        ("input", "dict[str, Json]"),
        ("output", "Json"),
        ("approve", "None"),
        ("reject", "None"),
    ),
}
"""The slots that answers are judged by, each with the type of its values without a schema."""


@dataclass(frozen=True)
class Part:
    """A slot of an earlier version.

    `type` and `expression` name its class and its schema in `earlier.py`. `own` is the slot where
    the present version has another one, and `is_typed` tells whether that has a class.
    """

    name: SlotName
    type: str
    expression: str
    own: Slot | None = None
    is_typed: bool = False


@dataclass(frozen=True)
class EarlierVersion:
    """A version of a definition in `earlier.py`: its name there, and the call that makes it."""

    name: str
    type: str
    function: str
    parts: tuple[Part, ...]
    arguments: Arguments


@dataclass(frozen=True)
class EarlierVersions:
    """All earlier versions of a definition, newest first, and what they are called together."""

    name: str
    versions: tuple[EarlierVersion, ...]


def earlier_constant(definition: Interrupt | Tool) -> str:
    """Return the name in `earlier.py` of the versions of a definition."""
    return naming.schema_constant(definition.class_name)


def earlier_versions(package: Package) -> Iterator[EarlierVersions]:
    """Yield the versions of each definition that has earlier ones which can be pending."""
    for definition in package.definitions():
        versions = tuple(_versions(definition, package))
        if versions:
            yield EarlierVersions(earlier_constant(definition), versions)


def has_earlier(definition: Interrupt | Tool) -> bool:
    """Tell whether a definition has earlier versions that can be pending."""
    return any(_can_pause(definition, version) for version in definition.earlier)


def typed_slots(package: Package) -> Iterator[Slot]:
    """Yield the slots of earlier versions that get classes of their own, each class once."""
    seen: set[str] = set()
    for every in earlier_versions(package):
        for part in (part for version in every.versions for part in version.parts):
            if part.own and part.is_typed and part.own.class_name not in seen:
                seen.add(part.own.class_name)
                yield part.own


def _versions(definition: Interrupt | Tool, package: Package) -> Iterator[EarlierVersion]:
    for index, version in enumerate(definition.earlier):
        if _can_pause(definition, version):
            is_typed = index < definition.keep_versions
            yield _version(definition, version, package, is_typed=is_typed)


def _can_pause(definition: Interrupt | Tool, version: Version) -> bool:
    """Tell whether something can wait: a server's tool that needs no approval never does."""
    if isinstance(definition, Interrupt) or definition.runs_on == "client":
        return True
    return "approval" in version.hashes


def _version(
    definition: Interrupt | Tool, version: Version, package: Package, *, is_typed: bool
) -> EarlierVersion:
    name = _name(version)
    parts = tuple(_parts(definition, version, package, is_typed=is_typed))
    kind = "EarlierInterrupt" if isinstance(definition, Interrupt) else "EarlierTool"
    return EarlierVersion(
        name=f"{earlier_constant(definition)}_{name.upper()}",
        type=f"{kind}[{', '.join(part.type for part in parts)}]",
        function=kind,
        parts=parts,
        arguments=[*_hashes(version), *((part.name, part.expression) for part in parts)],
    )


def _hashes(version: Version) -> Iterator[tuple[str, str]]:
    slots = {
        "payload": "payload_hash",
        "approval": "approval_hash",
        "approvalResponse": "response_hash",
    }
    for slot, argument in slots.items():
        if slot in version.hashes:
            yield argument, string(version.hashes[slot])


def _parts(
    definition: Interrupt | Tool, version: Version, package: Package, *, is_typed: bool
) -> Iterator[Part]:
    present = _present(definition)
    for name, untyped in _ANSWERS[definition.section]:
        document = version.schemas.get(name)
        slot = present.get(name)
        if document is None:
            yield Part(name, untyped, "None")
        elif slot and slot.schema.hash == hash_json(document):
            yield Part(name, view(slot, untyped), reference(slot))
        else:
            own = _slot(definition, version, name, document, package)
            of_class = f"earlier_models.{own.class_name}" if is_typed else "Json"
            constant = naming.constant_case(own.class_name)
            yield Part(name, of_class, constant, own, is_typed)


def _present(definition: Interrupt | Tool) -> Mapping[str, Slot]:
    slots: dict[str, Slot] = {slot.name: slot for slot in definition.slots()}
    if isinstance(definition, Tool) and definition.approval and definition.approval.reject:
        slots["reject"] = definition.approval.reject
    return slots


def _slot(
    definition: Interrupt | Tool,
    version: Version,
    name: SlotName,
    document: JsonObject,
    package: Package,
) -> Slot:
    schemas = version.schemas
    is_shared = name in ("approve", "reject") and schemas.get("approve") == schemas.get("reject")
    role = "Decision" if is_shared else naming.pascal_case(name)
    at = (definition.section, definition.id, _name(version), name)
    members = document.get("$defs")
    names = members if isinstance(members, dict) else {}
    schema = Schema(
        document=document,
        text=canonical(document),
        hash=hash_json(document),
        origin=Origin(package.path, at),
        origins={member: Origin(package.path, (*at, "$defs", member)) for member in names},
    )
    return Slot(name, f"{definition.class_name}{role}{_name(version)}", schema)


def _name(version: Version) -> str:
    return "V" + hashlib.sha256(canonical(dict(version.hashes)).encode()).hexdigest()[:8]
