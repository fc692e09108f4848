"""The client's side: bound interrupts with typed access to what the server asks."""

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import (
    BoundInterrupt,
    ClientTool,
    GenericInterrupt,
    ToolApproval,
)

__all__ = ["Bindings", "BoundInterrupt", "ClientTool", "GenericInterrupt", "ToolApproval"]
