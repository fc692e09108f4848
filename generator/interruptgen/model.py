"""The compiled definitions: what every target is rendered from.

Frozen values without positions and without a target language's syntax. `resolve` makes them;
nothing after it reads a source again.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import ClassVar, Literal, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
JsonObject: TypeAlias = dict[str, Json]
Pointer: TypeAlias = tuple[str | int, ...]
SlotName: TypeAlias = Literal["payload", "response", "input", "output", "approve", "reject"]
Section: TypeAlias = Literal["interrupts", "tools"]
RunsOn: TypeAlias = Literal["server", "client"]


@dataclass(frozen=True, order=True)
class Origin:
    """Where a schema was written: the file and the pointer inside it.

    `shared` is true for a member of the top-level `$defs` of a definition file: it has a class of
    its own that every user of the schema refers to.
    """

    path: str
    pointer: Pointer
    shared: bool = False


@dataclass(frozen=True)
class Schema:
    """A JSON Schema 2020-12 document that stands alone.

    Every `$ref` in `document` is `#/$defs/NAME`; `text` is its canonical form (RFC 8785) and
    `hash` the digest of that text. `origins` tells for each member of `document["$defs"]` where
    it came from; `origin` does so for the root. `class_names` holds the names that the source
    asks for with `x-name`, by the pointer of the subschema in `document`.
    """

    document: JsonObject
    text: str
    hash: str
    origin: Origin
    origins: Mapping[str, Origin]
    class_names: Mapping[Pointer, str] = field(default_factory=dict[Pointer, str])


@dataclass(frozen=True)
class Slot:
    """A schema in its role, with the name of the class that types it."""

    name: SlotName
    class_name: str
    schema: Schema


@dataclass(frozen=True)
class SharedSchema:
    """A member of a file's top-level `$defs`, with the name of the class that types it."""

    key: str
    class_name: str
    schema: Schema


@dataclass(frozen=True)
class Version:
    """One version of a definition: its hashes, and the schemas that they are the hashes of.

    `hashes` is by the wire's slots (`payload`, `response`, `input`, `output`, `approval`,
    `approvalResponse`), `schemas` by the source's (`payload`, `response`, `input`, `output`,
    `approve`, `reject`): what an answer to this version is judged by.
    """

    hashes: Mapping[str, str]
    schemas: Mapping[str, JsonObject]


@dataclass(frozen=True)
class Interrupt:
    """A generic interrupt definition.

    `earlier` are the versions whose pauses may still be answered, newest first; the first
    `keep_versions` of them get classes of their own. `examples` are values by slot.
    """

    id: str
    class_name: str
    variable: str
    origin: Origin
    description: str | None
    phases: tuple[str, ...]
    reason: str | None
    message: str | None
    expires_after: int | None
    """Seconds, from the ISO 8601 duration of the source."""
    payload: Slot | None
    response: Slot | None
    keep_versions: int = 0
    earlier: tuple[Version, ...] = ()
    examples: tuple[Mapping[str, Json], ...] = ()
    section: ClassVar[Section] = "interrupts"

    def client_classes(self) -> Iterator[str]:
        """Yield the names of the classes that `client.py` has for the definition."""
        yield self.class_name

    def slots(self) -> Iterator[Slot]:
        """Yield the slots that are there, in the order of the source language."""
        yield from (slot for slot in (self.payload, self.response) if slot)


@dataclass(frozen=True)
class Approval:
    """How a tool call is approved: the branches' schemas and the hashes the wire carries.

    `approve` and `reject` are the same slot where one schema serves both.
    """

    approve: Slot | None
    reject: Slot | None
    condition: Schema | None
    """The schema of `needsApproval: {when: ...}`: only input that matches is asked about."""
    allow_edits: bool
    hash: str
    """`approvalSchemaHash`."""
    response_hash: str
    """The hash of the decision envelope."""

    def slots(self) -> Iterator[Slot]:
        """Yield the branches that have a schema; one that serves both comes once."""
        if self.approve:
            yield self.approve
        if self.reject and self.reject is not self.approve:
            yield self.reject


@dataclass(frozen=True)
class Tool:
    """A tool that the model may call; its `id` is the tool's name.

    `keep_versions`, `earlier` and `examples` are as those of an interrupt.
    """

    id: str
    class_name: str
    variable: str
    origin: Origin
    title: str | None
    description: str | None
    runs_on: RunsOn
    message: str | None
    approval: Approval | None
    input: Slot | None
    output: Slot | None
    keep_versions: int = 0
    earlier: tuple[Version, ...] = ()
    examples: tuple[Mapping[str, Json], ...] = ()
    section: ClassVar[Section] = "tools"

    @property
    def approval_class(self) -> str:
        """The name of the class that `client.py` has for a pending approval."""
        return self.class_name + "Approval"

    def client_classes(self) -> Iterator[str]:
        """Yield the names of the classes that `client.py` has for the tool."""
        if self.approval:
            yield self.approval_class
        if self.runs_on == "client":
            yield self.class_name

    def slots(self) -> Iterator[Slot]:
        """Yield the slots that are there, each once, in the order of the source language."""
        yield from (slot for slot in (self.input, self.output) if slot)
        if self.approval:
            yield from self.approval.slots()


@dataclass(frozen=True)
class Package:
    """One source file, which becomes one generated package."""

    name: str
    path: str
    description: str | None
    shared: tuple[SharedSchema, ...]
    interrupts: tuple[Interrupt, ...]
    tools: tuple[Tool, ...]

    def definitions(self) -> tuple[Interrupt | Tool, ...]:
        """Return the interrupts, then the tools."""
        return (*self.interrupts, *self.tools)

    def slots(self) -> Iterator[Slot]:
        """Yield every slot of every definition."""
        for definition in self.definitions():
            yield from definition.slots()

    def conditions(self) -> Iterator[tuple[Tool, Schema]]:
        """Yield the tools that are only asked about where their input matches a schema."""
        for tool in self.tools:
            if tool.approval and tool.approval.condition:
                yield tool, tool.approval.condition

    def has_schemas(self) -> bool:
        """Tell whether any definition has a schema, so that there is a `schemas.py`."""
        return any(True for _ in self.slots()) or any(True for _ in self.conditions())

    def schemas(self) -> Iterator[Schema]:
        """Yield every schema that the package is made of."""
        yield from (shared.schema for shared in self.shared)
        yield from (slot.schema for slot in self.slots())
        yield from (condition for _, condition in self.conditions())

    def uses(self) -> frozenset[str]:
        """Return the paths of the files whose shared schemas the package's classes may use."""
        schemas = (*(one.schema for one in self.shared), *(slot.schema for slot in self.slots()))
        origins = (origin for schema in schemas for origin in schema.origins.values())
        return frozenset(origin.path for origin in origins if origin.shared)

    def sources(self) -> frozenset[str]:
        """Return the paths of the files that anything in the package was written in."""
        origins = (origin for schema in self.schemas() for origin in schema.origins.values())
        return frozenset({self.path, *(origin.path for origin in origins)})


@dataclass(frozen=True)
class Model:
    """Everything that one build compiles, packages sorted by name."""

    packages: tuple[Package, ...]

    @cached_property
    def uses(self) -> Mapping[str, frozenset[str]]:
        """Map each package's file to the files whose shared schemas its classes may use."""
        return {package.path: package.uses() for package in self.packages}
