"""The entries of a request's `resume` list."""

from dataclasses import field
from typing import Final

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.plain import plain_text, write_plain
from interruptgen_runtime.core.reading import MAX_DEPTH, read_json
from interruptgen_runtime.core.records import record
from interruptgen_runtime.core.wire import written

_MEMBERS: Final = frozenset({"interruptId", "status", "payload", "metadata"})


@record(kw_only=True)
class ResumeEntry:
    """The answer to one interrupt, not checked yet: its status may be anything.

    `plain_text` is its canonical text where all of it is known to be plain JSON (`is_plain`), so
    that no part of it needs to be looked at again.
    """

    interrupt_id: str
    status: Json | Absent
    payload: Json | Absent = ABSENT
    metadata: Json | Absent = ABSENT
    plain_text: str | None = field(default=None, compare=False, repr=False)

    @property
    def is_plain(self) -> bool:
        """Tell whether all of the entry is known to be plain JSON."""
        return self.plain_text is not None

    @property
    def canonical(self) -> str:
        """The entry in canonical form; raises `NotJson` where it has none."""
        return canonical(self.to_json()) if self.plain_text is None else self.plain_text

    def to_json(self) -> JsonObject:
        """Return the entry as it stands on the wire."""
        return written(
            {
                "interruptId": self.interrupt_id,
                "status": self.status,
                "payload": self.payload,
                "metadata": self.metadata,
            }
        )


def read_resume(value: Json) -> tuple[ResumeEntry, ...]:
    """Read a `resume` list; raises `PeerError` for what is no list of objects with ids."""
    if not isinstance(value, list):
        raise PeerError("resume has to be an array")
    return tuple([_read_entry(raw, index) for index, raw in enumerate(value)])


def receive_resume(value: Json) -> tuple[ResumeEntry, ...]:
    """Read a `resume` list of which nothing is known, with `3.0` read as `3` at any depth.

    Raises `PeerError` as `read_resume` does, and `NotJson` as `read_json` does.
    """
    entries = read_resume(value)
    if all([entry.is_plain for entry in entries]):
        return entries
    return read_resume(read_json(value))


def _read_entry(raw: Json, index: int) -> ResumeEntry:
    if not isinstance(raw, dict) or not isinstance(interrupt_id := raw.get("interruptId"), str):
        raise PeerError(f"resume[{index}] has to be an object with a string interruptId")
    return ResumeEntry(
        interrupt_id=interrupt_id,
        status=raw.get("status", ABSENT),
        payload=raw.get("payload", ABSENT),
        metadata=raw.get("metadata", ABSENT),
        plain_text=_plain_text(raw),
    )


def _plain_text(raw: JsonObject) -> str | None:
    """Return the canonical text of a plain entry, without the members that no entry has."""
    text = plain_text(raw, MAX_DEPTH - 1)
    if text is None or _MEMBERS.issuperset(raw):
        return text
    return write_plain({name: value for name, value in raw.items() if name in _MEMBERS})
