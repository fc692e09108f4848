"""What has to be remembered while the events of one response arrive: where they belong."""

from interruptgen_runtime.client.history.message import OpenMessage
from interruptgen_runtime.client.history.parts import TextPart


class StreamState:
    """The messages that a response writes to, in the order in which it began to.

    `unnamed` is a message that was made before the server gave it an id, and `step` names the
    reasoning that comes next; `created` are the messages that did not exist before.
    """

    def __init__(self) -> None:
        self.created: list[OpenMessage] = []
        self.unnamed: OpenMessage | None = None
        self.step: str | None = None
        self._seen: dict[int, OpenMessage] = {}
        self._active: dict[int, OpenMessage] = {}
        self._fresh: set[int] = set()
        self._steps: dict[int, str] = {}
        self._calls: dict[str, OpenMessage] = {}

    def has(self, message: OpenMessage | None) -> bool:
        """Tell whether the response writes to a message."""
        return message is not None and id(message) in self._seen

    def last(self) -> OpenMessage | None:
        """Return the assistant's message that was begun last, if possible one that goes on."""
        for messages in (self._active, self._seen):
            for message in reversed(messages.values()):
                if message.role == "assistant":
                    return message
        return None

    def activate(self, message: OpenMessage) -> None:
        """Remember that the response writes to a message."""
        self._seen[id(message)] = self._active[id(message)] = message

    def begin_text(self, message: OpenMessage) -> None:
        """Expect text; text that a message has from earlier responses is written over."""
        if not self.has(message):
            self._fresh.add(id(message))
        self.activate(message)

    def starts_over(self, message: OpenMessage) -> bool:
        """Tell, once, whether the next text is written over what the message ends with."""
        found = id(message) in self._fresh
        self._fresh.discard(id(message))
        return found

    def reasoning_id(self, message: OpenMessage, entity: str) -> str:
        """Return the id of the reasoning that an event adds to."""
        if self.step is not None:
            self._steps[id(message)], self.step = self.step, None
        return self._steps.setdefault(id(message), entity)

    def begin_call(self, message: OpenMessage, call_id: str) -> bool:
        """Remember whose call it is; returns whether the response begins it for the first time."""
        if call_id in self._calls:
            return False
        self._calls[call_id] = message
        return True

    def call_owner(self, call_id: str) -> OpenMessage | None:
        """Return the message of a call that the response has begun."""
        return self._calls.get(call_id)

    @property
    def calls(self) -> tuple[tuple[str, OpenMessage], ...]:
        """The calls that the response has begun."""
        return tuple(self._calls.items())

    def end(self) -> OpenMessage | None:
        """Expect no more for what was begun; returns the assistant's last message of it."""
        ended = [one for one in self._active.values() if one.role == "assistant"]
        self._active = {}
        return ended[-1] if ended else None


def last_text(message: OpenMessage) -> int | None:
    """Return the index of the text that a message ends with."""
    last = len(message.parts) - 1
    return last if last >= 0 and isinstance(message.parts[last], TextPart) else None
