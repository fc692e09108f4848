"""Ids and keys -> the names of generated things, and the findings where two would be the same."""

import keyword
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePosixPath
from typing import Literal, TypeAlias

from interruptgen import naming
from interruptgen.diagnostics import Diagnostic, Note, Place
from interruptgen.reading import Document
from interruptgen.resolve.block import Block
from interruptgen.rules.names import (
    COLLIDING_NAME,
    DUPLICATE_ID,
    DUPLICATE_PACKAGE,
    INVALID_PACKAGE,
    UNNAMEABLE_ID,
)

Module: TypeAlias = Literal["models.py", "schemas.py", "server.py", "client.py"]

_RESERVED_CLIENT = frozenset(
    "Bindings ClientTool EMITTER_FORMAT Final GenericInterrupt Interrupt Json Never TYPE_CHECKING "
    "ToolApproval TypeAlias bindings models require_emitter_format schemas".split()
)
_RESERVED_SERVER = frozenset(
    "annotations earlier models registry require_emitter_format schemas timedelta".split()
)


@dataclass(frozen=True)
class Names:
    """What one definition is called: its class, and its variable in `server.py`."""

    class_name: str
    variable: str


@dataclass
class Claims:
    """Which names of one package are taken, by whom; gathers a finding for each clash."""

    taken: dict[tuple[Module, str], tuple[Place, str]] = field(
        default_factory=dict[tuple[Module, str], tuple[Place, str]]
    )
    clashes: dict[tuple[Place, Place], Diagnostic] = field(
        default_factory=dict[tuple[Place, Place], Diagnostic]
    )

    def claim(self, module: Module, name: str, place: Place, owner: str) -> None:
        """Take `name` in `module` for what stands at `place`."""
        first, other = self.taken.setdefault((module, name), (place, owner))
        if first == place:
            return
        finding = COLLIDING_NAME.at(
            place,
            f"{owner} and {other} would both be called `{name}` in {module}",
            hint=f"add `x-name: {_another(name)}` to {owner}, or a name that you like better",
            notes=[Note(first, f"{other} stands here")],
        )
        self.clashes.setdefault((first, place), finding)


def definition_names(block: Block) -> Names | Diagnostic:
    """Name a definition by its `x-name`, or else by its id."""
    wanted = block.text("x-name")
    is_tool = block.section == "tools"
    name = wanted or naming.class_name(block.id, "Tool" if is_tool else "Interrupt")
    if not name:
        return _unnameable(block.place, block.label)
    classes = {name, f"{name}Approval"} if is_tool else {name}
    if classes & _RESERVED_CLIENT:
        name += "Tool" if is_tool else "Interrupt"
    variable = naming.variable_name(name)
    return Names(name, f"{variable}_" if variable in _RESERVED_SERVER else variable)


def shared_name(document: Document, key: str, wanted: str | None) -> str | Diagnostic:
    """Name a shared schema by its `x-name`, or else by its key in `$defs`."""
    name = wanted or naming.class_name(key)
    return name or _unnameable(document.key_place(("$defs", key)), f"shared schema `{key}`")


def package_name(document: Document) -> str | Diagnostic:
    """Return the name of the package that a file is compiled to."""
    given = document.data.get("package") if isinstance(document.data, dict) else None
    stem = PurePosixPath(document.path).name.partition(".")[0]
    name = given if isinstance(given, str) else naming.snake_case(stem) or stem
    if _can_be_package(name):
        return name
    hint = f"write `package: {_another_package(name)}`"
    place = document.place(("package",))
    return INVALID_PACKAGE.at(place, f"`{name}` cannot be the name of a Python package", hint=hint)


def _can_be_package(name: str) -> bool:
    """Tell whether a package may have a name: Python uses those like `__pycache__` itself."""
    is_name = name.isidentifier() and name.isascii() and not keyword.iskeyword(name)
    return is_name and not (name.startswith("__") and name.endswith("__"))


def _another_package(name: str) -> str:
    """Return a name like the one that cannot be used, or any that can."""
    another = naming.variable_name(name, "decisions")
    return another if _can_be_package(another) else "decisions"


def duplicate_packages(packages: list[tuple[str, Document]]) -> Iterator[Diagnostic]:
    """Find files that would be compiled into one package."""
    first: dict[str, Document] = {}
    for name, document in packages:
        other = first.setdefault(name.casefold(), document)
        if other is not document:
            yield DUPLICATE_PACKAGE.at(
                document.place(("package",)),
                f"the package `{name}` is also made from {other.path}",
                hint="give one of the files another name with the key `package`",
                notes=[Note(other.place(("package",)), "the other file")],
            )


def duplicate_ids(blocks: list[Block]) -> Iterator[Diagnostic]:
    """Find ids that several files of the project define."""
    first: dict[tuple[str, str], Block] = {}
    for block in blocks:
        other = first.setdefault(block.pointer, block)
        if other is not block:
            yield DUPLICATE_ID.at(
                block.place,
                f"{block.label} is also defined in {other.document.path}",
                hint="an id means one thing in the whole project: rename one of them",
                notes=[Note(other.place, "the first definition")],
            )


def _unnameable(place: Place, owner: str) -> Diagnostic:
    hint = "add `x-name:` with the class name to use"
    return UNNAMEABLE_ID.at(place, f"no Python name can be made for {owner}", hint=hint)


def _another(name: str) -> str:
    _, another = islice(naming.numbered(naming.pascal_case(name)), 2)
    return another
