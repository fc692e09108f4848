"""The server: runs that pause for a person and continue exactly there."""

from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)
from interruptgen_runtime.core.binding import ExternalBinding, OpenBinding, with_interrupt_binding
from interruptgen_runtime.core.external import ExternalInterrupt
from interruptgen_runtime.core.implementation import ImplementedTool, ToolCallContext
from interruptgen_runtime.core.keys import KeyRing, key_ring, parse_keys
from interruptgen_runtime.server.agent import Agent, Outside
from interruptgen_runtime.server.answers import (
    Answers,
    ExternalAnswer,
    InterruptAnswer,
    ToolResume,
)
from interruptgen_runtime.server.context import BoundaryContext, RunContext
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.endpoint import (
    Authenticate,
    ChatEndpoint,
    Denied,
    Scope,
    anybody,
)
from interruptgen_runtime.server.limits import Limits
from interruptgen_runtime.server.middleware import Middleware, Raised
from interruptgen_runtime.server.model import (
    Delta,
    Described,
    Finished,
    FinishReason,
    Model,
    ModelFailure,
    ModelRequest,
    TextDelta,
    ToolCallDelta,
    ToolCallStarted,
    ToolSpec,
    Usage,
)
from interruptgen_runtime.server.replay import (
    Conflict,
    First,
    MemoryReplayGuard,
    Outcome,
    ReplayGuard,
    Same,
    Spending,
    ToolResult,
)
from interruptgen_runtime.server.run_input import RunInput, read_run_input
from interruptgen_runtime.server.trust import Sealed, Trust, Unsafe

__all__ = [
    "Agent",
    "Answers",
    "ApprovalAsked",
    "Asked",
    "Authenticate",
    "BoundaryContext",
    "ChatEndpoint",
    "ClientToolAsked",
    "Conflict",
    "Delta",
    "Denied",
    "Described",
    "ExternalAnswer",
    "ExternalBinding",
    "ExternalInterrupt",
    "FinishReason",
    "Finished",
    "First",
    "GenericAsked",
    "ImplementedTool",
    "InterruptAnswer",
    "KeyRing",
    "Limits",
    "MemoryReplayGuard",
    "Middleware",
    "Model",
    "ModelFailure",
    "ModelRequest",
    "OpenBinding",
    "Outcome",
    "Outside",
    "Raised",
    "ReplayGuard",
    "RunContext",
    "RunInput",
    "Same",
    "Scope",
    "Sealed",
    "Spending",
    "TextDelta",
    "ToolCall",
    "ToolCallContext",
    "ToolCallDelta",
    "ToolCallStarted",
    "ToolResult",
    "ToolResume",
    "ToolSpec",
    "Trust",
    "Unsafe",
    "Usage",
    "anybody",
    "build_batch",
    "key_ring",
    "parse_keys",
    "read_run_input",
    "with_interrupt_binding",
]
