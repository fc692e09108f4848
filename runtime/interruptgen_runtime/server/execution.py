"""A call that may run -> its result, whatever the tool does."""

import asyncio
import logging
from typing import Any, Final

from interruptgen_runtime.core.implementation import ImplementedTool, ToolCallContext
from interruptgen_runtime.core.json_types import Json
from interruptgen_runtime.core.reading import read_json
from interruptgen_runtime.server.context import RunContext
from interruptgen_runtime.server.plan import Execution, content_of, failure, note_on_edits
from interruptgen_runtime.server.replay import ToolResult
from interruptgen_runtime.server.tracing import Tracing

_log: Final = logging.getLogger("interruptgen_runtime")


async def execute(
    tool: ImplementedTool[Any, Any], execution: Execution, ctx: RunContext, traces: Tracing
) -> ToolResult:
    """Run a tool; what it raises becomes a failed result, with the message of the exception.

    The tool gets the arguments as they were checked and typed, and its result is checked before
    anyone reads it.
    """
    call = ToolCallContext(
        thread_id=ctx.thread_id,
        run_id=ctx.run_id,
        call_id=execution.call.id,
        principal=ctx.principal,
        approval=execution.approval,
        edited=execution.edited,
    )
    note = note_on_edits(execution.arguments) if execution.edited else None
    with traces.tool(execution, tool.definition.description) as step:
        try:
            output = await _output(tool, execution, call)
        except (Exception, asyncio.CancelledError) as error:
            if is_cancelled(error):
                raise
            _log.warning("tool %s failed", tool.definition.name, exc_info=True)
            step.failed(error)
            failed = failure(str(error) or type(error).__name__)
            return ToolResult(failed.content, failed=True, note=note)
    return ToolResult(content_of(output), note=note)


def is_cancelled(error: BaseException) -> bool:
    """Tell whether an exception cancels this run, and not only something that was waited for."""
    task = asyncio.current_task() if isinstance(error, asyncio.CancelledError) else None
    return task is not None and task.cancelling() > 0


async def _output(
    tool: ImplementedTool[Any, Any], execution: Execution, call: ToolCallContext
) -> Json:
    definition = tool.definition
    arguments: Any = execution.arguments
    if definition.input is not None:
        arguments = definition.input.parse(arguments)
    output = await tool.function(arguments, call)
    return read_json(output) if definition.output is None else definition.output.dump(output)
