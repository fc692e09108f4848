"""The definitions of one or more generated packages, found by their ids and names."""

from collections.abc import Iterable
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.definition import InterruptDefinition
from interruptgen_runtime.core.errors import DuplicateDefinition
from interruptgen_runtime.core.tool import ToolDefinition

AnyInterrupt: TypeAlias = InterruptDefinition[Any, Any]
AnyTool: TypeAlias = ToolDefinition[Any, Any, Any, Any]


class Registry:
    """What a server knows: interrupt definitions by id and tools by name, both unique.

    Registries of several packages combine with `|`. Raises `DuplicateDefinition`.
    """

    def __init__(
        self, *, interrupts: Iterable[AnyInterrupt] = (), tools: Iterable[AnyTool] = ()
    ) -> None:
        by_id: dict[str, AnyInterrupt] = {}
        for interrupt in interrupts:
            if by_id.setdefault(interrupt.id, interrupt) is not interrupt:
                raise DuplicateDefinition(f"two interrupts have the id {interrupt.id!r}")
        by_name: dict[str, AnyTool] = {}
        for tool in tools:
            if by_name.setdefault(tool.name, tool) is not tool:
                raise DuplicateDefinition(f"two tools have the name {tool.name!r}")
        self.interrupts: Final = MappingProxyType(by_id)
        self.tools: Final = MappingProxyType(by_name)

    def __or__(self, other: "Registry") -> "Registry":
        return Registry(
            interrupts=(*self.interrupts.values(), *other.interrupts.values()),
            tools=(*self.tools.values(), *other.tools.values()),
        )

    def __contains__(self, definition: AnyInterrupt | AnyTool) -> bool:
        """Tell whether this very definition is registered, not just one of its id."""
        if isinstance(definition, InterruptDefinition):
            return self.interrupts.get(definition.id) is definition
        return self.tools.get(definition.name) is definition

    def __repr__(self) -> str:
        return f"<Registry interrupts={list(self.interrupts)} tools={list(self.tools)}>"
