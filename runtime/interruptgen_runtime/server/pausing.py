"""What a run has to ask -> the events that end it with a pause."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.batch import (
    ApprovalAsked,
    Asked,
    ClientToolAsked,
    GenericAsked,
    build_batch,
)
from interruptgen_runtime.core.definition import InterruptRequest
from interruptgen_runtime.core.external import ExternalInterrupt
from interruptgen_runtime.core.proof import Scope
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.server import events
from interruptgen_runtime.server.decisions import Approved
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.middleware import Raised
from interruptgen_runtime.server.run_state import RunState
from interruptgen_runtime.server.sealing import Pause


def pause(
    state: RunState,
    waiting: Iterable[ApprovalAsked | ClientToolAsked],
    raised: Iterable[Raised] = (),
) -> Iterator[Event]:
    """End the run with one batch of everything that waits for answers, if that is anything.

    Interrupts of other producers come last, so that ours keep the places that their bindings name.
    """
    raised = tuple(raised)
    external = [one for one in raised if isinstance(one, ExternalInterrupt)]
    items = _items(state, waiting, raised)
    if not items and not external:
        return
    thread_id, run_id = state.input.thread_id, state.input.run_id
    agreed = _agreed(state)
    sealed = Pause(
        scope=Scope(
            audience=state.setup.trust.audience,
            thread_id=thread_id,
            run_id=run_id,
            principal=state.context.principal,
        ),
        nonce=state.setup.nonce(),
        conversation=state.conversation,
        approved=state.accepted.approved.union(agreed),
        edited=state.accepted.edited.union(
            [call_id for call_id, one in agreed.items() if one.edited is not None]
        ),
        beside_bound=any(one.run_id is not None for one in external),
    )
    with state.traces.pause(items, len(external), state.phase):
        make_id = state.setup.trust.ids(items, sealed)
        ours = build_batch(items, make_id=make_id, run_id=run_id)
    descriptors = (*ours, *(one.descriptor for one in external))
    application = state.context.state
    snapshot = ABSENT if application is ABSENT else read_json(application)
    yield events.messages_snapshot(state.conversation.to_wire())
    if snapshot is not ABSENT:
        yield events.state_snapshot(snapshot)
    yield state.end(events.run_interrupted(thread_id, run_id, descriptors))


def _items(
    state: RunState,
    waiting: Iterable[ApprovalAsked | ClientToolAsked],
    raised: Iterable[Raised],
) -> list[Asked]:
    asked = list(waiting)
    requests = [one for one in raised if isinstance(one, InterruptRequest)]
    if not asked and not requests:
        return []
    now = state.setup.clock()
    expiry = state.setup.trust.default_expiry(now)
    items: list[Asked] = [replace(item, expires_at=expiry) for item in asked]
    for request in requests:
        items.append(GenericAsked(request=request, expires_at=request.expiry(now) or expiry))
    return items


def _agreed(state: RunState) -> dict[str, Approved]:
    """Return the decisions of this run that agree to a call.

    An id of a client tool says under its digest that a person has agreed to it, and whether that
    person has changed its arguments. It need not name the pause in which that was: only the run
    that has accepted and spent the agreement makes such an id, over the same call.
    """
    decided = state.accepted.decisions.items()
    return {call_id: one for call_id, one in decided if isinstance(one, Approved)}
