"""The list of messages of a thread, with its tool calls found by their ids."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from interruptgen_runtime.client.history.message import Message, OpenMessage, Role
from interruptgen_runtime.client.history.parts import ToolCallPart, ToolResultPart
from interruptgen_runtime.client.outside import Outside
from interruptgen_runtime.core.json_types import Json, JsonObject


class Ledger:
    """Messages in their order; a call belongs to the first message that has it."""

    def __init__(self, outside: Outside, messages: Iterable[OpenMessage] = ()) -> None:
        self._outside = outside
        self._messages: list[OpenMessage] = []
        self._owners: dict[str, OpenMessage] = {}
        self._by_id: dict[str, OpenMessage] = {}
        self.replace(messages)

    @property
    def messages(self) -> tuple[Message, ...]:
        """The messages as they are now."""
        return tuple(message.frozen() for message in self._messages)

    def replace(self, messages: Iterable[OpenMessage]) -> None:
        """Take other messages in the place of all that are here."""
        self._messages, self._owners = list(messages), {}
        self._by_id = {message.id: message for message in self._messages}
        for message in self._messages:
            for part in message.parts:
                if isinstance(part, ToolCallPart):
                    self._owners.setdefault(part.id, message)

    def new_id(self) -> str:
        """Return an id for a message."""
        return self._outside.new_id("msg")

    def find(self, message_id: str) -> OpenMessage | None:
        """Return the last message with an id."""
        return self._by_id.get(message_id)

    def rename(self, message: OpenMessage, message_id: str) -> None:
        """Give a message another id."""
        self._by_id.pop(message.id, None)
        message.settle()
        message.id = message_id
        self._by_id[message_id] = message

    def create(self, message_id: str, role: Role) -> OpenMessage:
        """Begin a message at the end."""
        message = OpenMessage(message_id, role, created_at=self._outside.now_text())
        self._messages.append(message)
        self._by_id[message_id] = message
        return message

    def drop(self, dropped: OpenMessage) -> None:
        """Remove a message."""
        self.replace([message for message in self._messages if message is not dropped])

    def call(self, call_id: str) -> ToolCallPart | None:
        """Return a tool call."""
        owner = self._owners.get(call_id)
        found = owner.call(call_id) if owner else None
        return found[1] if found else None

    def owner(self, call_id: str) -> OpenMessage | None:
        """Return the message that a call belongs to."""
        return self._owners.get(call_id)

    def add_call(self, message: OpenMessage, call: ToolCallPart) -> None:
        """Add a call to a message."""
        message.append(call)
        self._owners.setdefault(call.id, message)

    def change_call(self, call_id: str, change: Callable[[ToolCallPart], ToolCallPart]) -> None:
        """Change a call, if it is there."""
        owner = self._owners.get(call_id)
        found = owner.call(call_id) if owner else None
        if owner is not None and found is not None:
            index, call = found
            owner.put(index, change(call))

    def set_result(self, result: ToolResultPart, output: Json) -> None:
        """Give a call its result, in the place of an earlier one; ignored without the call."""
        owner = self._owners.get(result.call_id)
        if owner is None:
            return
        self.change_call(
            result.call_id,
            lambda call: replace(
                call, output=output, state="error" if result.failed else "complete"
            ),
        )
        index = owner.index_of_result(result.call_id)
        if index is None:
            owner.append(result)
        else:
            owner.put(index, result)

    def merge_metadata(self, message: OpenMessage, incoming: JsonObject) -> None:
        """Add the metadata of an event to that of its message, member by member."""
        merged: JsonObject = {**(message.metadata or {}), **incoming}
        before, added = (message.metadata or {}).get("tanstack"), incoming.get("tanstack")
        if isinstance(added, dict):
            both: JsonObject = {**(before if isinstance(before, dict) else {}), **added}
            merged["tanstack"] = {
                name: value for name, value in both.items() if name not in ("content", "args")
            }
        message.settle()
        message.metadata = merged
