"""The calls that wait for this client -> their outputs, staged and in the thread."""

from collections.abc import Sequence
from typing import Any

from interruptgen_runtime.client.bindings import Bindings
from interruptgen_runtime.client.client_tools import (
    Failed,
    ImplementedClientTool,
    Returned,
    by_name,
    declaration,
)
from interruptgen_runtime.client.history.history import History
from interruptgen_runtime.client.run_record import LegacyCall
from interruptgen_runtime.client.staging import ClientToolCall, Staging
from interruptgen_runtime.core.errors import LocalError
from interruptgen_runtime.core.json_types import Json, JsonObject


class ToolRuns:
    """Runs tools for the pauses of one thread.

    A call of a tool that needs an approval runs if it was approved here, once for each approval,
    whatever a server says. `declared` is what requests say about them: those that the bindings
    know, and those that are implemented besides.
    """

    def __init__(
        self,
        bindings: Bindings[Any],
        tools: Sequence[ImplementedClientTool],
        staging: Staging[Any],
    ) -> None:
        self._tools = by_name(tools)
        self._staging = staging
        self._approved: set[str] = set()
        self._broken_off: set[tuple[str, str]] = set()
        """The calls whose run did not come to its end; nobody can tell what they have done."""
        known = {**bindings.client_tools, **{name: one.tool for name, one in self._tools.items()}}
        self.declared: tuple[JsonObject, ...] = tuple(map(declaration, known.values()))

    def decided(self, call_id: str, approved: bool) -> None:
        """Remember what a person decided about a call; the last decision counts."""
        if approved:
            self._approved.add(call_id)
        else:
            self._approved.discard(call_id)

    def forget(self) -> None:
        """Forget what was decided."""
        self._approved.clear()

    async def run_pending(self, history: History) -> bool:
        """Run the tools that the pause asks for; returns whether any ran."""
        ran = False
        for call in self._staging.client_tools:
            implemented = self._runnable(call.tool_name, call.tool_call_id)
            if implemented is None or not self._runs_now(call):
                continue
            result, ran = await self._run(implemented, call), True
            if isinstance(result, Failed):
                _settle(call, history, None, result.message)
            elif not _settle(call, history, result.output, None):
                _settle(call, history, None, "the output of the tool is not what was asked for")
        return ran

    async def run_legacy(self, calls: Sequence[LegacyCall], history: History) -> bool:
        """Run the tools that an older server asked for; returns whether any ran."""
        ran = False
        for call in calls:
            implemented = self._runnable(call.tool_name, call.tool_call_id)
            if call.approval_id is not None or implemented is None:
                continue
            self._approved.discard(call.tool_call_id)
            result, ran = await implemented.run(call.input), True
            if isinstance(result, Failed):
                history.add_result(call.tool_call_id, None, result.message)
            else:
                history.add_result(call.tool_call_id, result.output)
        return ran

    def settle(self, history: History, call_id: str, output: Json, error: str | None) -> bool:
        """Take over what a tool returned elsewhere, or why it failed; returns whether it counts.

        Raises `LocalError` for a call that does not wait.
        """
        for call in self._staging.client_tools:
            if call.tool_call_id == call_id:
                return _settle(call, history, output, error)
        raise LocalError(f"no client tool waits for {call_id!r}")

    @property
    def waiting(self) -> tuple[str, ...]:
        """The ids of the calls that do not run by themselves."""
        return tuple(
            call.tool_call_id
            for call in self._staging.client_tools
            if not (self._runs_now(call) and self._runnable(call.tool_name, call.tool_call_id))
        )

    async def _run(
        self, implemented: ImplementedClientTool, call: ClientToolCall
    ) -> Returned | Failed:
        self._approved.discard(call.tool_call_id)
        try:
            return await implemented.run(call.input)
        except BaseException:
            self._broken_off.add(self._key(call))
            raise

    def _runnable(self, name: str, call_id: str) -> ImplementedClientTool | None:
        """Return what runs a call, if anything does and nobody has to agree first."""
        found = self._tools.get(name)
        if found is not None and found.tool.needs_approval and call_id not in self._approved:
            return None
        return found

    def _runs_now(self, call: ClientToolCall) -> bool:
        return call.runs_now and self._key(call) not in self._broken_off

    def _key(self, call: ClientToolCall) -> tuple[str, str]:
        pause = self._staging.correlation
        return "" if pause is None else pause.interrupted_run_id, call.interrupt_id


def _settle(call: ClientToolCall, history: History, output: Json, error: str | None) -> bool:
    staged = call.settle(output) if error is None else call.fail(error)
    if staged:
        history.add_result(call.tool_call_id, output, error)
    return staged
