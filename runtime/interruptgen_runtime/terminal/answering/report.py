"""Pending decisions -> JSON and text for a script."""

from collections.abc import Sequence

from interruptgen_runtime.core.absent import ABSENT
from interruptgen_runtime.core.envelope import decision_envelope
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import or_absent, written
from interruptgen_runtime.terminal.answering.choosing import Refusal
from interruptgen_runtime.terminal.form.telling import place_text
from interruptgen_runtime.terminal.lines import Lines, Style, line
from interruptgen_runtime.terminal.pending.asked import Asked, Kind
from interruptgen_runtime.terminal.text import one_line
from interruptgen_runtime.terminal.views import answer_lines, asked_lines


def asked_json(number: int, asked: Asked) -> JsonObject:
    """Return a decision as JSON; members that it does not have are left out."""
    handle, schemas = asked.handle, asked.schemas
    is_approval = asked.kind is Kind.APPROVAL
    envelope = decision_envelope(schemas.edited, schemas.approve, schemas.reject)
    return written(
        {
            "number": number,
            "id": asked.id,
            "kind": str(asked.kind),
            "name": asked.name,
            "typed": asked.typed,
            "answerable": handle is not None,
            "required": asked.required,
            "status": ABSENT if handle is None else str(handle.status),
            "message": or_absent(asked.message),
            "payload": asked.payload,
            "arguments": asked.arguments,
            "responseSchema": envelope if is_approval else schemas.response,
            "expiresAt": or_absent(asked.expires_at),
            "draft": ABSENT if handle is None else handle.draft,
            "problem": or_absent(asked.problem),
        }
    )


def pending_json(thread_id: str, url: str, decisions: Sequence[Asked]) -> JsonObject:
    """Return all that is pending in a thread."""
    listed: list[Json] = [asked_json(number, one) for number, one in enumerate(decisions, 1)]
    return {"threadId": thread_id, "url": url, "pending": listed}


def pending_lines(decisions: Sequence[Asked], now: int) -> Lines:
    """Show all that is pending, with the ids by which it is answered."""
    lines: Lines = []
    for number, asked in enumerate(decisions, 1):
        lines.append(line(f"{number}. {one_line(asked.id, 400)}"))
        lines += [*asked_lines(asked, now, whole=True), *answer_lines(asked)]
    return lines or [line("nothing is pending")]


def refusal_lines(refusals: Sequence[Refusal]) -> Lines:
    """Say what is wrong with the answers."""
    lines: Lines = []
    for one in refusals:
        place = f" {place_text(one.path)}:" if one.path else ""
        text = f"✗ {one_line(one.name, 80)}:{place} {one_line(one.message, 400)}"
        lines.append(line(text, Style.BAD))
    return lines
