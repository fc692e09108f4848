"""The tools of an agent -> what a call of one is: gated, the client's to run, or invalid."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.errors import DuplicateDefinition, Issue, LocalError
from interruptgen_runtime.core.implementation import ImplementedTool
from interruptgen_runtime.core.json_types import Json, JsonObject
from interruptgen_runtime.core.registry import AnyTool
from interruptgen_runtime.core.schema import Schema
from interruptgen_runtime.core.tool import ToolDefinition
from interruptgen_runtime.core.wire import read_text
from interruptgen_runtime.server.conversation import ToolCall
from interruptgen_runtime.server.model import ToolSpec

Tool: TypeAlias = ImplementedTool[Any, Any] | AnyTool
"""A server's tool with its implementation, or the definition of a client's tool."""

_ANY_ARGUMENTS: Final[JsonObject] = {"type": "object"}


@dataclass(frozen=True, slots=True)
class Toolbox:
    """The tools that a run knows, by name."""

    definitions: Mapping[str, AnyTool]
    implementations: Mapping[str, ImplementedTool[Any, Any]]
    specs: tuple[ToolSpec, ...]

    def with_client_tools(self, raw: Iterable[JsonObject]) -> "Toolbox":
        """Add tools that a client declares in its request; the agent's own win."""
        definitions, specs = dict(self.definitions), list(self.specs)
        for tool in raw:
            name, parameters = read_text(tool, "name"), tool.get("parameters")
            if not name or name in definitions:
                continue
            description = read_text(tool, "description") or ""
            definitions[name] = ToolDefinition[JsonObject, Any, None, None](
                name=name, description=description, runs_on="client", input=None, output=None
            )
            schema = parameters if isinstance(parameters, dict) else _ANY_ARGUMENTS
            specs.append(ToolSpec(name=name, description=description, parameters=schema))
        return Toolbox(definitions, self.implementations, tuple(specs))

    def definition(self, call: ToolCall) -> AnyTool | None:
        """Return the definition of the tool that is called."""
        return self.definitions.get(call.name)

    def problem(self, call: ToolCall) -> str | None:
        """Return why a call cannot run, whoever agrees to it; `None` if it can."""
        definition = self.definition(call)
        if definition is None:
            return f"Unknown tool: {call.name}"
        if definition.input is not None:
            issues = _refusal(definition.input, call.value)
            listed = ", ".join(str(issue) for issue in issues)
            return f"Input validation failed for tool {call.name}: {listed}" if issues else None
        if not isinstance(call.value, dict):
            return f"Input validation failed for tool {call.name}: no JSON object"
        return None

    def is_gated(self, call: ToolCall) -> bool:
        """Tell whether a person has to approve a call before it runs; invalid ones never run."""
        definition = self.definition(call)
        return (
            definition is not None
            and definition.asks(call.arguments)
            and self.problem(call) is None
        )


def _refusal(schema: Schema[Any], arguments: Json | Absent) -> tuple[Issue, ...]:
    return (schema.check(ABSENT) if arguments is ABSENT else schema.judge(arguments)).issues


def make_toolbox(tools: Iterable[Tool]) -> Toolbox:
    """Sort the tools of an agent.

    Raises `DuplicateDefinition` for two tools of one name, and `LocalError` for a server's tool
    without an implementation.
    """
    definitions: dict[str, AnyTool] = {}
    implementations: dict[str, ImplementedTool[Any, Any]] = {}
    for tool in tools:
        definition: AnyTool
        if isinstance(tool, ImplementedTool):
            definition = tool.definition
            implementations[definition.name] = tool
        elif tool.runs_on == "client":
            definition = tool
        else:
            raise LocalError(f"tool {tool.name} runs on the server, and needs an implementation")
        if definitions.setdefault(definition.name, definition) is not definition:
            raise DuplicateDefinition(f"two tools have the name {definition.name!r}")
    return Toolbox(definitions, implementations, tuple(map(_spec, definitions.values())))


def _spec(definition: AnyTool) -> ToolSpec:
    document = definition.input.document if definition.input else None
    return ToolSpec(
        name=definition.name,
        description=definition.description or "",
        parameters=document if isinstance(document, dict) else _ANY_ARGUMENTS,
    )
