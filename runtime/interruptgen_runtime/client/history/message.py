"""A message that a stream still adds to, and the frozen message that an application sees."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from interruptgen_runtime.client.history.parts import (
    GrowingPart,
    Part,
    ReasoningPart,
    TextPart,
    ToolCallPart,
    ToolResultPart,
)
from interruptgen_runtime.core.json_types import JsonObject

Role: TypeAlias = Literal["user", "assistant", "system"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message of a thread; the results of tools stand in the message that called them.

    `created_at` is in ISO 8601. `metadata` is the server's and goes back to it.
    """

    id: str
    role: Role
    parts: tuple[Part, ...] = ()
    created_at: str | None = None
    metadata: JsonObject | None = None
    name: str | None = None

    @property
    def text(self) -> str:
        """All text of the message."""
        return "".join(part.content for part in self.parts if isinstance(part, TextPart))

    @property
    def calls(self) -> tuple[ToolCallPart, ...]:
        """The tool calls of the message."""
        return tuple(part for part in self.parts if isinstance(part, ToolCallPart))


@dataclass(slots=True)
class OpenMessage:
    """A message while it is being written; deltas are held together until somebody looks.

    A part that is a call, a result or reasoning stays one at its index, so that it is found by its
    id.
    """

    id: str
    role: Role
    parts: list[Part] = field(default_factory=list[Part])
    created_at: str | None = None
    metadata: JsonObject | None = None
    name: str | None = None
    _growing: int = -1
    _deltas: list[str] = field(default_factory=list[str])
    _frozen: Message | None = None
    _calls: dict[str, int] = field(default_factory=dict[str, int])
    _results: dict[str, int] = field(default_factory=dict[str, int])
    _reasoning: dict[str | None, int] = field(default_factory=dict[str | None, int])
    _indexed: int = 0

    def grow(self, index: int, delta: str) -> None:
        """Add a delta to the part at an index."""
        if index != self._growing:
            self.settle()
            self._growing = index
        self._frozen = None
        self._deltas.append(delta)

    def append(self, part: Part) -> None:
        """Add a part at the end."""
        self.settle()
        self.parts.append(part)

    def put(self, index: int, part: Part) -> None:
        """Set the part at an index."""
        self.settle()
        self.parts[index] = part

    def truncate(self, length: int) -> None:
        """Drop the parts from an index on."""
        self.settle()
        del self.parts[length:]
        self._forget_places()

    def prepend(self, parts: Iterable[Part]) -> None:
        """Add parts at the start."""
        self.settle()
        self.parts[:0] = parts
        self._forget_places()

    def _forget_places(self) -> None:
        self._calls, self._results, self._reasoning, self._indexed = {}, {}, {}, 0

    def settle(self) -> None:
        """Write the deltas that are held into their part, and expect a change."""
        self._frozen = None
        if self._deltas:
            delta, self._deltas = "".join(self._deltas), []
            part = self.parts[self._growing]
            if isinstance(part, GrowingPart):
                self.parts[self._growing] = part.grown(delta)
        self._growing = -1

    def frozen(self) -> Message:
        """Return the message as it is now."""
        if self._frozen is None:
            self.settle()
            self._frozen = Message(
                id=self.id,
                role=self.role,
                parts=tuple(self.parts),
                created_at=self.created_at,
                metadata=self.metadata,
                name=self.name,
            )
        return self._frozen

    def call(self, call_id: str) -> tuple[int, ToolCallPart] | None:
        """Return a tool call of the message and its index."""
        self.settle()
        index = self.index_of_call(call_id)
        part = None if index is None else self.parts[index]
        return (index, part) if index is not None and isinstance(part, ToolCallPart) else None

    def index_of_call(self, call_id: str) -> int | None:
        """Return the index of a tool call of the message."""
        self._index()
        return self._calls.get(call_id)

    def index_of_result(self, call_id: str) -> int | None:
        """Return the index of the result of a call."""
        self._index()
        return self._results.get(call_id)

    def index_of_reasoning(self, part_id: str) -> int | None:
        """Return the index of a reasoning of the message."""
        self._index()
        return self._reasoning.get(part_id)

    def _index(self) -> None:
        """Take the parts that were appended since into the indexes."""
        for index in range(self._indexed, len(self.parts)):
            part = self.parts[index]
            if isinstance(part, ToolCallPart):
                self._calls.setdefault(part.id, index)
            elif isinstance(part, ToolResultPart):
                self._results.setdefault(part.call_id, index)
            elif isinstance(part, ReasoningPart):
                self._reasoning.setdefault(part.id, index)
        self._indexed = len(self.parts)
