"""Members of events and messages, as TanStack AI's client reads them."""

from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.wire import read_text


def tanstack(holder: JsonObject) -> JsonObject:
    """Return what stands under `metadata.tanstack`; empty if nothing does."""
    metadata = holder.get("metadata")
    inner = metadata.get("tanstack") if isinstance(metadata, dict) else None
    return inner if isinstance(inner, dict) else {}


def member(event: JsonObject, name: str) -> Json:
    """Return a member of an event, at its top or under `metadata.tanstack`; `None` if missing."""
    value = event.get(name)
    return tanstack(event).get(name) if value is None else value


def text_member(event: JsonObject, name: str) -> str:
    """Return a member that is a text, and the empty text for everything else."""
    return read_text(event, name) or ""


def record(value: Json) -> JsonObject | None:
    """Return an object, and nothing for everything else."""
    return value if isinstance(value, dict) else None


def objects(value: Json) -> list[JsonObject]:
    """Return the objects of a list; what is no list has none."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
