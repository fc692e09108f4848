"""For tests of agents: a scripted model, a fixed clock and key, and threads in this process."""

from interruptgen_runtime.testing.fixed import FixedClock, fixed_outside, fixed_trust
from interruptgen_runtime.testing.in_process import Thread, cancelled, collect, resolved
from interruptgen_runtime.testing.scripted_model import Call, ScriptedModel, Turn

__all__ = [
    "Call",
    "FixedClock",
    "ScriptedModel",
    "Thread",
    "Turn",
    "cancelled",
    "collect",
    "fixed_outside",
    "fixed_trust",
    "resolved",
]
