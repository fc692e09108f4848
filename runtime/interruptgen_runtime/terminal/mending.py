"""An answer that was refused, and why -> the answer after a person looked at what is wrong."""

from collections.abc import Mapping
from typing import TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.terminal.checking import Path
from interruptgen_runtime.terminal.dialog import Dialog
from interruptgen_runtime.terminal.form.filling import mend, write_document
from interruptgen_runtime.terminal.form.resolving import document
from interruptgen_runtime.terminal.form.telling import Slot
from interruptgen_runtime.terminal.pending.asked import Asked, Kind

Messages: TypeAlias = Mapping[Path, str]


def mended(dialog: Dialog, asked: Asked, answer: Json, problems: Messages) -> Json | Absent:
    """Ask for those parts again that have problems, and keep all else. Raises `Left`."""
    if asked.kind is not Kind.APPROVAL:
        schema = asked.schemas.response
        return mend(dialog, part_slot(schema, "answer", answer), problems)
    parts = decision_parts(asked, answer)
    if not isinstance(answer, dict) or any(path[:1] not in parts for path in problems):
        return write_document(dialog, Slot(document(True), (), answer))
    after: JsonObject = dict(answer)
    for (name,), schema in parts.items():
        inside = {path[1:]: message for path, message in problems.items() if path[0] == name}
        title = "arguments" if name == "editedArgs" else "answer"
        value = mend(dialog, part_slot(schema, title, after.get(name, ABSENT)), inside)
        if value is not ABSENT:
            after[name] = value
    return after


def part_slot(schema: Json | Absent, title: str, current: Json | Absent) -> Slot:
    """Return the slot of a value with a schema of its own; without one, every JSON will do."""
    return Slot(document(True if schema is ABSENT else schema), (), current, title=title)


def decision_parts(asked: Asked, answer: Json) -> dict[tuple[str], Json]:
    """Return the schemas of the parts that a decision may have, by their places in it."""
    approved = isinstance(answer, dict) and answer.get("approved") is True
    schemas = asked.schemas
    parts: dict[tuple[str], Json | Absent] = {
        ("payload",): schemas.approve if approved else schemas.reject,
        ("editedArgs",): schemas.edited if approved else ABSENT,
    }
    return {path: schema for path, schema in parts.items() if schema is not ABSENT}
