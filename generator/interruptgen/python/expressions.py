"""Parts of the model -> the Python expressions that generated modules name them by."""

from typing import TypeAlias

from interruptgen import naming
from interruptgen.model import Slot, Tool
from interruptgen.python.literals import string

Arguments: TypeAlias = list[tuple[str, str]]
"""Names and expressions, in order: the arguments of a call or the attributes of a class."""


def texts(**values: str | None) -> Arguments:
    """Return the texts that are there as string literals."""
    return [(key, string(text)) for key, text in values.items() if text is not None]


def constant(slot: Slot) -> str:
    """Return the name of a slot's schema in `schemas.py`."""
    return naming.schema_constant(slot.class_name)


def condition_constant(tool: Tool) -> str:
    """Return the name in `schemas.py` of what says when a call must be approved."""
    return naming.condition_constant(tool.class_name)


def reference(slot: Slot | None) -> str:
    """Return the expression for a slot's schema."""
    return f"schemas.{constant(slot)}" if slot else "None"


def view(slot: Slot | None, otherwise: str) -> str:
    """Return the type of a slot's values, or the type where there is no schema."""
    return f"models.{slot.class_name}" if slot else otherwise


def quoted_view(slot: Slot | None, otherwise: str) -> str:
    """Return the type of a slot's values for a place that is evaluated at run time."""
    return f'"models.{slot.class_name}"' if slot else otherwise
