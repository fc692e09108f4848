"""A function that answers interrupts -> is called with each of them; why that has to be undone."""

from collections.abc import Callable
from inspect import isawaitable, iscoroutine
from typing import TypeVar

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.bound import BoundInterrupt
from interruptgen_runtime.client.received import UnboundInterrupt
from interruptgen_runtime.client.staging.desk import Failure
from interruptgen_runtime.client.staging.pause import Pause
from interruptgen_runtime.client.staging.showing import Answerable, Attach, is_shown, shown

B = TypeVar("B", bound=BoundInterrupt)


def visit(
    pause: Pause | None,
    bindings: Bindings[B],
    attach: Attach,
    resolver: Callable[[Answerable[B]], object],
) -> Failure | None:
    """Call a resolver with everything shown that is not somebody else's, until it misbehaves."""
    for item in () if pause is None else pause.items:
        if not is_shown(item):
            continue
        interrupt = shown(item.received, bindings, attach)
        if isinstance(interrupt, UnboundInterrupt):
            continue
        failure = _failure_of(resolver(interrupt))
        if failure is not None:
            return failure
    return None


def _failure_of(returned: object) -> Failure | None:
    """Refuse what a resolver returns: it stages answers, at once."""
    if iscoroutine(returned):
        returned.close()
    if isawaitable(returned):
        return "async-resolver", "a resolver has to stage its answers at once, without `async`"
    if returned is not None:
        return "inactive-transaction", "a resolver stages its answers, and returns nothing"
    return None
