"""For tests of agents: a scripted model, a fixed clock and key, and threads in this process.

Nothing is imported before it is asked for: pytest imports this package whenever it starts.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from interruptgen_runtime.testing.fixed import FixedClock, fixed_outside, fixed_trust
    from interruptgen_runtime.testing.in_process import (
        Thread,
        approved,
        cancelled,
        collect,
        rejected,
        resolved,
    )
    from interruptgen_runtime.testing.pending import Pending
    from interruptgen_runtime.testing.rehearsal import (
        AgentThread,
        Execution,
        Rehearsal,
        RunAsync,
        rehearse,
    )
    from interruptgen_runtime.testing.scripted_model import Call, ScriptedModel, Step, Turn

__all__ = [
    "AgentThread",
    "Call",
    "Execution",
    "FixedClock",
    "Pending",
    "Rehearsal",
    "RunAsync",
    "ScriptedModel",
    "Step",
    "Thread",
    "Turn",
    "approved",
    "cancelled",
    "collect",
    "fixed_outside",
    "fixed_trust",
    "rehearse",
    "rejected",
    "resolved",
]

_HOMES: Final = {
    "fixed": ("FixedClock", "fixed_outside", "fixed_trust"),
    "in_process": ("Thread", "approved", "cancelled", "collect", "rejected", "resolved"),
    "pending": ("Pending",),
    "rehearsal": ("AgentThread", "Execution", "Rehearsal", "RunAsync", "rehearse"),
    "scripted_model": ("Call", "ScriptedModel", "Step", "Turn"),
}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import what is asked for."""
        for home, names in _HOMES.items():
            if name in names:
                return getattr(import_module(f"{__name__}.{home}"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
