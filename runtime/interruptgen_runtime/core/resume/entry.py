"""The entries of a request's `resume` list."""

from dataclasses import dataclass
from functools import cached_property

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.canonical import canonical
from interruptgen_runtime.core.errors import PeerError
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text, written


@dataclass(frozen=True, kw_only=True)
class ResumeEntry:
    """The answer to one interrupt, not checked yet: its status may be anything."""

    interrupt_id: str
    status: Json | Absent
    payload: Json | Absent = ABSENT
    metadata: Json | Absent = ABSENT

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

    @cached_property
    def canonical(self) -> str:
        """The entry in canonical form; raises `NotJson` where it has none."""
        return canonical(self.to_json())


def read_resume(value: Json) -> tuple[ResumeEntry, ...]:
    """Read a `resume` list; raises `PeerError` for what is no list of objects with ids."""
    if not isinstance(value, list):
        raise PeerError("resume has to be an array")
    return tuple(_read_entry(entry, index) for index, entry in enumerate(value))


def _read_entry(raw: Json, index: int) -> ResumeEntry:
    interrupt_id = read_text(raw, "interruptId") if isinstance(raw, dict) else None
    if not isinstance(raw, dict) or interrupt_id is None:
        raise PeerError(f"resume[{index}] has to be an object with a string interruptId")
    return ResumeEntry(
        interrupt_id=interrupt_id,
        status=raw.get("status", ABSENT),
        payload=raw.get("payload", ABSENT),
        metadata=raw.get("metadata", ABSENT),
    )
