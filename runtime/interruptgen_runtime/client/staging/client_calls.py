"""The calls of a pause that this client has to execute."""

from dataclasses import dataclass, field
from typing import Any

from interruptgen_runtime.client.answers import Controls, Value
from interruptgen_runtime.client.bound import ClientTool
from interruptgen_runtime.core.json_types import JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class ClientToolCall:
    """A call of a tool that runs here, and the way to hand in what it returned.

    `runs_now` tells whether it is to be executed at once: not after a restart, not while the same
    pause asks a question, and not a second time. `bound` is the typed call; it is `None` where no
    generated class fits, and the call is shown as an `UntypedInterrupt` as well.
    """

    interrupt_id: str
    tool_call_id: str
    tool_name: str
    input: JsonObject
    runs_now: bool
    bound: ClientTool[Any, Any] | None
    controls: Controls = field(repr=False)

    def settle(self, output: object) -> bool:
        """Stage the output: an instance of the output class or a JSON value.

        Returns whether it is staged; if its schema refuses it, `Staging.errors` says why. Raises
        `LocalError` and `NotJson` as the interrupts do.
        """
        return self.controls.answer(Value(output))

    def fail(self, message: str) -> bool:
        """Stage that the tool failed; returns whether it is staged.

        The answer is `{"error": message}`, as TanStack AI's client gives it. Where the output
        schema refuses that, no server could accept it, and the call is cancelled instead.
        """
        return self.controls.answer(Value({"error": message})) or self.controls.cancel()
