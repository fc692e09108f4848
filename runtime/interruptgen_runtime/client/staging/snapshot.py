"""A pause with its drafts <-> the JSON that outlives the process."""

from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.client.answers import Status
from interruptgen_runtime.client.staging.item import Item
from interruptgen_runtime.client.staging.pause import Pause
from interruptgen_runtime.client.staging.receiving import Pausing
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_count, read_text, written

_COUNTING: Final = frozenset({Status.STAGED, Status.SUBMITTING})


@dataclass(frozen=True, slots=True)
class SavedDraft:
    """An answer that was staged; `counts` unless it has to be looked at again."""

    interrupt_id: str
    is_cancelled: bool
    payload: Json | Absent
    counts: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """What a pause is taken up again from."""

    pausing: Pausing
    drafts: tuple[SavedDraft, ...]


def write_snapshot(pause: Pause) -> JsonObject:
    """Return the snapshot of a pause, with the members of a TanStack AI resume snapshot."""
    correlation = pause.correlation
    drafts: list[Json] = [_write_draft(item) for item in pause.items if item.draft is not None]
    return {
        "resumeState": {
            "threadId": correlation.thread_id,
            "runId": correlation.interrupted_run_id,
            "generation": correlation.generation,
        },
        "pendingInterrupts": [item.received.descriptor.json for item in pause.items],
        "drafts": drafts,
    }


def read_snapshot(value: Json) -> Snapshot:
    """Read a snapshot; raises `PeerError` for what is none."""
    state = value.get("resumeState") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(state, dict):
        raise PeerError("a snapshot needs an object `resumeState`")
    thread_id, run_id = read_text(state, "threadId"), read_text(state, "runId")
    if not thread_id or not run_id:
        raise PeerError("a snapshot needs the ids of its thread and its run")
    return Snapshot(
        pausing=Pausing(
            interrupts=_list(value, "pendingInterrupts"),
            thread_id=thread_id,
            run_id=run_id,
            generation=read_count(state, "generation"),
        ),
        drafts=tuple(_read_draft(raw) for raw in _list(value, "drafts")),
    )


def _write_draft(item: Item) -> JsonObject:
    payload = ABSENT if item.draft is None else item.draft.payload
    return written(
        {
            "interruptId": item.received.id,
            "status": ABSENT if item.draft is None else item.draft.status,
            "payload": payload,
            "counts": item.status in _COUNTING,
        }
    )


def _read_draft(raw: Json) -> SavedDraft:
    interrupt_id = read_text(raw, "interruptId") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or interrupt_id is None:
        raise PeerError("a draft has to name its interrupt")
    status, counts = raw.get("status"), raw.get("counts")
    if status not in ("resolved", "cancelled") or not isinstance(counts, bool):
        raise PeerError(f"the draft for interrupt {interrupt_id} is broken")
    if status == "resolved" and "payload" not in raw:
        raise PeerError(f"the draft for interrupt {interrupt_id} has no payload")
    return SavedDraft(
        interrupt_id=interrupt_id,
        is_cancelled=status == "cancelled",
        payload=raw.get("payload", ABSENT),
        counts=counts,
    )


def _list(raw: JsonObject, name: str) -> list[Json]:
    value = raw.get(name, [])
    if not isinstance(value, list):
        raise PeerError(f"`{name}` of a snapshot has to be an array")
    return value
