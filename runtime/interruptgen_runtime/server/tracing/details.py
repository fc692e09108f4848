"""What is known of a step -> attributes that say what it was about, without anybody's data."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from interruptgen_runtime.core.batch import ApprovalAsked, Asked, GenericAsked
from interruptgen_runtime.core.definition import Phase
from interruptgen_runtime.server.decisions import (
    Accepted,
    Answered,
    Approved,
    CallDecision,
    Rejected,
)
from interruptgen_runtime.server.events import Event
from interruptgen_runtime.server.model import (
    Delta,
    Described,
    Finished,
    Model,
    ToolCallStarted,
    Usage,
)

Value: TypeAlias = str | bool | int | tuple[str, ...]
Attributes: TypeAlias = Mapping[str, Value]

_MAX_TEXT = 256


def clip(text: str) -> str:
    """Shorten a text that others have chosen, such as the id of a thread."""
    return text[:_MAX_TEXT]


def model_attributes(model: Model) -> dict[str, Value]:
    """Return what a model says of itself."""
    if not isinstance(model, Described):
        return {}
    return {"gen_ai.request.model": model.model_name, "gen_ai.provider.name": model.provider_name}


def asked(item: Asked, phase: Phase | None) -> Attributes:
    """Return what is asked; `phase` is where the hooks raised their questions."""
    if isinstance(item, GenericAsked):
        about: dict[str, Value] = {
            "interruptgen.kind": "generic",
            "interruptgen.definition": item.request.definition.id,
        }
        return about if phase is None else about | {"interruptgen.phase": phase.value}
    return {
        "interruptgen.kind": "approval" if isinstance(item, ApprovalAsked) else "client-tool",
        "interruptgen.definition": item.tool.name,
        "gen_ai.tool.call.id": clip(item.call_id),
    }


def decided(accepted: Accepted) -> Iterator[Attributes]:
    """Yield what was decided about each call and each question."""
    names = {call.id: call.name for call in accepted.calls}
    for call_id, decision in accepted.decisions.items():
        yield {
            "interruptgen.definition": clip(names.get(call_id, "")),
            "gen_ai.tool.call.id": clip(call_id),
            "interruptgen.resolution": _resolution(decision),
        }
    for answer in accepted.answers:
        yield {
            "interruptgen.definition": answer.definition.id,
            "interruptgen.resolution": "resolved" if answer.resolved else "cancelled",
        }
    for external in accepted.answers.external:
        yield {
            "interruptgen.kind": "external",
            "interruptgen.resolution": "resolved" if external.resolved else "cancelled",
        }


def _resolution(decision: CallDecision) -> str:
    match decision:
        case Approved(edited):
            return "approved" if edited is None else "edited"
        case Rejected():
            return "rejected"
        case Answered():
            return "answered"
        case _:
            return "cancelled"


def ended(event: Event) -> Attributes:
    """Return how a run ends, from its terminal event."""
    outcome: Any = event.get("outcome", {})
    if event["type"] == "RUN_ERROR":
        return {"interruptgen.outcome": "error"}
    about: dict[str, Value] = {"interruptgen.outcome": outcome["type"]}
    if outcome["type"] == "interrupt":
        about["interruptgen.interrupts"] = len(outcome["interrupts"])
    usage: Any = event.get("usage", [])
    for tokens in usage:
        about["gen_ai.usage.input_tokens"] = tokens["inputTokens"]
        about["gen_ai.usage.output_tokens"] = tokens["outputTokens"]
    return about


class AnswerNotes:
    """What an answer of a model amounts to, without its words."""

    def __init__(self) -> None:
        self._usage = Usage()
        self._reason = ""
        self._calls = 0

    def take(self, delta: Delta) -> None:
        """Take note of a delta."""
        match delta:
            case Usage(input_tokens=read, output_tokens=written):
                self._usage = Usage(
                    input_tokens=self._usage.input_tokens + read,
                    output_tokens=self._usage.output_tokens + written,
                )
            case Finished(reason):
                self._reason = reason
            case ToolCallStarted():
                self._calls += 1
            case _:
                return

    def attributes(self) -> Attributes:
        """Return the notes."""
        about: dict[str, Value] = {"interruptgen.tool_calls": self._calls}
        if self._reason:
            about["gen_ai.response.finish_reasons"] = (self._reason,)
        if self._usage != Usage():
            about["gen_ai.usage.input_tokens"] = self._usage.input_tokens
            about["gen_ai.usage.output_tokens"] = self._usage.output_tokens
        return about
