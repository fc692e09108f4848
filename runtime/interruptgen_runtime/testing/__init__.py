"""For tests of agents: a scripted model, and what else stands in for the outside."""

from interruptgen_runtime.testing.scripted_model import Call, ScriptedModel, Turn

__all__ = ["Call", "ScriptedModel", "Turn"]
