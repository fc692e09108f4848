"""The compiled `Model` -> the entries of a lock: hashes, names and schemas of every definition."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from interruptgen.model import Interrupt, JsonObject, Model, Package, Section, Tool, Version
from interruptgen.schema.canonical import UNDEFINED_HASH

LOCK_NAME = "interrupts.lock.json"
"""The name of the lock file, at the top of the output folder."""

LOCK_FORMAT = 1
"""The form of the lock file itself."""

EMITTER_FORMAT = 1
"""The form of the generated code, which the runtime must know."""


@dataclass(frozen=True)
class Entry:
    """A definition in the lock: where it comes from, what it is called, its versions."""

    source: str
    package: str
    names: Mapping[str, str]
    current: Version
    earlier: tuple[Version, ...] = ()


@dataclass(frozen=True)
class Lock:
    """A lock file's content; `sources` and `outputs` map paths to SHA-256 digests.

    `packages` maps each package to its source file and the other files that its code depends on;
    `warnings` counts what the build warned of.
    """

    generator: str
    interrupts: Mapping[str, Entry] = field(default_factory=dict[str, Entry])
    tools: Mapping[str, Entry] = field(default_factory=dict[str, Entry])
    sources: Mapping[str, str] = field(default_factory=dict[str, str])
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    packages: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    warnings: int = 0
    emitter_format: int = EMITTER_FORMAT

    def section(self, section: Section) -> Mapping[str, Entry]:
        """Return the entries of one section, by id."""
        return self.interrupts if section == "interrupts" else self.tools

    def view_names(self, package: str) -> dict[str, str]:
        """Return the names of a package's classes by where their schemas stand."""
        every = (*self.interrupts.values(), *self.tools.values())
        mine = (entry.names for entry in every if entry.package == package)
        return {key: name for names in mine for key, name in names.items() if "#" in key}


def entries(
    model: Model, section: Section, view_names: Mapping[str, Mapping[str, str]] | None = None
) -> dict[str, Entry]:
    """Return the entries of one section, sorted by id.

    `view_names` maps a package to the names of its classes by where their schemas stand.
    """
    views = view_names or {}
    found = {
        definition.id: _entry(definition, package, views.get(package.name, {}))
        for package in model.packages
        for definition in package.definitions()
        if definition.section == section
    }
    return dict(sorted(found.items()))


def hashes(definition: Interrupt | Tool) -> dict[str, str]:
    """Return the hashes that a definition has on the wire, by slot.

    A tool always has an input and an output hash: that of the undefined schema stands for a
    schema that is not there, because the wire carries it.
    """
    if isinstance(definition, Interrupt):
        return {slot.name: slot.schema.hash for slot in definition.slots()}
    found = {
        "input": definition.input.schema.hash if definition.input else UNDEFINED_HASH,
        "output": definition.output.schema.hash if definition.output else UNDEFINED_HASH,
    }
    if definition.approval:
        found["approval"] = definition.approval.hash
        found["approvalResponse"] = definition.approval.response_hash
    return found


def _entry(definition: Interrupt | Tool, package: Package, views: Mapping[str, str]) -> Entry:
    version = Version(hashes(definition), _schemas(definition))
    names = _names(definition, views)
    return Entry(package.path, package.name, names, version, definition.earlier)


def _schemas(definition: Interrupt | Tool) -> dict[str, JsonObject]:
    schemas: dict[str, JsonObject] = {}
    for slot in definition.slots():
        schemas[slot.name] = slot.schema.document
    approval = definition.approval if isinstance(definition, Tool) else None
    if approval and approval.reject:
        schemas["reject"] = approval.reject.schema.document
    return schemas


def _names(definition: Interrupt | Tool, views: Mapping[str, str]) -> dict[str, str]:
    roots = {slot.class_name for slot in definition.slots()}
    names = {"class": definition.class_name, "variable": definition.variable}
    mine = {key: name for key, name in views.items() if key.partition("#")[0] in roots}
    return {**names, **dict(sorted(mine.items()))}
