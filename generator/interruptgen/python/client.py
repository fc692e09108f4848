"""A package of the model -> what `client.py` lays out: its bound interrupts as classes."""

from dataclasses import dataclass

from interruptgen.model import Interrupt, Tool
from interruptgen.python.expressions import Arguments, quoted_view, reference, texts
from interruptgen.python.literals import LINE_LENGTH, bracketed, string
from interruptgen.python.text import docstring, wrapped


@dataclass(frozen=True)
class BoundClass:
    """A class of `client.py`: its base, and its attributes."""

    name: str
    base: str
    docstring: str
    attributes: Arguments

    @property
    def declaration(self) -> str:
        """The class statement."""
        return bracketed(f"class {self.name}(", self.base, "):")


def interrupt_class(one: Interrupt) -> BoundClass:
    """Return the class of a generic interrupt."""
    base = f"{quoted_view(one.payload, 'None')}, {quoted_view(one.response, 'Json')}"
    return BoundClass(
        one.class_name,
        f"GenericInterrupt[{base}]",
        _docstring(one.description or one.message or f"The interrupt {one.id}."),
        [
            ("definition_id", string(one.id)),
            ("payload_schema", reference(one.payload)),
            ("response_schema", reference(one.response)),
        ],
    )


def approval_class(tool: Tool) -> BoundClass:
    """Return the class of a tool's pending approval."""
    approval = tool.approval
    approve, reject = (approval.approve, approval.reject) if approval else (None, None)
    base = ", ".join(
        [
            quoted_view(tool.input, "dict[str, Json]"),
            quoted_view(approve, "None"),
            quoted_view(reject, "None"),
        ]
    )
    attributes = [
        ("tool_name", string(tool.id)),
        ("input_schema", reference(tool.input)),
        ("approve_schema", reference(approve)),
        ("reject_schema", reference(reject)),
    ]
    if approval:
        attributes.append(("approval_hash", string(approval.hash)))
        attributes.append(("response_hash", string(approval.response_hash)))
        attributes.append(("allow_edits", str(approval.allow_edits)))
    text = f"A call of {tool.id} that waits for a decision."
    described = f"{text}\n\n{tool.description}" if tool.description else text
    return BoundClass(
        tool.approval_class, f"ToolApproval[{base}]", _docstring(described), attributes
    )


def client_tool_class(tool: Tool) -> BoundClass:
    """Return the class of a tool that runs in the client."""
    base = f"{quoted_view(tool.input, 'dict[str, Json]')}, {quoted_view(tool.output, 'Json')}"
    attributes = [("tool_name", string(tool.id)), *texts(description=tool.description)]
    attributes.append(("input_schema", reference(tool.input)))
    attributes.append(("output_schema", reference(tool.output)))
    always = tool.approval is not None and tool.approval.condition is None
    attributes.append(("needs_approval", str(always)))
    text = tool.description or f"The tool {tool.id}, which runs in the client."
    return BoundClass(tool.class_name, f"ClientTool[{base}]", _docstring(text), attributes)


def _docstring(text: str) -> str:
    return docstring(wrapped(text, LINE_LENGTH - len('    """"""')))
