"""One tool call as a provider streams it -> its start and the pieces of its arguments.

Providers send a name in pieces, arguments as text or as objects, or a call again as a whole.
"""

import json
from collections.abc import Iterator
from typing import Any

from pydantic_ai.exceptions import UnexpectedModelBehavior
from pydantic_ai.messages import ToolCallPart, ToolCallPartDelta

from interruptgen_runtime.server.model import Delta, ToolCallDelta, ToolCallStarted


class StreamedCall:
    """A call so far, and what of it has been told.

    It is to be told when its arguments come: its name is complete then. Arguments that come as
    objects can change until the end, and are told there.
    """

    def __init__(self) -> None:
        self._name = ""
        self._id = ""
        self._text: list[str] = []
        self._waiting: list[str] = []
        self._fields: dict[str, Any] | None = None
        self._has_started = False

    @property
    def is_waiting(self) -> bool:
        """Whether there is text of arguments to be told."""
        return bool(self._waiting)

    @property
    def is_complete(self) -> bool:
        """Whether the arguments are whole, as far as JSON shows that."""
        if self._fields is not None:
            return True
        try:
            json.loads("".join(self._text))
        except (ValueError, RecursionError):
            return False
        return True

    def take_part(self, part: ToolCallPart) -> None:
        """Take the call as a whole; raises `UnexpectedModelBehavior` if it unsays what was told."""
        text = part.args if isinstance(part.args, str) else ""
        known = "".join(self._text) if self._has_started else ""
        if self._has_started:
            same = (part.tool_name, part.tool_call_id) == (self._name, self._id)
            if not same or not text.startswith(known):
                raise UnexpectedModelBehavior("the model changed a tool call after sending it")
        else:
            self._text, self._waiting = [], []
        self._name, self._id = part.tool_name, part.tool_call_id
        self._fields = part.args if isinstance(part.args, dict) else None
        self._add(text.removeprefix(known))

    def take_delta(self, delta: ToolCallPartDelta) -> None:
        """Add to the call; raises `UnexpectedModelBehavior` for more of a name that was told."""
        if delta.tool_name_delta:
            if self._has_started:
                raise UnexpectedModelBehavior("the model renamed a tool call after sending it")
            self._name += delta.tool_name_delta
        if delta.tool_call_id and not self._has_started:
            self._id = delta.tool_call_id
        if isinstance(delta.args_delta, dict):
            self._fields = {**(self._fields or {}), **delta.args_delta}
        else:
            self._add(delta.args_delta or "")

    def start(self) -> Iterator[Delta]:
        """Tell of the call, unless that has been done."""
        if not self._has_started:
            self._has_started = True
            yield ToolCallStarted(self._id, self._name)

    def tell(self) -> Iterator[Delta]:
        """Tell of the text of arguments that is waiting; the call has started."""
        for text in self._waiting:
            yield ToolCallDelta(self._id, text)
        self._waiting.clear()

    def tell_fields(self) -> Iterator[Delta]:
        """Tell of arguments that came as objects, at the end."""
        if self._fields is not None:
            text = json.dumps(self._fields, ensure_ascii=False, separators=(",", ":"))
            yield ToolCallDelta(self._id, text)

    def _add(self, text: str) -> None:
        if text:
            self._text.append(text)
            self._waiting.append(text)
