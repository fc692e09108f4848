"""A package of the model -> what `server.py` lays out: its definitions as calls."""

from dataclasses import dataclass

from interruptgen import naming
from interruptgen.model import Interrupt, Tool
from interruptgen.python.earlier import earlier_constant, has_earlier
from interruptgen.python.expressions import (
    Arguments,
    condition_constant,
    reference,
    texts,
    view,
)
from interruptgen.python.literals import bracketed, string


@dataclass(frozen=True)
class Call:
    """A variable of `server.py`: its type, and the call that makes its value."""

    variable: str
    type: str
    function: str
    arguments: Arguments

    @property
    def declaration(self) -> str:
        """The variable and its type, up to the parenthesis of the call."""
        return bracketed(f"{self.variable}: Final[", self.type, f"] = {self.function}(")


def interrupt_call(one: Interrupt) -> Call:
    """Return the definition of a generic interrupt."""
    arguments: Arguments = [("id", string(one.id)), *texts(description=one.description)]
    if one.phases:
        phases = [f"Phase.{naming.constant_case(phase)}" for phase in one.phases]
        comma = "," if len(phases) == 1 else ""
        arguments.append(("phases", f"({', '.join(phases)}{comma})"))
    arguments.extend(texts(reason=one.reason, message=one.message))
    if one.expires_after:
        arguments.append(("expires_after", f"timedelta(seconds={one.expires_after})"))
    arguments.append(("payload", reference(one.payload)))
    arguments.append(("response", reference(one.response)))
    arguments.extend(_earlier(one))
    types = f"{view(one.payload, 'None')}, {view(one.response, 'Json')}"
    return Call(one.variable, f"InterruptDefinition[{types}]", "InterruptDefinition", arguments)


def tool_call(tool: Tool) -> Call:
    """Return the definition of a tool."""
    arguments: Arguments = [("name", string(tool.id))]
    arguments.extend(texts(title=tool.title, description=tool.description))
    if tool.runs_on == "client":
        arguments.append(("runs_on", string(tool.runs_on)))
    approval = tool.approval
    if approval:
        needs = f"schemas.{condition_constant(tool)}" if approval.condition else "True"
        arguments.append(("needs_approval", needs))
        arguments.extend(texts(message=tool.message))
        if not approval.allow_edits:
            arguments.append(("allow_edits", "False"))
    arguments.append(("input", reference(tool.input)))
    arguments.append(("output", reference(tool.output)))
    if approval:
        arguments.append(("approve", reference(approval.approve)))
        arguments.append(("reject", reference(approval.reject)))
        arguments.append(("approval_hash", string(approval.hash)))
        arguments.append(("response_hash", string(approval.response_hash)))
    arguments.extend(_earlier(tool))
    branches = (approval.approve, approval.reject) if approval else (None, None)
    views = [view(tool.input, "dict[str, Json]"), view(tool.output, "Json")]
    views.extend(view(branch, "None") for branch in branches)
    return Call(tool.variable, f"ToolDefinition[{', '.join(views)}]", "ToolDefinition", arguments)


def _earlier(definition: Interrupt | Tool) -> Arguments:
    if not has_earlier(definition):
        return []
    return [("earlier", f"earlier.{earlier_constant(definition)}")]
