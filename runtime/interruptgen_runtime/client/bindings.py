"""The bound classes of one or more generated packages, found by definition ids and tool names."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from interruptgen_runtime.client.bound import (
    BoundInterrupt,
    ClientTool,
    GenericInterrupt,
    ToolApproval,
)
from interruptgen_runtime.core.errors import DuplicateDefinition, LocalError

B = TypeVar("B", bound=BoundInterrupt)
B_co = TypeVar("B_co", bound=BoundInterrupt, covariant=True)


class Bindings(Generic[B_co]):
    """What a client knows; `B_co` is the union of the classes that it shows to the application.

    Bindings of several packages combine with `|`. Raises `DuplicateDefinition` where two classes
    are bound to the same id or name, and `LocalError` for a class of another kind.
    """

    def __init__(
        self,
        *,
        interrupts: Iterable[type[B_co]] = (),
        approvals: Iterable[type[B_co]] = (),
        client_tools: Iterable[type[ClientTool[Any, Any]]] = (),
    ) -> None:
        self._interrupts = _index(interrupts, GenericInterrupt)
        self._approvals = _index(approvals, ToolApproval)
        self._client_tools = _index(client_tools, ClientTool)

    @property
    def interrupts(self) -> Mapping[str, type[B_co]]:
        """The classes of generic interrupts by definition id."""
        return self._interrupts

    @property
    def approvals(self) -> Mapping[str, type[B_co]]:
        """The classes of tool approvals by tool name."""
        return self._approvals

    @property
    def client_tools(self) -> Mapping[str, type[ClientTool[Any, Any]]]:
        """The classes of client tools by name."""
        return self._client_tools

    def __or__(self, other: "Bindings[B]") -> "Bindings[B_co | B]":
        interrupts: list[type[B_co | B]] = [*self.interrupts.values(), *other.interrupts.values()]
        approvals: list[type[B_co | B]] = [*self.approvals.values(), *other.approvals.values()]
        return Bindings(
            interrupts=interrupts,
            approvals=approvals,
            client_tools=(*self.client_tools.values(), *other.client_tools.values()),
        )


def _index(classes: Iterable[type[B]], kind: type[BoundInterrupt]) -> Mapping[str, type[B]]:
    table: dict[str, type[B]] = {}
    for bound in classes:
        if kind not in bound.__mro__:
            raise LocalError(f"{bound.__name__} is no {kind.__name__}")
        if table.setdefault(bound.bound_to(), bound) is not bound:
            raise DuplicateDefinition(
                f"{table[bound.bound_to()].__name__} and {bound.__name__} are both bound to "
                f"{bound.bound_to()!r}"
            )
    return MappingProxyType(table)
