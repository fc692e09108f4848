"""`Document`s whose form has been checked -> the compiled `Model`, and the findings on the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from interruptgen import naming
from interruptgen.diagnostics import Diagnostic, has_errors
from interruptgen.model import Model, Package, Section, Slot
from interruptgen.reading import Document
from interruptgen.resolve.block import Block, blocks
from interruptgen.resolve.definitions import Definitions
from interruptgen.resolve.names import Claims, duplicate_ids, duplicate_packages, package_name
from interruptgen.resolve.soundness import Soundness
from interruptgen.rules.references import OLDER_DIALECT
from interruptgen.schema.bundle import Bundler
from interruptgen.schema.dialects import Dialect, dialect_of
from interruptgen.schema.library import Library
from interruptgen.schema.walk import walk

_SECTIONS: tuple[Section, ...] = ("interrupts", "tools")


@dataclass(frozen=True)
class Resolution:
    """The model, or None where a finding is an error."""

    model: Model | None
    diagnostics: tuple[Diagnostic, ...]


def resolve(documents: Sequence[Document], library: Library) -> Resolution:
    """Compile the definitions of all files; `documents` are in the order of their paths.

    They are the definition files that have no errors of their own; `library` knows the others.
    """
    soundness = Soundness(library, (document.path for document in documents))
    definitions = Definitions(Bundler(library, soundness))
    found = definitions.diagnostics
    packages: list[Package] = []
    named: list[tuple[str, Document]] = []
    for document in documents:
        name = package_name(document)
        if isinstance(name, Diagnostic):
            found.append(name)
            continue
        named.append((name, document))
        packages.append(_package(name, document, definitions))
    everything = [
        block
        for document in documents
        for section in _SECTIONS
        for block in blocks(document, section)
    ]
    for document in documents:
        found.extend(_older_dialects(document, library))
    found.extend(duplicate_ids(everything))
    found.extend(duplicate_packages(named))
    for package, (_, document) in zip(packages, named, strict=True):
        found.extend(_clashes(package, document))
    found.extend(library.diagnostics)
    found.extend(soundness.diagnostics)
    ordered = tuple(sorted(packages, key=lambda package: package.name))
    return Resolution(None if has_errors(found) else Model(ordered), tuple(found))


def _package(name: str, document: Document, definitions: Definitions) -> Package:
    interrupts = [definitions.interrupt(block) for block in blocks(document, "interrupts")]
    tools = [definitions.tool(block) for block in blocks(document, "tools")]
    description = document.data.get("description") if isinstance(document.data, dict) else None
    return Package(
        name=name,
        path=document.path,
        description=description if isinstance(description, str) else None,
        shared=tuple(definitions.shared(document)),
        interrupts=tuple(one for one in interrupts if one),
        tools=tuple(one for one in tools if one),
    )


def _older_dialects(document: Document, library: Library) -> Iterator[Diagnostic]:
    for root in library.roots(document.path):
        for pointer, schema in walk(library.value(document.path, root), root):
            dialect = dialect_of(schema)
            if dialect not in (None, Dialect.DRAFT_2020_12):
                place = document.place((*pointer, "$schema"))
                yield OLDER_DIALECT.at(place, f"the schema is translated from {dialect} to 2020-12")


def _clashes(package: Package, document: Document) -> tuple[Diagnostic, ...]:
    """Claim every name of the package; a clash is found where the later one stands."""
    claims = Claims()
    for shared in package.shared:
        place = document.key_place(("$defs", shared.key))
        claims.claim("models.py", shared.class_name, place, f"shared schema `{shared.key}`")
    for definition in package.definitions():
        block = Block(document, definition.section, definition.id, {})
        for name in definition.client_classes():
            claims.claim("client.py", name, block.place, block.label)
        claims.claim("server.py", definition.variable, block.place, block.label)
        for slot in definition.slots():
            _claim_slot(claims, slot, block)
    for tool, _ in package.conditions():
        block = Block(document, tool.section, tool.id, {})
        name = naming.condition_constant(tool.class_name)
        claims.claim("schemas.py", name, block.place, f"the condition of {block.label}")
    return tuple(claims.clashes.values())


def _claim_slot(claims: Claims, slot: Slot, block: Block) -> None:
    owner = f"the {slot.name} of {block.label}"
    claims.claim("models.py", slot.class_name, block.place, owner)
    claims.claim("schemas.py", naming.schema_constant(slot.class_name), block.place, owner)
