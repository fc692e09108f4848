"""The client's side: a chat with an agent, the decisions that are pending, and the answers.

Generated modules import this one: what they do not need is loaded when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from interruptgen_runtime.client.answers import Status
from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import (
    BoundInterrupt,
    ClientTool,
    GenericInterrupt,
    ToolApproval,
)
from interruptgen_runtime.client.received import (
    InvalidInterrupt,
    UnboundInterrupt,
    UntypedInterrupt,
)

if TYPE_CHECKING:
    from interruptgen_runtime.client.blocking import BlockingChat, BlockingTurn
    from interruptgen_runtime.client.chat import Chat
    from interruptgen_runtime.client.client_tools import ImplementedClientTool, implements
    from interruptgen_runtime.client.failure import (
        BrokenStream,
        Busy,
        ChatFailure,
        ConnectionLost,
        PendingDecisions,
        Refused,
        Retry,
        RunFailed,
        Unreachable,
    )
    from interruptgen_runtime.client.history.message import Message
    from interruptgen_runtime.client.legacy import LegacyApproval
    from interruptgen_runtime.client.options import ChatOptions
    from interruptgen_runtime.client.outside import Outside
    from interruptgen_runtime.client.staging import IncompleteBatch, StagingClosed
    from interruptgen_runtime.client.stream.reading import StreamLimits
    from interruptgen_runtime.client.transport import HttpTransport, InProcess, Timeouts, Transport
    from interruptgen_runtime.client.turn import Turn
else:
    _HOMES = {
        "BlockingChat": "blocking",
        "BlockingTurn": "blocking",
        "BrokenStream": "failure",
        "Busy": "failure",
        "Chat": "chat",
        "ChatFailure": "failure",
        "ChatOptions": "session",
        "ConnectionLost": "failure",
        "HttpTransport": "transport",
        "ImplementedClientTool": "client_tools",
        "InProcess": "transport",
        "IncompleteBatch": "staging",
        "LegacyApproval": "legacy",
        "Message": "history.message",
        "Outside": "outside",
        "PendingDecisions": "failure",
        "Refused": "failure",
        "Retry": "failure",
        "RunFailed": "failure",
        "StagingClosed": "staging",
        "StreamLimits": "stream.reading",
        "Timeouts": "transport",
        "Transport": "transport",
        "Turn": "turn",
        "Unreachable": "failure",
        "implements": "client_tools",
    }

    def __getattr__(name: str) -> Any:
        """Load an exported name from its home."""
        home = _HOMES.get(name)
        if home is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{home}"), name)


__all__ = [
    "Bindings",
    "BlockingChat",
    "BlockingTurn",
    "BoundInterrupt",
    "BrokenStream",
    "Busy",
    "Chat",
    "ChatFailure",
    "ChatOptions",
    "ClientTool",
    "ConnectionLost",
    "GenericInterrupt",
    "HttpTransport",
    "ImplementedClientTool",
    "InProcess",
    "IncompleteBatch",
    "InvalidInterrupt",
    "LegacyApproval",
    "Message",
    "Outside",
    "PendingDecisions",
    "Refused",
    "Retry",
    "RunFailed",
    "StagingClosed",
    "Status",
    "StreamLimits",
    "Timeouts",
    "ToolApproval",
    "Transport",
    "Turn",
    "UnboundInterrupt",
    "Unreachable",
    "UntypedInterrupt",
    "implements",
]
