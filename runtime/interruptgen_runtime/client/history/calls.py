"""Tool calls from one state to the next, and what their texts say."""

import json
from dataclasses import replace
from typing import Final

from interruptgen_runtime.client.history.parts import ToolCallPart
from interruptgen_runtime.core.absent import ABSENT, Absent
from interruptgen_runtime.core.json_types import Json, JsonObject

_DECIDED: Final = frozenset({"approval-requested", "approval-responded", "error"})
SIGNATURE: Final = "thoughtSignature"
"""The member of a call's metadata that its provider has to see again."""


def restarted(call: ToolCallPart, name: str, metadata: JsonObject | None) -> ToolCallPart:
    """Return a call that a server announces once more: its arguments come again."""
    return replace(
        call,
        name=name,
        arguments="",
        state="awaiting-input",
        metadata=metadata if metadata is not None else call.metadata,
    )


def completed(call: ToolCallPart, given: Json | Absent) -> ToolCallPart:
    """Return a call whose arguments are complete; `given` is their value as the server read it.

    What was decided or has failed keeps its state.
    """
    if call.state in _DECIDED or call.state == "complete":
        return call
    arguments = call.arguments
    if given is not ABSENT and not arguments:
        arguments = compact(given)
    value = parsed(arguments, ABSENT) if given is ABSENT else given
    return replace(call, arguments=arguments, state="input-complete", input=value)


def signed(call: ToolCallPart, signature: str) -> ToolCallPart:
    """Return a call with the signature of its provider."""
    return replace(call, metadata={**(call.metadata or {}), SIGNATURE: signature})


def parsed(text: str, otherwise: Json | Absent) -> Json | Absent:
    """Return the value of a JSON text, or something else for a text that is none."""
    try:
        value: Json = json.loads(text)
    except (ValueError, RecursionError):
        return otherwise
    return value


def compact(value: Json) -> str:
    """Write a value as JavaScript's `JSON.stringify` does."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def error_text(output: Json | Absent) -> str:
    """Return why a tool failed, as its output says it."""
    error = output.get("error") if isinstance(output, dict) else output
    return error if isinstance(error, str) else "Tool execution failed"
