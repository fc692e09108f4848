"""The tools of a run -> what pydantic-ai tells providers of them."""

from collections.abc import Iterable
from typing import Final

from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.tools import ToolDefinition

from interruptgen_runtime.core.json_types import JsonObject
from interruptgen_runtime.server.model import ToolSpec

_NO_ARGUMENTS: Final[JsonObject] = {"type": "object", "properties": {}}


def to_parameters(tools: Iterable[ToolSpec]) -> ModelRequestParameters:
    """Return tools as pydantic-ai tells providers of them, with their schemas as they are."""
    return ModelRequestParameters(function_tools=[_definition(tool) for tool in tools])


def _definition(tool: ToolSpec) -> ToolDefinition:
    """Return the definition of a tool; some providers insist on the members of an object."""
    schema = tool.parameters
    return ToolDefinition(
        name=tool.name,
        description=tool.description or None,
        parameters_json_schema=_NO_ARGUMENTS if schema == {"type": "object"} else schema,
    )
