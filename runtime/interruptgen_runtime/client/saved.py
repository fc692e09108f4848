"""A session -> JSON from which another process goes on with it, and back."""

from typing import Any, Final

from interruptgen_runtime.client.history.history import History
from interruptgen_runtime.client.history.reading import objects, record, text_member
from interruptgen_runtime.client.legacy import LegacyApproval
from interruptgen_runtime.client.session import Session
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text

SNAPSHOT_VERSION: Final = 1


def save_session(session: Session[Any]) -> JsonObject:
    """Return the snapshot of a session: its thread, its pause, and the answers that are staged."""
    messages: list[Json] = [*session.history.wire]
    snapshot: JsonObject = {
        "version": SNAPSHOT_VERSION,
        "threadId": session.thread_id,
        "messages": messages,
        "state": session.state,
    }
    pause = session.staging.save()
    if pause is not None:
        snapshot["pause"] = pause
    if session.legacy:
        snapshot["legacyApprovals"] = [_saved(approval) for approval in session.legacy]
    return snapshot


def load_session(session: Session[Any], snapshot: Json) -> None:
    """Make a new session go on where a snapshot stands; raises `PeerError` for what is none."""
    if not isinstance(snapshot, dict) or snapshot.get("version") != SNAPSHOT_VERSION:
        raise PeerError(f"a snapshot of a chat has the version {SNAPSHOT_VERSION}")
    thread_id, messages = read_text(snapshot, "threadId"), snapshot.get("messages")
    if thread_id is None or not isinstance(messages, list):
        raise PeerError("a snapshot of a chat needs a threadId and messages")
    session.thread_id = thread_id
    session.history = History(session.options.outside, objects(messages))
    session.state = snapshot.get("state", {})
    session.legacy = [_loaded(raw) for raw in objects(snapshot.get("legacyApprovals"))]
    for approval in session.legacy:
        session.history.ask_approval(approval.tool_call_id, approval.id)
    if "pause" in snapshot:
        session.staging.restore(snapshot["pause"])
        pause = record(snapshot["pause"]) or {}
        session.mark_approvals([*objects(pause.get("pendingInterrupts"))])


def _saved(approval: LegacyApproval) -> JsonObject:
    saved: JsonObject = {
        "id": approval.id,
        "toolCallId": approval.tool_call_id,
        "toolName": approval.tool_name,
        "input": approval.input,
    }
    if approval.approved is not None:
        saved["approved"] = approval.approved
    return saved


def _loaded(raw: JsonObject) -> LegacyApproval:
    approved = raw.get("approved")
    return LegacyApproval(
        id=text_member(raw, "id"),
        tool_call_id=text_member(raw, "toolCallId"),
        tool_name=text_member(raw, "toolName"),
        input=record(raw.get("input")) or {},
        approved=approved if isinstance(approved, bool) else None,
    )
