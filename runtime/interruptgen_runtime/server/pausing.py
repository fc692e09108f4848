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
from interruptgen_runtime.core.proof import Scope
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.server import events
from interruptgen_runtime.server.decisions import Approved
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.middleware import AnyRequest
from interruptgen_runtime.server.run_state import RunState
from interruptgen_runtime.server.sealing import Pause


def pause(
    state: RunState,
    waiting: Iterable[ApprovalAsked | ClientToolAsked],
    requests: Iterable[AnyRequest] = (),
) -> Iterator[Event]:
    """End the run with one batch of everything that has to be answered, if that is anything."""
    items = _items(state, waiting, requests)
    if not items:
        return
    thread_id, run_id = state.input.thread_id, state.input.run_id
    sealed = Pause(
        scope=Scope(
            audience=state.setup.trust.audience,
            thread_id=thread_id,
            run_id=run_id,
            principal=state.context.principal,
        ),
        nonce=state.setup.nonce(),
        conversation=state.conversation,
        approved=_agreed(state),
    )
    make_id = state.setup.trust.ids(items, sealed)
    descriptors = build_batch(items, make_id=make_id, run_id=run_id)
    application = state.context.state
    snapshot = ABSENT if application is ABSENT else read_json(application)
    yield events.messages_snapshot(state.conversation.to_wire())
    if snapshot is not ABSENT:
        yield events.state_snapshot(snapshot)
    state.is_over = True
    yield events.run_interrupted(thread_id, run_id, descriptors)


def _items(
    state: RunState,
    waiting: Iterable[ApprovalAsked | ClientToolAsked],
    requests: Iterable[AnyRequest],
) -> list[Asked]:
    now = state.setup.clock()
    expiry = state.setup.trust.default_expiry(now)
    items: list[Asked] = [replace(asked, expires_at=expiry) for asked in waiting]
    for request in requests:
        items.append(GenericAsked(request=request, expires_at=request.expiry(now) or expiry))
    return items


def _agreed(state: RunState) -> frozenset[str]:
    """Return the calls that a person has agreed to, now or in an earlier pause."""
    decided = state.accepted.decisions.items()
    now = {call_id for call_id, decision in decided if isinstance(decision, Approved)}
    return state.accepted.approved | now
