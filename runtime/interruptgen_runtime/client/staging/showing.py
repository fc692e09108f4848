"""The items of a pause -> the objects that an application and a client get to see."""

from collections.abc import Callable, Iterator
from typing import TypeAlias, TypeVar

from interruptgen_runtime.client.answers import Controls, Status
from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.received import (
    InvalidInterrupt,
    UnboundInterrupt,
    UntypedInterrupt,
)
from interruptgen_runtime.client.staging.client_calls import ClientToolCall
from interruptgen_runtime.client.staging.item import Item, Kind, Received
from interruptgen_runtime.client.staging.pause import Pause
from interruptgen_runtime.core.binding import BINDING_KEY
from interruptgen_runtime.core.descriptor import CLIENT_TOOL_REASON, InterruptDescriptor
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.wire import read_text

B = TypeVar("B", bound=BoundInterrupt)

Answerable: TypeAlias = B | UntypedInterrupt | InvalidInterrupt
"""What a resolver of `Staging.resolve_all` is called with."""

Shown: TypeAlias = B | UntypedInterrupt | InvalidInterrupt | UnboundInterrupt
"""What an application is shown of a pause."""

Attach: TypeAlias = Callable[[Received], Controls]

_OLDER_REASON = "client_tool_input"


def is_shown(item: Item) -> bool:
    """Tell whether a person is shown an item: no client tool, and nothing that is on its way."""
    return not item.is_hidden and item.status is not Status.SUBMITTING


def shown(received: Received, bindings: Bindings[B], attach: Attach) -> Shown[B]:
    """Make the object for an item, of the class that it was classified for."""
    descriptor, name = received.descriptor, received.bound_to
    if name is not None and received.kind is Kind.APPROVAL:
        return bindings.approvals[name](descriptor, attach(received))
    if name is not None and received.kind is Kind.QUESTION:
        return bindings.interrupts[name](descriptor, attach(received))
    if received.kind is Kind.UNBOUND:
        return UnboundInterrupt(descriptor, attach(received))
    if received.problem is not None:
        return InvalidInterrupt(descriptor, attach(received), received.problem)
    return UntypedInterrupt(descriptor, attach(received))


def client_calls(
    pause: Pause, bindings: Bindings[BoundInterrupt], attach: Attach
) -> Iterator[ClientToolCall]:
    """Yield the calls that the client has to execute, as long as they are not settled.

    A call runs at once if its descriptor announces a client tool and the pause asks no question of
    its own. A call that ran does not run again, whatever became of its output.
    """
    may_run = not (pause.is_restored or any(map(_is_bound_as_question, pause.items)))
    for item in pause.items:
        descriptor = item.received.descriptor
        call_id, name = descriptor.tool_call_id, _tool_name(item)
        if call_id is None or name is None or item.status in (Status.STAGED, Status.SUBMITTING):
            continue
        controls = attach(item.received)
        bound = bindings.client_tools.get(name) if item.is_hidden else None
        arguments = descriptor.metadata.get("input")
        yield ClientToolCall(
            interrupt_id=descriptor.id,
            tool_call_id=call_id,
            tool_name=name,
            input=arguments if isinstance(arguments, dict) else {},
            runs_now=may_run and item.status is Status.PENDING and _is_announced(descriptor),
            bound=None if bound is None else bound(descriptor, controls),
            controls=controls,
        )


def _tool_name(item: Item) -> str | None:
    """Return the tool of a call that runs here; an untyped one has to say so in all its parts."""
    if item.is_hidden:
        return item.received.bound_to
    descriptor = item.received.descriptor
    metadata = descriptor.metadata
    is_call = (
        item.received.kind is Kind.UNTYPED
        and metadata.get("kind") == "client_tool"
        and "input" in metadata
        and descriptor.reason in (CLIENT_TOOL_REASON, _OLDER_REASON)
    )
    return read_text(metadata, "toolName") if is_call else None


def _is_announced(descriptor: InterruptDescriptor) -> bool:
    return descriptor.metadata.get("kind") == "client_tool" or descriptor.reason == _OLDER_REASON


def _is_bound_as_question(item: Item) -> bool:
    binding: Json = item.received.descriptor.metadata.get(BINDING_KEY)
    return isinstance(binding, dict) and binding.get("kind") == "generic"
