"""Lines of server-sent events or of bare JSON -> events, with the place of what is neither.

Servers differ in how strictly they write server-sent events, so this reads them as TanStack AI's
`fetchServerSentEvents` does and as the HTML standard does: an event on one `data:` line is
complete at the end of that line, one on several lines at the blank line after them, and a line
without a field name may be an event by itself.
"""

import json
from dataclasses import dataclass
from typing import Final

from interruptgen_runtime.client.failure import BrokenStream, ConnectionLost
from interruptgen_runtime.client.stream.lines import LineReader
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.reading import MAX_DEPTH
from interruptgen_runtime.core.strict_json import finite_number, refuse_constant

DONE: Final = "[DONE]"
"""The data with which older servers end a run; it is read as RUN_FINISHED."""

_IGNORED: Final = ("event", "id", "retry")


@dataclass(frozen=True, slots=True, kw_only=True)
class StreamLimits:
    """How much one event may hold: bytes of its text, and containers inside one another."""

    event_bytes: int = 16_000_000
    depth: int = MAX_DEPTH


class EventReader:
    """Reads the events of one response; `done` once the server said that nothing follows."""

    def __init__(self, limits: StreamLimits) -> None:
        self.done = False
        self._limits = limits
        self._lines = LineReader()
        self._data: list[str] = []
        self._size = 0
        self._line = 0
        self._event = 1

    def feed(self, chunk: bytes) -> list[JsonObject]:
        """Return the events that a chunk completes; raises `BrokenStream`."""
        events: list[JsonObject] = []
        for line in self._lines.feed(chunk):
            self._take(line, events)
        self._check_size(self._lines.held)
        return events

    def finish(self) -> list[JsonObject]:
        """Return what the end of the response completes.

        A last line without an end counts if it is a whole event; raises `ConnectionLost` if it is
        only the beginning of one.
        """
        events: list[JsonObject] = []
        try:
            for line in (self._lines.rest(), b""):
                self._take(line, events)
        except BrokenStream:
            raise ConnectionLost(
                f"the response ended in the middle of event {self._event}"
            ) from None
        return events

    def _take(self, raw: bytes, events: list[JsonObject]) -> None:
        if self.done:
            return
        self._line += 1
        self._check_size(len(raw))
        event = self._read_line(raw)
        if event is not None:
            events.append(event)
            self._event += 1

    def _read_line(self, raw: bytes) -> JsonObject | None:
        try:
            line = raw.decode()
        except UnicodeDecodeError:
            raise self._broken("the text is not UTF-8") from None
        if not line.strip():
            return self._end_of_event()
        name, _, value = line.partition(":")
        if name == "data":
            return self._read_data(value.removeprefix(" "))
        if not name or name in _IGNORED:
            return None
        if self._data:
            raise self._broken("an event begins before the one before it has ended")
        return self._event_of(line)

    def _read_data(self, text: str) -> JsonObject | None:
        """Read the data of one line: an event, the end, or a part of an event on several lines."""
        if not self._data:
            if text.strip() == DONE:
                self.done = True
                return {"type": "RUN_FINISHED", "metadata": {"tanstack": {"finishReason": "stop"}}}
            try:
                value = _loads(text)
            except ValueError:
                pass
            else:
                return self._check(value, text)
        self._data.append(text)
        self._size += len(text) + 1
        self._check_size(self._size)
        return None

    def _end_of_event(self) -> JsonObject | None:
        text = "\n".join(self._data)
        self._data, self._size = [], 0
        return self._event_of(text) if text.strip() else None

    def _event_of(self, text: str) -> JsonObject:
        try:
            value = _loads(text)
        except ValueError as error:
            raise self._broken(f"this is not JSON: {error}") from None
        return self._check(value, text)

    def _check(self, value: Json, text: str) -> JsonObject:
        if not isinstance(value, dict) or not isinstance(value.get("type"), str):
            raise self._broken("an event has to be an object with a type")
        if _is_deeper(value, text, self._limits.depth):
            raise self._broken(f"more than {self._limits.depth} containers inside one another")
        return value

    def _check_size(self, size: int) -> None:
        if size > self._limits.event_bytes:
            raise self._broken(f"an event has more than {self._limits.event_bytes} bytes")

    def _broken(self, message: str) -> BrokenStream:
        return BrokenStream(message, self._event, self._line)


def _loads(text: str) -> Json:
    try:
        value: Json = json.loads(text, parse_constant=refuse_constant, parse_float=finite_number)
    except RecursionError:
        raise ValueError("too many containers inside one another") from None
    return value


def _is_deeper(value: Json, text: str, limit: int) -> bool:
    """Tell whether more containers are inside one another; few brackets need no second look."""
    if text.count("[") + text.count("{") <= limit:
        return False
    level: list[Json] = [value]
    for _ in range(limit + 1):
        level = [child for container in level for child in _children(container)]
        if not level:
            return False
    return any(isinstance(child, dict | list) for child in level)


def _children(value: Json) -> list[Json]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
