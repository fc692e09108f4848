"""Functions that run a client's tools -> what a request declares, and what a call returns."""

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from interruptgen_runtime.client.bound import ClientTool
from interruptgen_runtime.core.errors import DuplicateDefinition, InterruptError
from interruptgen_runtime.core.json_types import Json, JsonObject

Input = TypeVar("Input")
Output = TypeVar("Output")

_LOG: Final = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Returned:
    """What a tool returned, as JSON."""

    output: Json


@dataclass(frozen=True, slots=True)
class Failed:
    """Why a tool returned nothing; the model reads it."""

    message: str


@dataclass(frozen=True, slots=True)
class ImplementedClientTool:
    """A generated client tool with the function that runs it."""

    tool: type[ClientTool[Any, Any]]
    function: Callable[[Any], Any]

    async def run(self, arguments: JsonObject) -> Returned | Failed:
        """Run the tool; whatever goes wrong becomes a failure that the model reads."""
        given, returned = self.tool.input_schema, self.tool.output_schema
        try:
            typed = arguments if given is None else given.parse(arguments)
            output = self.function(typed)
            if inspect.isawaitable(output):
                output = await output
            return Returned(output if returned is None else returned.dump(output))
        except InterruptError as error:
            _LOG.warning("client tool %s: %s", self.tool.tool_name, error)
            return Failed(str(error))
        except (Exception, asyncio.CancelledError) as error:
            if _is_cancelled(error):
                raise
            _LOG.warning("client tool %s failed", self.tool.tool_name, exc_info=True)
            return Failed(str(error) or type(error).__name__)


def _is_cancelled(error: BaseException) -> bool:
    """Tell whether an exception cancels this task, and not only something that was waited for."""
    task = asyncio.current_task() if isinstance(error, asyncio.CancelledError) else None
    return task is not None and task.cancelling() > 0


def implements(
    tool: type[ClientTool[Input, Output]],
) -> Callable[[Callable[[Input], Output | Awaitable[Output]]], ImplementedClientTool]:
    """Decorate the function that runs a client tool, plain or asynchronous.

    It gets the arguments of a call in their class and returns the output in its class; what it
    raises is told to the model. The result goes into the `tools` of a chat.
    """

    def decorate(
        function: Callable[[Input], Output | Awaitable[Output]],
    ) -> ImplementedClientTool:
        return ImplementedClientTool(tool, function)

    return decorate


def declaration(tool: type[ClientTool[Any, Any]]) -> JsonObject:
    """Return what a request says about a tool."""
    schema = tool.input_schema
    return {
        "name": tool.tool_name,
        "description": tool.description or "",
        "parameters": {"type": "object"} if schema is None else _parameters(schema.document),
    }


def by_name(tools: Iterable[ImplementedClientTool]) -> Mapping[str, ImplementedClientTool]:
    """Index tools by name; raises `DuplicateDefinition` for two with the same."""
    table: dict[str, ImplementedClientTool] = {}
    for implemented in tools:
        name = implemented.tool.tool_name
        if table.setdefault(name, implemented) is not implemented:
            raise DuplicateDefinition(f"client tool {name!r} has two implementations")
    return table


def _parameters(document: Json) -> Json:
    """Return an input schema as TanStack AI's client sends it: an object says what it holds."""
    if not isinstance(document, dict):
        return document
    schema = {name: value for name, value in document.items() if name != "$schema"}
    if "properties" in schema:
        schema.setdefault("type", "object")
    if schema.get("type") == "object":
        schema.setdefault("properties", {})
        schema.setdefault("required", [])
    return schema
